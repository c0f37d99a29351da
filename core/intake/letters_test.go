package intake_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

var firstPage = document.PageRequest{Number: 1, Size: 10}

// files has somebody file the letter of these tests.
func (h *house) files(t *testing.T, name, cedula string) string {
	t.Helper()
	h.reader.text = strings.NewReplacer("ANA LÓPEZ RUIZ", name, "52.418.903", cedula).Replace(filing)
	task := h.submit(t, pdf+name+cedula)
	h.work(t, task)
	return task.DocumentID
}

func TestALetterOfSeveralPeopleIsOneGroup(t *testing.T) {
	h := newHouse(t, nil)
	ids := []string{h.files(t, "ANA LÓPEZ RUIZ", "52.418.903"), h.files(t, "PEDRO GÓMEZ DÍAZ", "79.305.114")}
	ids = append(ids, h.files(t, "LUCÍA MARÍN TORO", "1.020.445.871"), h.files(t, "PEDRO GÓMEZ DÍAZ", "79.305.114"))
	list, err := h.service.ListLetters(t.Context(), clerk, "", firstPage)
	if err != nil || list.Total != 1 {
		t.Fatalf("letters: %+v, %v", list, err)
	}
	if got := list.Items[0]; got.Documents != 4 || got.People != 3 || got.Sample.ID != got.Representative {
		t.Errorf("the letter: %+v", got)
	}
	for _, id := range ids {
		if of, err := h.service.ListLetters(t.Context(), clerk, id, firstPage); err != nil || of.Total != 1 || of.Items[0].ID != list.Items[0].ID {
			t.Errorf("the letter of %s: %+v, %v", id, of, err)
		}
	}
	_, members, err := h.service.Letter(t.Context(), clerk, list.Items[0].ID, firstPage)
	if err != nil || members.Total != 4 || members.Items[0].ID != ids[3] {
		t.Errorf("members: %+v, %v", members, err)
	}
	if _, _, err := h.service.Letter(t.Context(), clerk, ids[0], firstPage); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a document that gave no letter its name: %v", err)
	}
}

func TestAPersonAloneMakesNoFormLetter(t *testing.T) {
	h := newHouse(t, nil)
	first := h.files(t, "ANA LÓPEZ RUIZ", "52.418.903")
	h.files(t, "ANA LÓPEZ RUIZ", "52.418.903")
	for _, document := range []string{"", first} {
		if list, err := h.service.ListLetters(t.Context(), clerk, document, firstPage); err != nil || list.Total != 0 {
			t.Errorf("letters of %q: %+v, %v", document, list, err)
		}
	}
}

func TestACorrectedCedulaJoinsTwoPeopleOfALetter(t *testing.T) {
	h := newHouse(t, nil)
	h.files(t, "ANA LÓPEZ RUIZ", "52.418.903")
	other := h.files(t, "PEDRO GÓMEZ DÍAZ", "79.305.114")
	third := h.files(t, "LUCÍA MARÍN TORO", "1.020.445.871")
	if _, err := h.service.Validate(t.Context(), clerk, third, document.Correction{Fields: map[document.Field]string{
		document.FieldPlaintiff: "Pedro Gómez Díaz", document.FieldCedula: "79305114"}}); err != nil {
		t.Fatal(err)
	}
	list, err := h.service.ListLetters(t.Context(), clerk, other, firstPage)
	if err != nil || list.Total != 1 || list.Items[0].People != 2 || list.Items[0].Documents != 3 {
		t.Errorf("after the correction: %+v, %v", list, err)
	}
}

func TestPairsOfALetterAreThoseThatNobodyDecided(t *testing.T) {
	h := newHouse(t, nil)
	h.files(t, "ANA LÓPEZ RUIZ", "52.418.903")
	sample := h.files(t, "PEDRO GÓMEZ DÍAZ", "79.305.114")
	h.files(t, "LUCÍA MARÍN TORO", "1.020.445.871")
	h.files(t, "PEDRO GÓMEZ DÍAZ", "79.305.114")
	letters, err := h.service.ListLetters(t.Context(), clerk, "", firstPage)
	if err != nil || letters.Total != 1 || letters.Items[0].Representative != sample {
		t.Fatalf("letters: %+v, %v", letters, err)
	}
	undecided := func(want ...string) document.LetterPairs {
		t.Helper()
		found, err := h.service.LetterPairs(t.Context(), clerk, letters.Items[0].ID)
		if err != nil || found.SamePerson != 1 || found.Beyond != 0 {
			t.Fatalf("%+v, %v", found, err)
		}
		var names []string
		for _, p := range found.Pairs {
			names = append(names, p.Left.Plaintiff+" – "+p.Right.Plaintiff)
		}
		if !slices.Equal(names, want) {
			t.Errorf("got %v, want %v", names, want)
		}
		return found
	}
	found := undecided("Pedro Gómez Díaz – Lucía Marín Toro", "Pedro Gómez Díaz – Ana López Ruiz")
	if _, err := h.service.Decide(t.Context(), clerk, found.Pairs[0].Right.ID, sample, document.NotDuplicate, ""); err != nil {
		t.Fatal(err)
	}
	undecided("Pedro Gómez Díaz – Ana López Ruiz")
	if _, err := h.service.LetterPairs(t.Context(), clerk, sample+"x"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("no such letter: %v", err)
	}
}

