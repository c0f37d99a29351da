package document

import (
	"time"

	"github.com/cotejo/cotejo/core/ner"
)

// Example is what a person found of one field of a document that was read: the
// extractors learn from it. A document has one of each field at most.
type Example struct {
	DocumentID string
	Field      Field
	Extracted  string // what was filled in; "" when nothing was
	Corrected  string // what is right; "" when the paper names none
	At         time.Time
	Votes      []Vote
}

// Vote is a value that extractors voted for, the best first.
type Vote struct {
	Value       string
	Confidence  float64
	Alternative bool // it was too unsure to be filled in
	Sources     []ner.Source
}

// maxVotes bounds the votes that an example keeps.
const maxVotes = 12

// learned are the fields that extractors fill in and people correct.
var learned = map[Field]ner.Field{
	FieldPlaintiff: ner.Plaintiff, FieldDefendant: ner.Defendant, FieldCedula: ner.Cedula, FieldEmail: ner.Email, FieldRadicado: ner.Radicado,
	FieldCourt: ner.Court, FieldPlaintiffAddress: ner.PlaintiffAddress, FieldDefendantAddress: ner.DefendantAddress,
}

// Extracted returns which entities fill a field of documents; false for a
// field that people alone write.
func (f Field) Extracted() (ner.Field, bool) {
	x, ok := learned[f]
	return x, ok
}

// Examples returns what is learned of d when people find values to be right;
// nothing of a document that no text was read of.
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
