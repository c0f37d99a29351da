package intake_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// twoOfOne stores two filings of the same facts; the second repeats the first.
func twoOfOne(t *testing.T) (h *house, earlier, later string) {
	t.Helper()
	h = newHouse(t, nil)
	first, second := h.submit(t, pdf+"1"), h.submit(t, pdf+"2")
	h.work(t, first)
	h.work(t, second)
	return h, first.DocumentID, second.DocumentID
}

func state(t *testing.T, h *house, id string) document.DuplicateState {
	t.Helper()
	d, err := h.service.Document(t.Context(), clerk, id)
	if err != nil {
		t.Fatal(err)
	}
	return d.DuplicateState
}

func TestAPairThatTheProgramFindsWaitsForADecision(t *testing.T) {
	h, earlier, later := twoOfOne(t)
	list, err := h.service.ListPairs(t.Context(), clerk, document.PairFilter{State: document.PairOpen}, document.PageRequest{Number: 1, Size: 10})
	if err != nil || list.Total != 1 || list.Items[0].DocumentID != later || list.Items[0].EarlierID != earlier || list.Items[0].Relation != document.SameFacts {
		t.Fatalf("open pairs: %+v, %v", list, err)
	}
	if got := list.Items[0]; got.Reason == "" || got.Similarity < .7 || got.Document.ID != later || got.Earlier.ID != earlier {
		t.Errorf("the pair says too little: %+v", got)
	}
	if state(t, h, later) != document.OpenDuplicate || state(t, h, earlier) != document.NoDuplicate {
		t.Errorf("states %q and %q", state(t, h, later), state(t, h, earlier))
	}
}

func TestDecisions(t *testing.T) {
	for _, c := range []struct {
		verdict    document.PairVerdict
		state      document.DuplicateState
		duplicates int
		claims     int
		dismissed  int
	}{
		{document.IsDuplicate, document.ConfirmedDuplicate, 1, 0, 0},
		{document.NotDuplicate, document.NoDuplicate, 0, 0, 1},
		{document.IsNewClaim, document.NoDuplicate, 0, 1, 0},
	} {
		t.Run(string(c.verdict), func(t *testing.T) {
			h, earlier, later := twoOfOne(t)
			// Whichever of the two is named first.
			row, err := h.service.Decide(t.Context(), clerk, earlier, later, c.verdict, "  visto\u202e en el expediente ")
			if err != nil {
				t.Fatal(err)
			}
			if row.Decision.Verdict != c.verdict || row.Decision.Note != "visto en el expediente" || row.Decision.By != clerk.Username || row.Decision.At.IsZero() || row.DocumentID != later {
				t.Errorf("decided %+v", row)
			}
			if got := state(t, h, later); got != c.state {
				t.Errorf("state %q, want %q", got, c.state)
			}
			for _, id := range []string{later, earlier} {
				related, err := h.service.Duplicates(t.Context(), clerk, id)
				if err != nil || len(related.Duplicates) != c.duplicates || len(related.NewClaims) != c.claims || len(related.Dismissed) != c.dismissed {
					t.Fatalf("related to %s: %+v, %v", id, related, err)
				}
				lines := h.history(t, id)
				if len(lines) != 1 || lines[0].Field != document.FieldDecision || lines[0].From != "" || !strings.Contains(lines[0].To, string(c.verdict)+": visto") {
					t.Errorf("history of %s: %+v", id, lines)
				}
			}
			open, err := h.service.ListPairs(t.Context(), clerk, document.PairFilter{State: document.PairOpen}, document.PageRequest{Number: 1, Size: 10})
			if err != nil || open.Total != 0 {
				t.Errorf("still asked: %+v, %v", open, err)
			}
			// The same decision again changes nothing, and one taken back leaves the pair open.
			if _, err := h.service.Decide(t.Context(), clerk, later, earlier, c.verdict, "visto en el expediente"); err != nil || len(h.history(t, later)) != 1 {
				t.Errorf("again: %v, %+v", err, h.history(t, later))
			}
			if _, err := h.service.Decide(t.Context(), clerk, later, earlier, "", ""); err != nil {
				t.Fatal(err)
			}
			if got := state(t, h, later); got != document.OpenDuplicate || len(h.history(t, earlier)) != 2 {
				t.Errorf("taken back: state %q, history %+v", got, h.history(t, earlier))
			}
		})
	}
}