func TestLetterDifferencesNameWhatChanges(t *testing.T) {
	h := newHouse(t, nil)
	h.files(t, "ANA LÓPEZ RUIZ", "52.418.903")
	h.reader.text = strings.NewReplacer("ANA LÓPEZ RUIZ", "PEDRO GÓMEZ DÍAZ", "52.418.903", "79.305.114", "3 de febrero", "21 de enero",
		"identificada", "identificado", "columna lumbar", "rodilla derecha").Replace(filing)
	task := h.submit(t, pdf+"pedro")
	h.work(t, task)
	list, err := h.service.ListLetters(t.Context(), clerk, task.DocumentID, firstPage)
	if err != nil || list.Total != 1 {
		t.Fatalf("letters: %+v, %v", list, err)
	}
	found, err := h.service.LetterDifferences(t.Context(), clerk, list.Items[0].ID, firstPage)
	if err != nil || len(found.Members) != 2 || found.More {
		t.Fatalf("differences: %+v, %v", found, err)
	}
	var got []string
	for i, p := range found.Places {
		got = append(got, string(p.Subject)+": "+found.Members[0].Words[i]+" / "+found.Members[1].Words[i])
	}
	want := []string{
		"demandante: PEDRO GÓMEZ DÍAZ / ANA LÓPEZ RUIZ", "cedula: 79.305.114 / 52.418.903",
		"fecha: 21 de enero de 2026 / 3 de febrero de 2026", ": rodilla derecha / columna lumbar",
	}
	if !slices.Equal(got, want) {
		t.Errorf("places: %q, want %q", got, want)
	}
	if before := found.Places[3].Before; before != "una resonancia magnética de" {
		t.Errorf("before the place: %q", before)
	}
	if _, err := h.service.LetterDifferences(t.Context(), clerk, task.DocumentID+"x", firstPage); fault.KindOf(err) != fault.NotFound {
		t.Errorf("of no letter: %v", err)
	}
}

func TestLetterDifferencesKeepPlacesWhereMostDiffer(t *testing.T) {
	h := newHouse(t, nil)
	send := func(name, cedula string, word func(i int) string) document.Task {
		h.reader.text = strings.NewReplacer("ANA LÓPEZ RUIZ", name, "52.418.903", cedula).Replace(filing)
		for i := range 30 {
			h.reader.text += fmt.Sprintf("\n%d. Según la historia clínica que acompaño con el número %d, el %s es urgente.", i, 1000+i, word(i))
		}
		task := h.submit(t, pdf+name)
		h.work(t, task)
		return task
	}
	printed := func(int) string { return "tratamiento" }
	send("ANA LÓPEZ RUIZ", "52.418.903", printed)
	send("LUCÍA MARÍN TORO", "1.020.445.871", printed)
	task := send("PEDRO GÓMEZ DÍAZ", "79.305.114", func(i int) string { return fmt.Sprint("b0rr0n", i) })
	list, err := h.service.ListLetters(t.Context(), clerk, "", firstPage)
	if err != nil || list.Total != 1 {
		t.Fatalf("letters: %+v, %v", list, err)
	}
	if err := h.Letters().Put(t.Context(), list.Items[0].ID, task.DocumentID); err != nil {
		t.Fatal(err)
	}
	found, err := h.service.LetterDifferences(t.Context(), clerk, list.Items[0].ID, firstPage)
	if err != nil || len(found.Places) != 24 || !found.More || len(found.Members) != 3 {
		t.Fatalf("%d places of %d members, more: %t, %v", len(found.Places), len(found.Members), found.More, err)
	}
	if !slices.ContainsFunc(found.Places, func(p document.LetterPlace) bool { return p.Subject == document.FieldCedula }) {
		t.Errorf("the cédula is none of the places: %+v", found.Places)
	}
}
