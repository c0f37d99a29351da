package document

import (
	"cmp"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
)

// Filing returns the parts of a document that are compared. A document that was typed in has only
// its remarks as text.
func (d *Document) Filing() dedup.Filing {
	return dedup.Filing{ID: d.ID, Type: string(d.Type), Text: cmp.Or(d.Text, d.Remarks), Parties: dedup.Parties{
		Plaintiff: d.Plaintiff, Defendant: d.Defendant, Cedula: d.Cedula, Email: d.Email,
		Radicado: d.Radicado, Address: d.PlaintiffAddress,
	}}
}

// Represented returns the extracted names of the people on whose behalf another files: "A; B".
func (d *Document) Represented() string {
	var r ner.Result
	for _, e := range d.Entities {
		r.Entities = append(r.Entities, e.Entity)
	}
	return r.Joined(ner.Represented)
}
