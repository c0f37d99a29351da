package intake_test

import (
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
