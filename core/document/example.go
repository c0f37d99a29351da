package document

import (
	"time"

	"github.com/cotejo/cotejo/core/ner"
)

// Example is the value that a person found right for one field of a document. Extractors learn
// from it. A document has at most one per field.
type Example struct {
	DocumentID string
	Field      Field
	Extracted  string // what was filled in; "" when nothing was
	Corrected  string // what is right; "" when the paper names none
	At         time.Time
	Votes      []Vote
}

// Vote is a value with the extractors that found it. Votes are sorted best first.
type Vote struct {
	Value       string
	Confidence  float64
	Alternative bool // too unsure to fill the field
	Sources     []ner.Source
}

// maxVotes bounds the votes that an example keeps.
const maxVotes = 12

// learned maps the fields that both extractors and people fill.
var learned = map[Field]ner.Field{
	FieldPlaintiff: ner.Plaintiff, FieldDefendant: ner.Defendant, FieldCedula: ner.Cedula, FieldEmail: ner.Email, FieldRadicado: ner.Radicado,
	FieldCourt: ner.Court, FieldPlaintiffAddress: ner.PlaintiffAddress, FieldDefendantAddress: ner.DefendantAddress,
}

// Extracted returns the extractor's field for f, or false for a field that only people fill.
func (f Field) Extracted() (ner.Field, bool) {
	x, ok := learned[f]
	return x, ok
}

// Examples returns the examples that the values in right yield. A document without text yields
// none.
func (d *Document) Examples(right map[Field]string, at time.Time) (examples []Example) {
	if d.Text == "" {
		return nil
	}
	for _, f := range Fields() {
		field, ok := f.Extracted()
		value, given := right[f]
		if !ok || !given {
			continue
		}
		e := Example{DocumentID: d.ID, Field: f, Corrected: value, At: at}
		var filled ner.Result
		for _, x := range d.Entities {
			if x.Field != field {
				continue
			}
			filled.Entities = append(filled.Entities, x.Entity)
			if len(e.Votes) < maxVotes {
				e.Votes = append(e.Votes, Vote{Value: x.Value, Confidence: x.Confidence, Sources: x.Sources})
			}
		}
		for _, x := range d.Alternatives {
			if x.Field == field && len(e.Votes) < maxVotes {
				e.Votes = append(e.Votes, Vote{Value: x.Value, Confidence: x.Confidence, Alternative: true, Sources: x.Sources})
			}
		}
		e.Extracted = filled.Filled(field)
		examples = append(examples, e)
	}
	return examples
}
