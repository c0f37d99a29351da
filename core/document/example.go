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
	Corrected  string // "" when the paper names none
	At         time.Time
}

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
		value, given := right[f]
		if _, ok := f.Extracted(); ok && given {
			examples = append(examples, Example{DocumentID: d.ID, Field: f, Corrected: value, At: at})
		}
	}
	return examples
}
