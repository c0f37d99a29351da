package intake_test

import (
	"fmt"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestAPreviewTellsWhatWouldChangeAndChangesNothing(t *testing.T) {
	h, earlier, later := twoOfOne(t)
	p, err := h.service.PreviewDedup(t.Context(), chief, func(c *dedup.Config) { c.Thresholds = dedup.Thresholds{Tutela: 1, Habeas: 1, Default: 1} }, ignored)
	if err != nil || p.Pairs != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	if p, err := h.service.PreviewDedup(t.Context(), chief, func(*dedup.Config) {}, ignored); err != nil || len(p.Stop)+len(p.Start) != 0 {
		t.Errorf("the configuration of now changes %+v, %v", p, err)
	}
	p, err = h.service.PreviewDedup(t.Context(), chief, func(c *dedup.Config) { c.Weights = dedup.Weights{MinHash: 1}; c.Thresholds.Tutela = 1 }, ignored)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Stop {
		if c.DocumentID != later || c.EarlierID != earlier || c.Before.Relation != document.SameFacts || c.After.Relation == document.SameFacts {
			t.Errorf("would stop: %+v", c)
		}
	}
	if now, err := h.service.DedupConfig(t.Context(), clerk); err != nil || now != dedup.DefaultConfig() {
		t.Errorf("in force %+v, %v", now, err)
	}
	if _, err := h.service.PreviewDedup(t.Context(), chief, func(c *dedup.Config) { c.Weights.MinHash = 2 }, ignored); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("a weight of 2: %v", err)
	}
	if _, err := h.service.PreviewDedup(t.Context(), clerk, func(*dedup.Config) {}, ignored); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("by a clerk: %v", err)
	}
}

// taughtPairs stores pairs of typed in documents and decides on each: those of an odd
// number are the same case, and a clerk says so of none and of all others.
func taughtPairs(t *testing.T, h *house, n int, decide func(i int) document.PairVerdict) {
	t.Helper()
	for i := range n {
		text := fmt.Sprintf("Solicito la entrega del medicamento número %d ordenado el %d de marzo por el médico tratante de la clínica, que la entidad no ha entregado.", i, i%28+1)
		fields := map[document.Field]string{document.FieldPlaintiff: fmt.Sprintf("Ana %c López Ruiz", 'A'+i%26), document.FieldCedula: fmt.Sprint(20923000 + i), document.FieldRemarks: text}
		a := h.enter(t, fields)
		fields[document.FieldRemarks] += " Adjunto copia de la orden."
		b := h.enter(t, fields)
		if _, err := h.service.Decide(t.Context(), clerk, b.ID, a.ID, decide(i), ""); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTuningByDecisions(t *testing.T) {
	h := newHouse(t, nil)
	quiet := func(int, int) {}
	if _, err := h.service.TuneDedup(t.Context(), chief, false, quiet); fault.KindOf(err) != fault.RuleViolated {
		t.Fatalf("without decisions: %v", err)
	}
	if _, err := h.service.TuneDedup(t.Context(), clerk, false, quiet); fault.KindOf(err) != fault.Forbidden {
		t.Fatalf("by a clerk: %v", err)
	}
	taughtPairs(t, h, 60, func(i int) document.PairVerdict {
		if i%5 == 0 {
			return document.NotDuplicate
		}
		return document.IsDuplicate
	})
	// So high a threshold misses what people confirm.
	if _, err := h.service.SetDedupConfig(t.Context(), chief, func(c *dedup.Config) { c.Thresholds.Tutela = 1 }); err != nil {
		t.Fatal(err)
	}
	dry, err := h.service.TuneDedup(t.Context(), chief, true, quiet)
	if err != nil || dry.Stored || dry.LearnedFrom+dry.Before.Pairs() != 60 || dry.Before.Pairs() == 0 {
		t.Fatalf("%+v, %v", dry, err)
	}
	tuned, err := h.service.TuneDedup(t.Context(), chief, false, quiet)
	if err != nil || tuned.To != dry.To || !tuned.Stored || tuned.To.Thresholds.Tutela >= 1 || tuned.After.Missed >= tuned.Before.Missed {
		t.Fatalf("%+v, %v", tuned, err)
	}
	if now, _ := h.service.DedupConfig(t.Context(), clerk); now != tuned.To {
		t.Errorf("in force %+v after %+v", now, tuned)
	}
}

func TestAConfigurationOfComparingCanBeUndone(t *testing.T) {
	h := newHouse(t, nil)
	if _, err := h.service.UndoDedupConfig(t.Context(), chief); fault.KindOf(err) != fault.Conflict {
		t.Fatalf("nothing to undo: %v", err)
	}
	set := func(threshold float64) {
		t.Helper()
		if _, err := h.service.SetDedupConfig(t.Context(), chief, func(c *dedup.Config) { c.Thresholds.Tutela = threshold }); err != nil {
			t.Fatal(err)
		}
	}
	set(.8)
	set(.9)
	for _, want := range []float64{.8, dedup.DefaultConfig().Thresholds.Tutela} {
		got, err := h.service.UndoDedupConfig(t.Context(), chief)
		if err != nil || got.Config.Thresholds.Tutela != want || got.Origin != document.TuningUndone || got.By != chief.Username {
			t.Fatalf("undone to %+v, %v, want %v", got, err, want)
		}
	}
	list, err := h.service.DedupHistory(t.Context(), clerk, document.PageRequest{Number: 1, Size: 10})
	if err != nil || list.Total != 4 {
		t.Errorf("history %+v, %v", list, err)
	}
	if _, err := h.service.UndoDedupConfig(t.Context(), clerk); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("by a clerk: %v", err)
	}
}

func ignored(int, int) {} // progress
