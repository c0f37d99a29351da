package intake_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
)

func unseen(int, int) {}

// taught has n documents read and the same found of each.
func (h *house) taught(t *testing.T, n int, found map[document.Field]string) {
	t.Helper()
	for range n {
		id := h.processed(t).DocumentID
		if _, err := h.service.Validate(t.Context(), clerk, id, document.Correction{Fields: found}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTooFewExamplesTeachNothing(t *testing.T) {
	h := newHouse(t, nil)
	h.taught(t, intake.MinTaught-1, map[document.Field]string{document.FieldPlaintiff: ""})
	_, err := h.service.TuneNER(t.Context(), chief, false, unseen)
	if f, ok := fault.As(err); !ok || f.Kind != fault.RuleViolated || !strings.Contains(f.Message, "39") || !strings.Contains(f.Message, "40") {
		t.Errorf("%v", err)
	}
	if c, _ := h.service.NERConfig(t.Context(), chief); !c.Equal(ner.DefaultConfig()) {
		t.Errorf("in force: %+v", c)
	}
}

// An extractor that people always contradict gets less weight, from the next document on.
func TestWeightsFollowWhatPeopleFind(t *testing.T) {
	h := newHouse(t, nil)
	h.taught(t, intake.MinTaught+8, map[document.Field]string{document.FieldCourt: ""})
	tuned, err := h.service.TuneNER(t.Context(), chief, true, unseen)
	if err != nil {
		t.Fatal(err)
	}
	if c, _ := h.service.NERConfig(t.Context(), chief); tuned.Stored || !c.Equal(ner.DefaultConfig()) {
		t.Errorf("a dry run put in force %+v", c)
	}
	if tuned.From.Equal(tuned.To) || !tuned.Better() || tuned.Before.Total().Invented == 0 || tuned.After.Total().Invented >= tuned.Before.Total().Invented {
		t.Fatalf("from %+v to %+v: before %+v, after %+v", tuned.From, tuned.To, tuned.Before.Total(), tuned.After.Total())
	}
	again, err := h.service.TuneNER(t.Context(), chief, false, unseen)
	if err != nil || !again.Stored || !again.To.Equal(tuned.To) {
		t.Fatalf("%+v, %v", again, err)
	}
	if c, _ := h.service.NERConfig(t.Context(), chief); !c.Equal(tuned.To) {
		t.Errorf("in force: %+v", c)
	}
	if d := h.document(t, h.processed(t).DocumentID); d.Court != "" {
		t.Errorf("the next document has %q", d.Court)
	}
	if undone, err := h.service.UndoTuning(t.Context(), chief); err != nil || !undone.Config.Equal(ner.DefaultConfig()) {
		t.Errorf("%+v, %v", undone, err)
	}
	if _, err := h.service.TuneNER(t.Context(), clerk, true, unseen); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("by a user: %v", err)
	}
}

// Each field is compared with what people entered; an empty value means that the paper names none.
func TestEachFieldIsMeasured(t *testing.T) {
	h := newHouse(t, nil)
	h.taught(t, intake.MinTaught, map[document.Field]string{document.FieldPlaintiff: "ana lopez ruiz; Otra Persona", document.FieldCedula: "1", document.FieldRadicado: "2", document.FieldCourt: ""})
	last := 0
	tuned, err := h.service.TuneNER(t.Context(), chief, true, func(done, _ int) { last = done })
	if err != nil {
		t.Fatal(err)
	}
	n := tuned.TriedOn
	if n == 0 || tuned.LearnedFrom+n != intake.MinTaught || last != tuned.LearnedFrom+2*n || tuned.Before.Told.N() == 0 {
		t.Errorf("%+v, seen %d", tuned, last)
	}
	want := map[document.Field]ner.Score{document.FieldPlaintiff: {Right: n}, document.FieldCedula: {Wrong: n}, document.FieldRadicado: {Missed: n}, document.FieldCourt: {Invented: n}}
	if !maps.Equal(tuned.Before.Fields, want) {
		t.Errorf("%+v, want %+v", tuned.Before.Fields, want)
	}
}

// What people confirm changes nothing that is right already.
func TestConfirmationsLeaveTheWeights(t *testing.T) {
	h := newHouse(t, nil)
	h.taught(t, intake.MinTaught, map[document.Field]string{document.FieldPlaintiff: "ANA LÓPEZ RUIZ", document.FieldCedula: "52418903"})
	tuned, err := h.service.TuneNER(t.Context(), chief, false, unseen)
	if err != nil {
		t.Fatal(err)
	}
	if got := tuned.After.Total(); got.Wrong+got.Missed+got.Invented > 0 {
		t.Errorf("from %+v to %+v: %+v", tuned.From, tuned.To, got)
	}
}
