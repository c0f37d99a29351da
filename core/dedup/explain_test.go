package dedup_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

func TestUnrelatedFilingsAreExplained(t *testing.T) {
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	a := d.Fingerprint(dedup.Filing{ID: "a", Type: "tutela", Text: "HECHOS\n1. El 12 de marzo de 2024 me negaron la cirugía de rodilla.",
		Parties: dedup.Parties{Plaintiff: "Ana López Ruiz", Cedula: "52.418.903", Defendant: "Nueva EPS"}})
	b := d.Fingerprint(dedup.Filing{ID: "b", Type: "tutela", Text: "HECHOS\n1. El colegio expulsó a mi hijo el 3 de mayo de 2021.",
		Parties: dedup.Parties{Plaintiff: "Carlos Ríos Vega", Cedula: "79.135.246", Defendant: "Colpensiones"}})
	if _, ok := d.Compare(a, b); ok {
		t.Fatal("they are related")
	}
	m := d.Explain(a, b)
	if m.ID != "b" || m.Relation != dedup.Unrelated || m.Similarity > 0.3 || m.Entity > 0.1 || !strings.Contains(strings.Join(dedup.Texts(m.Reasons), "; "), "distinta cédula (52.418.903 y 79.135.246)") {
		t.Errorf("%+v", m)
	}
	same, _ := d.Compare(a, a)
	if got := d.Explain(a, a); got.Similarity != same.Similarity || got.Relation != dedup.Duplicate {
		t.Errorf("related filings are explained as %+v and compared as %+v", got, same)
	}
}
