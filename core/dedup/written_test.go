package dedup_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/filings"
)

// TestReasonsShowWordsAsWritten: accents, capitals and long words stand in a reason as in
// the document, before and after the fingerprint was stored.
func TestReasonsShowWordsAsWritten(t *testing.T) {
	d := detector(t)
	party := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52.418.903", Defendant: "Nueva EPS"}
	of := func(id, illness, drug, number string) dedup.Fingerprint {
		f := d.Fingerprint(dedup.Filing{ID: id, Type: "tutela", Parties: party, Text: "HECHOS\n1. Padezco " + illness + ".\n2. El médico tratante ordenó " + drug +
			".\nPRETENSIONES\nOrdenar que se entregue " + drug + " según la orden " + number + "."})
		stored, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back dedup.Fingerprint
		if err := back.UnmarshalBinary(stored); err != nil {
			t.Fatal(err)
		}
		return back
	}
	a := of("a", "epilepsia mioclónica", "ADALIMUMAB", "88412044551")
	b := of("b", "esclerodermia", "hidroxicloroquinaretardada", "917.733.812.904")
	values := map[string][2]string{}
	for _, r := range d.Explain(a, b).Reasons {
		values[r.Code] = [2]string{r.Left, r.Right}
	}
	for code, want := range map[string][2]string{
		"grounds_partly": {"epilepsia, mioclónica", "esclerodermia"},
		"claims_partly":  {"88412044551, ADALIMUMAB", "917.733.812.904, hidroxicloroquinaretardada"},
	} {
		if values[code] != want {
			t.Errorf("%s shows %q, want %q; all: %q", code, values[code], want, values)
		}
	}
}

// TestDayCountsOnce: a day with and without its year is one day, within a filing and
// between two.
func TestDayCountsOnce(t *testing.T) {
	const letter = "HECHOS\n1. El %s presenté la solicitud y pagué %s en la ventanilla de la entidad.\n2. El 01/08/2023 me citaron.\n3. Volví el 15 de septiembre de 2023 sin respuesta alguna."
	party := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52418903", Defendant: "Nueva EPS"}
	m := compareTexts(t, detector(t), dedup.Filing{Text: fmt.Sprintf(letter, "01/08", "$ 849.000"), Parties: party},
		dedup.Filing{Text: strings.ReplaceAll(fmt.Sprintf(letter, "1 de agosto", "912500 pesos"), "01/08/2023", "1 de agosto"), Parties: party})
	for _, r := range m.Facts.Evidence {
		if r.Code == "figures_shared" {
			if r.Text != "coinciden 2 de 3 fechas y cifras" || r.Left != "$ 849.000" || r.Right != "912500" {
				t.Errorf("%+v", r)
			}
			return
		}
	}
	t.Errorf("no figures among %+v", m.Reasons)
}

// TestNumbersOfPartiesAsWritten: a cédula or radicado that was extracted without its
// separators stands in a reason with those of the text, also when it became known later.
func TestNumbersOfPartiesAsWritten(t *testing.T) {
	d := detector(t)
	read := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52418903", Radicado: "11001400302820240031700"}
	filing := dedup.Filing{ID: "a", Text: "Radicado 11001-40-03-028-2024-00317-00. Orden 252.418.903.\nMARÍA RUIZ SOTO, C.C. 52.418.903\nHECHOS\n1. No me pagan el auxilio.", Parties: read}
	whole := d.Fingerprint(filing)
	filing.Parties = dedup.Parties{}
	later := d.WithParties(d.Fingerprint(filing), filing.Text, read)
	scanned := d.Fingerprint(dedup.Filing{ID: "b", Text: "C.C. 52 418 903\nHECHOS\n1. No me pagan el auxilio.", Parties: read})
	for _, a := range []dedup.Fingerprint{whole, later} {
		values := map[string][2]string{}
		for _, r := range d.Explain(a, scanned).Reasons {
			values[r.Code] = [2]string{r.Left, r.Right}
		}
		if got, want := values["cedula_same"], [2]string{"52.418.903", "52 418 903"}; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := values["radicado_same"], [2]string{"11001-40-03-028-2024-00317-00", "11001400302820240031700"}; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestBadCopyHasOneStatement: what looks like another request in a bad copy is not called
// another request as well as partly the same.
func TestBadCopyHasOneStatement(t *testing.T) {
	d, g := detector(t), filings.New(8, filings.Tuning())
	of := func(f filings.Filing) dedup.Filing {
		return dedup.Filing{Type: "tutela", Text: f.Text, Parties: dedup.Parties{Plaintiff: f.Gold.Value("demandante"), Defendant: f.Gold.Value("demandado"), Cedula: f.Gold.Value("cedula")}}
	}
	softened := 0
	for range 100 {
		f := g.Letter()
		m := compareTexts(t, d, of(g.Noisy(f, .05)), of(g.OtherClaim(f)))
		for _, r := range m.Reasons {
			if r.Code == "other_claim" && m.Claims.Verdict != dedup.Different || r.Code == "other_facts" && m.Facts.Verdict != dedup.Different {
				t.Fatalf("%+v beside %s and %s", r, m.Facts.Verdict, m.Claims.Verdict)
			}
			if r.Code == "misread_claims" {
				softened++
				if r.Text != m.Claims.Evidence[0].Text {
					t.Fatalf("%q and %q", r.Text, m.Claims.Evidence[0].Text)
				}
			}
		}
	}
	if softened == 0 {
		t.Error("no pair in doubt")
	}
}
