package intake_test

import (
	"math"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
)

// retune changes the configuration of extraction and fails the test when that
// is refused.
func (h *house) retune(t *testing.T, change func(*ner.Config)) ner.Config {
	t.Helper()
	c, err := h.service.SetNERConfig(t.Context(), chief, func(c *ner.Config) error { change(c); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A document is read under the configuration that is in force at that moment,
// by a worker that runs all the while.
func TestExtractionFollowsTheConfigurationAtOnce(t *testing.T) {
	h := newHouse(t, nil)
	before := h.document(t, h.processed(t).DocumentID)
	h.retune(t, func(c *ner.Config) {
		for i := range c.Extractors {
			c.Extractors[i].Enabled = c.Extractors[i].Name == "pattern"
		}
	})
	after := h.document(t, h.processed(t).DocumentID)
	if !strings.Contains(sources(before), "label") || strings.Contains(sources(after), "label") || !strings.Contains(sources(after), "pattern") {
		t.Errorf("voted before: %s; after: %s", sources(before), sources(after))
	}
}

func sources(d document.Document) (names string) {
	for _, e := range d.Entities {
		for _, s := range e.Sources {
			names += s.Extractor + " "
		}
	}
	return names
}

func TestWhatIsTooUnsureIsAnAlternative(t *testing.T) {
	h := newHouse(t, nil)
	h.retune(t, func(c *ner.Config) { c.MinConfidence = 1 })
	d := h.document(t, h.processed(t).DocumentID)
	if len(d.Entities) > 0 || d.Plaintiff != "" || d.Cedula != "" {
		t.Errorf("filled in: %+v", d)
	}
	if len(d.Alternatives) == 0 || d.Alternatives[0].Field != ner.Plaintiff || d.Alternatives[0].Value != "Ana López Ruiz" || d.Alternatives[0].Page != 1 {
		t.Errorf("alternatives: %+v", d.Alternatives)
	}
}

func TestConfigurationsOfExtractionAreChecked(t *testing.T) {
	h := newHouse(t, nil)
	for rule, change := range map[string]func(*ner.Config){
		"a weight above 1":           func(c *ner.Config) { c.Extractors[1].Weight = 1.01 },
		"a weight below 0":           func(c *ner.Config) { c.Extractors[1].Weight = -0.1 },
		"no number":                  func(c *ner.Config) { c.Extractors[1].Weight = math.NaN() },
		"a least confidence above 1": func(c *ner.Config) { c.MinConfidence = math.Inf(1) },
		"nobody votes": func(c *ner.Config) {
			for i := range c.Extractors {
				c.Extractors[i].Enabled = i == 0
			}
			c.Extractors[0].Weight = 0
		},
	} {
		_, err := h.service.SetNERConfig(t.Context(), chief, func(c *ner.Config) error { change(c); return nil })
		if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || len(f.Details) == 0 {
			t.Errorf("%s: %v", rule, err)
		}
	}
	for _, by := range []account.Actor{clerk, {}} {
		if _, err := h.service.SetNERConfig(t.Context(), by, func(*ner.Config) error { return nil }); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("%+v: %v", by, err)
		}
	}
	if c, err := h.service.NERConfig(t.Context(), clerk); err != nil || !c.Equal(ner.DefaultConfig()) {
		t.Errorf("now in force: %+v, %v", c, err)
	}
}

func TestEveryConfigurationStaysAndCanBeUndone(t *testing.T) {
	h := newHouse(t, nil)
	undo := func() document.Tuning {
		t.Helper()
		tuning, err := h.service.UndoTuning(t.Context(), chief)
		if err != nil {
			t.Fatal(err)
		}
		return tuning
	}
	weight := func(w float64) func(*ner.Config) { return func(c *ner.Config) { c.Extractors[0].Weight = w } }
	h.retune(t, weight(.1))
	h.retune(t, weight(.1)) // the same again is no change
	h.retune(t, weight(.2))
	if got := undo(); got.Number != 3 || got.Config.Extractors[0].Weight != .1 || got.Origin != document.TuningUndone {
		t.Errorf("undone once: %+v", got)
	}
	h.retune(t, weight(.3))
	if got := undo(); got.Config.Extractors[0].Weight != .1 {
		t.Errorf("the change after an undoing, undone: %+v", got)
	}
	if got := undo(); !got.Config.Equal(ner.DefaultConfig()) {
		t.Errorf("undone to the beginning: %+v", got)
	}
	if _, err := h.service.UndoTuning(t.Context(), chief); fault.KindOf(err) != fault.Conflict {
		t.Errorf("nothing is left to undo: %v", err)
	}
	if _, err := h.service.UndoTuning(t.Context(), clerk); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("by a user: %v", err)
	}
	list, err := h.service.NERHistory(t.Context(), clerk, document.PageRequest{Number: 1, Size: 10})
	var weights []float64
	for _, x := range list.Items {
		weights = append(weights, x.Config.Extractors[0].Weight)
		if x.By != chief.Username || x.At.IsZero() {
			t.Errorf("%+v", x)
		}
	}
	if want := []float64{ner.DefaultConfig().Extractors[0].Weight, .1, .3, .1, .2, .1}; err != nil || !equalFloats(weights, want) {
		t.Errorf("weights %v, want %v, %v", weights, want, err)
	}
}

func equalFloats(a, b []float64) bool {
	for i := range a {
		if len(a) != len(b) || a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

func TestCorrectionsAreKeptAsExamples(t *testing.T) {
	h := newHouse(t, nil)
	id := h.processed(t).DocumentID
	validate := func(fields map[document.Field]string) {
		t.Helper()
		if _, err := h.service.Validate(t.Context(), clerk, id, document.Correction{Fields: fields}); err != nil {
			t.Fatal(err)
		}
	}
	examples := func() map[document.Field]document.Example {
		got := map[document.Field]document.Example{}
		if err := h.Examples().Each(t.Context(), func(e *document.Example) error { got[e.Field] = *e; return nil }); err != nil {
			t.Fatal(err)
		}
		return got
	}
	validate(map[document.Field]string{document.FieldPlaintiff: " Ana López  Ruiz ", document.FieldCedula: "52418904", document.FieldRemarks: "x"})
	got := examples()
	if len(got) != 2 {
		t.Fatalf("examples: %+v", got)
	}
	cedula := got[document.FieldCedula]
	if cedula.DocumentID != id || cedula.Corrected != "52418904" || cedula.At.IsZero() {
		t.Errorf("%+v", cedula)
	}
	validate(map[document.Field]string{document.FieldCedula: "52418905", document.FieldEmail: ""})
	if got = examples(); got[document.FieldCedula].Corrected != "52418905" || len(got) != 3 {
		t.Errorf("examples: %+v", got)
	}
	if err := h.service.Delete(t.Context(), chief, id); err != nil || len(examples()) != 0 {
		t.Errorf("after the document is deleted: %+v, %v", examples(), err)
	}
}

func TestWhatPeopleTypeTeachesNothing(t *testing.T) {
	h := newHouse(t, nil)
	d, err := h.service.Enter(t.Context(), clerk, document.Entry{Fields: map[document.Field]string{document.FieldActa: "1", document.FieldPlaintiff: "ANA", document.FieldDefendant: "EPS"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{Fields: map[document.Field]string{document.FieldPlaintiff: "Ana"}}); err != nil {
		t.Fatal(err)
	}
	if err := h.Examples().Each(t.Context(), func(e *document.Example) error { t.Errorf("%+v", e); return nil }); err != nil {
		t.Fatal(err)
	}
}
