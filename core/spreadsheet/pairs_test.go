package spreadsheet_test

import (
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// TestPairsInRow: each earlier document has its reason, whatever its relation, and what
// was called not a duplicate is left out.
func TestPairsInRow(t *testing.T) {
	day := time.Date(2024, 3, 12, 15, 0, 0, 0, time.UTC)
	pair := func(name string, relation document.Relation, reason string, verdict document.PairVerdict) document.EarlierPair {
		p := document.EarlierPair{FileName: name, Pair: document.Pair{EarlierID: name, Relation: relation, Reason: reason}}
		if verdict != "" {
			p.Decision = document.Decision{Verdict: verdict, By: "secretaria", At: day, Note: "revisado"}
		}
		return p
	}
	row := spreadsheet.RowOf(&document.Document{ID: "d"})
	spreadsheet.SetPairs(row, []document.EarlierPair{
		pair("a.pdf", document.Relation(document.IsNewClaim), "los hechos son otros", ""),
		pair("b.pdf", document.Relation(document.IsDuplicate), "misma cédula", ""),
		pair("c.pdf", document.Relation(document.IsDuplicate), "mismo nombre", document.NotDuplicate),
		pair("d.pdf", document.Relation(document.IsNewClaim), "pide otra cosa", document.IsDuplicate),
	})
	for i, c := range spreadsheet.Register().Columns {
		want, ok := map[string]string{
			"Duplicado de": "b.pdf\nd.pdf", "Motivo": "misma cédula\npide otra cosa\nOtra solicitud: los hechos son otros",
			"Decisión": "Por decidir\nDuplicado (secretaria, 2024-03-12): revisado", "Otra solicitud de": "a.pdf",
		}[c.Label]
		if ok && row[i].Value != want {
			t.Errorf("%s shows %q, want %q", c.Label, row[i].Value, want)
		}
	}
}