func TestADecisionStaysWhenTheDocumentIsCorrected(t *testing.T) {
	h, earlier, later := twoOfOne(t)
	if _, err := h.service.Decide(t.Context(), clerk, later, earlier, document.NotDuplicate, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := h.service.Validate(t.Context(), clerk, later, document.Correction{Fields: map[document.Field]string{document.FieldRemarks: "ok"}}); err != nil {
		t.Fatal(err)
	}
	related, err := h.service.Duplicates(t.Context(), clerk, later)
	if err != nil || len(related.Duplicates) != 0 || len(related.Dismissed) != 1 || state(t, h, later) != document.NoDuplicate {
		t.Errorf("after a correction: %+v, %v", related, err)
	}
}

func TestDecisionsThatCannotBe(t *testing.T) {
	h, earlier, later := twoOfOne(t)
	for _, c := range []struct {
		name      string
		id, other string
		verdict   document.PairVerdict
		note      string
		want      fault.Kind
	}{
		{"a document and itself", later, later, document.IsDuplicate, "", fault.Unprocessable},
		{"a document that does not exist", later, "0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11", document.IsDuplicate, "", fault.NotFound},
		{"an unknown verdict", later, earlier, "maybe", "", fault.Unprocessable},
		{"a note that is too long", later, earlier, document.IsDuplicate, strings.Repeat("ñ", document.MaxNote+1), fault.Unprocessable},
	} {
		if _, err := h.service.Decide(t.Context(), clerk, c.id, c.other, c.verdict, c.note); fault.KindOf(err) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestTwoDocumentsThatTheProgramDoesNotRelateCanBeDecidedOn(t *testing.T) {
	h := newHouse(t, nil)
	var ids []string
	for _, name := range []string{"Ana López Ruiz", "Pedro Gómez Díaz"} {
		ids = append(ids, h.enter(t, map[document.Field]string{document.FieldPlaintiff: name}).ID)
	}
	row, err := h.service.Decide(t.Context(), clerk, ids[0], ids[1], document.IsDuplicate, "")
	if err != nil || row.DocumentID != ids[1] || state(t, h, ids[1]) != document.ConfirmedDuplicate {
		t.Fatalf("%+v, %v", row, err)
	}
	if _, err := h.service.Decide(t.Context(), clerk, ids[0], ids[1], "", ""); err != nil {
		t.Fatal(err)
	}
	if all, _ := h.Pairs().Of(t.Context(), ids); len(all) != 0 || state(t, h, ids[1]) != document.NoDuplicate {
		t.Errorf("what nobody relates stays: %+v", all)
	}
}

func TestADocumentThatRepeatsADeletedOneRepeatsNothing(t *testing.T) {
	h, earlier, later := twoOfOne(t)
	if err := h.service.Delete(t.Context(), chief, earlier); err != nil {
		t.Fatal(err)
	}
	if got := state(t, h, later); got != document.NoDuplicate {
		t.Errorf("state %q", got)
	}
}

func TestWhatIsTypedInTwiceIsAPair(t *testing.T) {
	h := newHouse(t, nil)
	for range 2 {
		h.enter(t, map[document.Field]string{document.FieldCedula: "20923212", document.FieldRadicado: "11001400300120240012300"})
	}
	list, err := h.service.ListPairs(t.Context(), clerk, document.PairFilter{State: document.PairOpen}, document.PageRequest{Number: 1, Size: 10})
	if err != nil || list.Total != 1 || !strings.Contains(list.Items[0].Reason, "radicado") {
		t.Fatalf("%+v, %v", list, err)
	}
}

// threeOfOne stores three filings of the same facts.
func threeOfOne(t *testing.T) (h *house, ids [3]string) {
	t.Helper()
	h = newHouse(t, nil)
	for i := range ids {
		task := h.submit(t, pdf+strings.Repeat("x", i))
		h.work(t, task)
		ids[i] = task.DocumentID
	}
	return h, ids
}

func (h *house) openPairs(t *testing.T) int {
	t.Helper()
	list, err := h.service.ListPairs(t.Context(), clerk, document.PairFilter{State: document.PairOpen}, document.PageRequest{Number: 1, Size: 10})
	if err != nil {
		t.Fatal(err)
	}
	return list.Total
}

// A document that repeats one of a group repeats all of them: the list asks once.
func TestDecisionsHoldForTheGroup(t *testing.T) {
	for _, verdict := range document.PairVerdicts() {
		t.Run(string(verdict), func(t *testing.T) {
			h, ids := threeOfOne(t)
			if n := h.openPairs(t); n != 3 {
				t.Fatalf("%d open pairs, want 3", n)
			}
			if _, err := h.service.Decide(t.Context(), clerk, ids[0], ids[1], document.IsDuplicate, ""); err != nil {
				t.Fatal(err)
			}
			if n := h.openPairs(t); n != 2 {
				t.Fatalf("%d open pairs after one decision, want 2", n)
			}
			if _, err := h.service.Decide(t.Context(), clerk, ids[2], ids[0], verdict, "visto"); err != nil {
				t.Fatal(err)
			}
			followed, err := h.Pairs().Get(t.Context(), ids[1], ids[2])
			if err != nil || followed.Decision.Verdict != verdict || followed.Decision.By != clerk.Username || h.openPairs(t) != 0 {
				t.Errorf("%+v, %v; %d are open", followed, err, h.openPairs(t))
			}
			if _, err := h.service.Decide(t.Context(), clerk, ids[2], ids[0], "", ""); err != nil {
				t.Fatal(err)
			}
			if n := h.openPairs(t); n != 2 {
				t.Errorf("%d open pairs after the decision was taken back, want 2", n)
			}
		})
	}
}

// What somebody decided is not overwritten by what follows from another decision.
func TestDecisionsOfPeopleStayInTheGroup(t *testing.T) {
	h, ids := threeOfOne(t)
	for _, c := range []struct {
		a, b    string
		verdict document.PairVerdict
	}{{ids[1], ids[2], document.NotDuplicate}, {ids[0], ids[1], document.IsDuplicate}} {
		if _, err := h.service.Decide(t.Context(), clerk, c.a, c.b, c.verdict, "visto"); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := h.Pairs().Get(t.Context(), ids[1], ids[2]); err != nil || p.Decision.Verdict != document.NotDuplicate || p.Decision.Note != "visto" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := h.Pairs().Get(t.Context(), ids[0], ids[2]); err != nil || p.Decision.Verdict != document.NotDuplicate {
		t.Errorf("what is not the same as one is not the same as its duplicate: %+v, %v", p, err)
	}
}
