package intake_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestPeopleAreFoundByNameOrCedula(t *testing.T) {
	h := newHouse(t, nil)
	for _, f := range []map[document.Field]string{
		{document.FieldPlaintiff: "Ana López Ruiz", document.FieldCedula: "52.418.903"},
		{document.FieldPlaintiff: "ANA LOPEZ RUIZ", document.FieldCedula: "52418903"},
		{document.FieldPlaintiff: "Ana Lopera Gil"},
		{document.FieldPlaintiff: "Eva Ana; José Peña", document.FieldCedula: "30.111.222; 80.333.444"},
		{document.FieldPlaintiff: "Pedro Gómez", document.FieldDefendant: "Ana López Ruiz"},
	} {
		h.enter(t, f)
		h.clock.advance(time.Second)
	}
	for _, c := range []struct {
		q    string
		want string // name and number of documents, the latest first
	}{
		{"ana", "Eva Ana 1, Ana Lopera Gil 1, ANA LOPEZ RUIZ 2"},
		{"lópez ana", "ANA LOPEZ RUIZ 2"},
		{"ana lope", "Ana Lopera Gil 1, ANA LOPEZ RUIZ 2"},
		{"52.418", "ANA LOPEZ RUIZ 2"},
		{"peña", "José Peña 1"},
		{"zutano", ""},
	} {
		found, err := h.service.FindPeople(t.Context(), clerk, c.q)
		var got []string
		for _, p := range found.Items {
			got = append(got, p.Name+" "+string(rune('0'+p.Documents)))
		}
		if strings.Join(got, ", ") != c.want || err != nil || found.More {
			t.Errorf("%q finds %q, want %q (%v)", c.q, got, c.want, err)
		}
	}
	for _, q := range []string{"", "  ", "an", "-—-"} {
		if _, err := h.service.FindPeople(t.Context(), clerk, q); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%q: %v", q, err)
		}
	}
}

