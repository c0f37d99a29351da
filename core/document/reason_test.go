package document_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
)

func TestReasonShowsValues(t *testing.T) {
	for want, r := range map[string]dedup.Reason{
		"texto 97 % igual": {Text: "texto 97 % igual"},
		"otro período (marzo de 2026 | abril de 2026)":  {Text: "otro período", Left: "marzo de 2026", Right: "abril de 2026"},
		"se presenta a favor de otra persona (– | ANA)": {Text: "se presenta a favor de otra persona", Right: "ANA"},
		"mismo nombre (Ana Ruiz)":                       {Text: "mismo nombre", Left: "Ana Ruiz", Right: "Ana Ruiz"},
		"misma cédula 52.418.903":                       {Text: "misma cédula 52.418.903", Left: "52.418.903", Right: "52.418.903"},
	} {
		if got := document.ReasonOf(dedup.Assessment{Reasons: []dedup.Reason{r}}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
