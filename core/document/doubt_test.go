package document_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

func TestDoubtsEndWithTheValueOrAValidation(t *testing.T) {
	read := func() document.Document {
		d := document.Document{Type: document.Tutela, Plaintiff: "Ana Ruiz", Defendant: "Nueva EPS", Pages: []document.PageInfo{{Number: 1, Confidence: 1}}}
		d.SetDoubts([]ner.Assessment{
			{Field: ner.Plaintiff, Chance: .6, Reason: ner.ReasonRepresented}, {Field: ner.Defendant, Chance: ner.DoubtfulBelow}, {Field: ner.Email, Chance: .3, Reason: ner.ReasonOthers},
		})
		return d
	}
	for rule, c := range map[string]struct {
		change func(*document.Document)
		open   string
	}{
		"as read":              {func(*document.Document) {}, "demandante: alguien actúa por otra persona; correo: el escrito tiene varios correos; "},
		"a value is corrected": {func(d *document.Document) { d.Plaintiff = "Rosa Ruiz" }, "correo: el escrito tiene varios correos; "},
		"a value is filled in": {func(d *document.Document) { d.Email = "ana@gmail.com" }, "demandante: alguien actúa por otra persona; "},
		"validated":            {func(d *document.Document) { d.ValidatedAt = time.Unix(1, 0) }, ""},
	} {
		d := read()
		c.change(&d)
		open := ""
		for _, x := range d.OpenDoubts() {
			open += fmt.Sprintf("%s: %s; ", x.Field, x.Explanation())
		}
		if doubts := d.Filing().Parties.Doubts; (doubts.Plaintiff == 40) != strings.Contains(c.open, "demandante") || doubts.Defendant > 0 || doubts.Cedula > 0 {
			t.Errorf("%s: compared with doubts %v", rule, doubts)
		}
		if open != c.open || d.IsDoubtful() != (c.open != "") || d.IsPoorlyRead() {
			t.Errorf("%s: %q, doubtful %v, poorly read %v", rule, open, d.IsDoubtful(), d.IsPoorlyRead())
		}
	}
}

func TestNothingIsInDoubtWhereNothingWasRead(t *testing.T) {
	d := document.Document{Pages: []document.PageInfo{{Number: 1, Empty: true}}}
	if d.SetDoubts([]ner.Assessment{{Field: ner.Plaintiff, Reason: ner.ReasonMissing}}); len(d.Doubts) > 0 {
		t.Errorf("%v", d.Doubts)
	}
}

func TestEveryReasonHasAnExplanation(t *testing.T) {
	for _, f := range []document.Field{document.FieldPlaintiff, document.FieldDefendant, document.FieldCedula, document.FieldEmail} {
		for _, r := range []ner.Reason{ner.ReasonMissing, ner.ReasonUnclear, ner.ReasonSeveral, ner.ReasonPartial, ner.ReasonOthers, ner.ReasonRepresented, ner.ReasonUnreadable, ner.ReasonDependent} {
			if (document.Doubt{Field: f, Reason: r}).Explanation() == "" {
				t.Errorf("%s of %s", r, f)
			}
		}
	}
}