func TestThePersonOfACedulaHasTheFilingsWithoutOneByName(t *testing.T) {
	h := newHouse(t, nil)
	var ids []string
	for _, f := range []map[document.Field]string{
		{document.FieldPlaintiff: "Ana López Ruiz", document.FieldCedula: "52.418.903"},
		{document.FieldPlaintiff: "López Ruiz, Ana"},
		{document.FieldPlaintiff: "Ana López Ruiz", document.FieldCedula: "1.111.111"}, // a namesake
		{document.FieldPlaintiff: "Ana López Ruiz", document.FieldCedula: "52418903"},
	} {
		ids = append(ids, h.enter(t, f).ID)
		h.clock.advance(time.Second)
	}
	if _, err := h.service.Decide(t.Context(), clerk, ids[0], ids[3], document.IsNewClaim, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := h.service.Decide(t.Context(), clerk, ids[0], ids[2], document.NotDuplicate, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		person document.Person
		want   string // numbers of filings, by name in brackets
	}{
		{"a cédula alone", document.Person{Cedula: "52 418 903"}, "3 (1) 0"},
		{"a name alone", document.Person{Plaintiff: "ana lopez ruiz"}, "3 2 1 0"},
		{"both", document.Person{Cedula: "1111111", Plaintiff: "Ana López Ruiz"}, "2 (1)"},
	} {
		found, err := h.service.Filings(t.Context(), clerk, c.person)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got []string
		for _, f := range found.Items {
			for i, id := range ids {
				if number := string(rune('0' + i)); f.ID == id && f.ByName {
					got = append(got, "("+number+")")
				} else if f.ID == id {
					got = append(got, number)
				}
			}
		}
		if strings.Join(got, " ") != c.want || found.Total != len(got) || found.Person.Name == "" {
			t.Errorf("%s: %q, want %q; %+v", c.name, got, c.want, found.Person)
		}
		for _, p := range found.Pairs {
			if c.name == "a cédula alone" && p.Other(ids[0]) != ids[3] {
				t.Errorf("%s: a pair with a document of somebody else: %+v", c.name, p)
			}
		}
		if len(found.Pairs) == 0 && c.name != "both" {
			t.Errorf("%s: no pair", c.name)
		}
	}
	if _, err := h.service.Filings(t.Context(), clerk, document.Person{Cedula: " . "}); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("nobody: %v", err)
	}
	if _, err := h.service.Filings(t.Context(), clerk, document.Person{Cedula: "9"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("somebody unknown: %v", err)
	}
}

func TestACaseHasTheDocumentsOfItsRadicado(t *testing.T) {
	h := newHouse(t, nil)
	whole, short := "76001-40-03-012-2026-00123-00", "2026-00077"
	first := h.enter(t, map[document.Field]string{document.FieldPlaintiff: "Ana López", document.FieldRadicado: whole, document.FieldActa: "A-1"})
	second := h.enter(t, map[document.Field]string{document.FieldPlaintiff: "Otra persona", document.FieldRadicado: strings.ReplaceAll(whole, "-", ""), document.FieldActa: "A-2"})
	third := h.enter(t, map[document.Field]string{document.FieldPlaintiff: "Ana López", document.FieldRadicado: short, document.FieldActa: "A-3"})
	file, err := h.service.Case(t.Context(), clerk, whole)
	if err != nil || file.Total != 2 || file.Items[0].ID != second.ID || file.Items[1].ID != first.ID {
		t.Errorf("the case: %+v, %v", file, err)
	}
	if file, err := h.service.CaseOf(t.Context(), clerk, third.ID); err != nil || file.Total != 1 || file.Radicado != short {
		t.Errorf("the case of a document: %+v, %v", file, err)
	}
	elsewhere := h.enter(t, map[document.Field]string{document.FieldPlaintiff: "Luis Mora", document.FieldCourt: "Juzgado 2 Civil de Tunja", document.FieldActa: "101"})
	if file, err := h.service.CaseOf(t.Context(), clerk, elsewhere.ID); err != nil || file.Total != 1 || file.Items[0].ID != elsewhere.ID {
		t.Errorf("a document with an acta alone: %+v, %v", file, err)
	}
	other := h.enter(t, map[document.Field]string{document.FieldPlaintiff: "Rosa Paz", document.FieldCourt: "Juzgado 1 Penal de Pasto", document.FieldActa: "101", document.FieldRadicado: "2026-00009"})
	if file, err := h.service.CaseOf(t.Context(), clerk, other.ID); err != nil || file.Total != 1 || file.Items[0].ID != other.ID {
		t.Errorf("actas of two offices have one number: %+v, %v", file, err)
	}
	for radicado, want := range map[string]fault.Kind{short: fault.Unprocessable, "76001400301220260012399": fault.NotFound} {
		if _, err := h.service.Case(t.Context(), clerk, radicado); fault.KindOf(err) != want {
			t.Errorf("%s: %v", radicado, err)
		}
	}
	if _, err := h.service.CaseOf(t.Context(), clerk, "0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("no such document: %v", err)
	}
}

// The answer to a tutela is no duplicate of it; the case has both, though neither tells a radicado.
func TestPapersOfOneCaseAreShownAsTheCase(t *testing.T) {
	h := newHouse(t, nil)
	tutela := h.submit(t, pdf+"1")
	h.work(t, tutela)
	h.reader.texts = []string{"Señora\nJUEZ CIVIL MUNICIPAL DE CALI\n\nREF: RESPUESTA A LA TUTELA\nACCIONANTE: ANA LÓPEZ RUIZ, C.C. 52.418.903\nACCIONADO: NUEVA EPS S.A.\n\n" +
		"PIEDAD MURCIA LOSADA, apoderada de NUEVA EPS S.A., descorro el traslado. Se dice en la tutela: «" + filing + "»\nNos oponemos: solicito declarar improcedente la tutela."}
	answer := h.submit(t, pdf+"2")
	h.work(t, answer)
	for _, pair := range [][2]string{{tutela.DocumentID, answer.DocumentID}, {answer.DocumentID, tutela.DocumentID}} {
		related, err := h.service.Duplicates(t.Context(), clerk, pair[0])
		if err != nil || len(related.Duplicates)+len(related.NewClaims)+len(related.Mass) != 0 || len(related.SameCase) != 1 || related.SameCase[0].DocumentID != pair[1] {
			t.Fatalf("related to %s: %+v, %v", pair[0], related, err)
		}
		file, err := h.service.CaseOf(t.Context(), clerk, pair[0])
		if err != nil || file.Total != 2 || len(file.Items) != 2 {
			t.Errorf("the case: %+v, %v", file, err)
		}
	}
	if got := h.task(t, answer.ID).Result; len(got.SameCase) != 1 || len(got.Duplicates) != 0 {
		t.Errorf("the task tells %+v", got.Related)
	}
	if n := h.openPairs(t); n != 0 || state(t, h, answer.DocumentID) != document.NoDuplicate {
		t.Errorf("%d pairs wait for a decision", n)
	}
}
