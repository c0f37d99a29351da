package intake_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestDocumentsSideBySide(t *testing.T) {
	h := newHouse(t, nil)
	work := func(content string) string {
		t.Helper()
		task := h.submit(t, content)
		if err := h.worker.Work(t.Context(), task.ID); err != nil {
			t.Fatal(err)
		}
		return task.DocumentID
	}
	first, copied, edited := work(pdf), work(pdf), work(pdf+"edited")
	change := func(d *document.Document) error {
		d.Text = strings.Replace(d.Text, "columna lumbar", "rodilla", 1)
		return nil
	}
	if err := h.Documents().Update(t.Context(), edited, change); err != nil {
		t.Fatal(err)
	}
	typed := func(fields map[document.Field]string) string {
		t.Helper()
		d, err := h.service.Enter(t.Context(), clerk, entry(fields))
		if err != nil {
			t.Fatal(err)
		}
		return d.ID
	}
	remarks := typed(map[document.Field]string{document.FieldRemarks: "Otra cosa muy distinta."})
	bare := typed(map[document.Field]string{document.FieldCedula: "52418903"})
	for _, c := range []struct {
		rule, left, right string
		relation          document.Relation
		shared            func(float64) bool
		reason            string
	}{
		{"with itself", first, first, document.SameDocument, func(s float64) bool { return s == 1 }, "es el mismo documento"},
		{"with a copy", first, copied, document.SameFile, func(s float64) bool { return s == 1 }, "es el mismo archivo, byte por byte"},
		{"with one that was edited", first, edited, document.SameFacts, func(s float64) bool { return s > 0.9 && s < 1 }, "misma cédula 52.418.903"},
		{"with one that has remarks alone", first, remarks, document.OtherClaim, func(s float64) bool { return s < 0.2 }, "mismo nombre"},
		{"with one that has no text", first, bare, document.OtherDocument, func(s float64) bool { return s == 0 }, "uno de los dos no tiene texto: solo se comparan sus datos"},
		{"two without text", bare, typed(nil), document.OtherDocument, func(s float64) bool { return s == 0 }, "ninguno de los dos tiene texto: solo se comparan sus datos"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			got, err := h.service.Compare(t.Context(), clerk, c.left, c.right)
			if err != nil {
				t.Fatal(err)
			}
			w := got.Config.Weights
			if sum := w.MinHash*got.MinHash + w.TFIDF*got.TFIDF + w.Entity*got.Entity; math.Abs(sum-got.Ensemble) > 1e-9 {
				t.Errorf("by %+v the scores sum to %g, not %g", w, sum, got.Ensemble)
			}
			if got.Relation != c.relation || !c.shared(got.Shared) || !got.Aligned || got.Left.ID != c.left || got.DocumentID != c.right {
				t.Errorf("relation %q, shared %g, aligned %v of %s and %s", got.Relation, got.Shared, got.Aligned, got.Left.ID, got.DocumentID)
			}
			if !slices.Contains(dedup.Texts(got.Reasons), c.reason) {
				t.Errorf("reasons %+v, want %q among them", got.Reasons, c.reason)
			}
			left, right := 0, 0
			for _, p := range got.Passages {
				left, right = left+p.Left.End-p.Left.Start, right+p.Right.End-p.Right.Start
			}
			if left != len([]rune(got.LeftText)) || right != len([]rune(got.RightText)) {
				t.Errorf("passages of %d and %d characters", left, right)
			}
		})
	}
	for _, pair := range [][2]string{{"none", first}, {first, "none"}} {
		if _, err := h.service.Compare(t.Context(), clerk, pair[0], pair[1]); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%v: %v", pair, err)
		}
	}
}

func TestTextsThatAreTooLongAreNotAligned(t *testing.T) {
	h := newHouse(t, nil)
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.Documents().Update(t.Context(), task.DocumentID, func(d *document.Document) error {
		d.Text = strings.Repeat("x", 2_000_001)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	got, err := h.service.Compare(t.Context(), clerk, task.DocumentID, task.DocumentID)
	if err != nil || got.Aligned || len(got.Passages) > 0 || got.Relation != document.SameDocument {
		t.Errorf("%v, aligned %v, %d passages, %s", err, got.Aligned, len(got.Passages), got.Relation)
	}
}
