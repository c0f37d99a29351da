package document

import (
	"cmp"

	"github.com/cotejo/cotejo/core/dedup"
)

// Filing is what is compared of a document. Of one that was typed in there is no
// text but the remarks.
func (d *Document) Filing() dedup.Filing {
	return dedup.Filing{ID: d.ID, Type: string(d.Type), Text: cmp.Or(d.Text, d.Remarks), Parties: dedup.Parties{
		Plaintiff: d.Plaintiff, Defendant: d.Defendant, Cedula: d.Cedula, Email: d.Email,
		Radicado: d.Radicado, Address: d.PlaintiffAddress,
	}}
}
