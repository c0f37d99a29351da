package intake_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sheet"
	"github.com/cotejo/cotejo/ports"
)

// texts is a collection; a text "!" cannot be read.
func texts(all ...document.Text) func(yield func(func(context.Context) (document.Text, error), error) bool) {
	return func(yield func(func(context.Context) (document.Text, error), error) bool) {
		for _, t := range all {
			read := func(context.Context) (document.Text, error) {
				if t.Text == "!" {
					return t, errors.New("no se puede leer")
				}
				return t, nil
			}
			if !yield(read, nil) {
				return
			}
		}
	}
}

func many(n int) (all []document.Text) {
	for i := range n {
		all = append(all, document.Text{ID: fmt.Sprint("caso-", i), Known: true, Parties: dedup.Parties{Plaintiff: "Ana López Ruiz", Cedula: fmt.Sprint(52418000 + i)},
			Text: fmt.Sprintf("Señor juez, mi caso es el %d: la EPS me niega el medicamento número %d desde hace %d días.", i, i*7, i*3)})
	}
	return all
}

func TestTextsAreImportedOnce(t *testing.T) {
	h := newHouse(t, nil)
	all := many(2500)
	all[3].Text, all[4].Text, all[5].Type = "!", " \n", "¿qué?"
	all[6].ID = "0190a0b0-1111-7222-8333-444455556666"
	all = append(all, all[10], document.Text{Text: "Sin nombre ni partes."}, document.Text{Text: "Sin nombre ni partes."})
	run := func(dry bool) sheet.Report {
		report, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(all...), DryRun: dry})
		if err != nil {
			t.Fatal(err)
		}
		var rows []int
		for _, e := range report.Errors {
			rows = append(rows, e.Row)
		}
		if !slices.Equal(rows, []int{4, 5, 6}) || report.Failed != 3 || report.Rows != 2503 {
			t.Errorf("%+v", report)
		}
		return report
	}
	if r := run(true); r.Imported != 2498 || r.Skipped != 2 {
		t.Errorf("a dry run says %d new, %d known", r.Imported, r.Skipped)
	}
	if list, err := h.service.List(t.Context(), clerk, document.Filter{}, document.PageRequest{Number: 1, Size: 1}); err != nil || list.Total != 0 {
		t.Fatalf("after a dry run there are %d, %v", list.Total, err)
	}
	if r := run(false); r.Imported != 2498 || r.Skipped != 2 {
		t.Errorf("%d new, %d known", r.Imported, r.Skipped)
	}
	if _, err := h.Documents().Get(t.Context(), all[6].ID); err != nil {
		t.Errorf("an ID that is one of the service's is kept: %v", err)
	}
	// Cut short between the documents and their fingerprints, it goes on.
	var ids []string
	err := h.Documents().Each(t.Context(), document.Filter{}, func(d *document.Document) error { ids = append(ids, d.ID); return nil })
	if err != nil || len(ids) != 2498 {
		t.Fatal(len(ids), err)
	}
	if err := errors.Join(h.Index().Delete(t.Context(), ids[0]), h.Index().Delete(t.Context(), ids[2000])); err != nil {
		t.Fatal(err)
	}
	if r := run(false); r.Imported != 0 || r.Skipped != 2500 {
		t.Errorf("again: %d new, %d known", r.Imported, r.Skipped)
	}
	if missing, err := h.Loader().WithoutFingerprint(t.Context(), ids); err != nil || len(missing) > 0 {
		t.Errorf("%d cannot be compared, %v", len(missing), err)
	}
}

// The IDs of a numbered collection begin alike, each kind of name by itself.
func TestIDsOfNumberedTextsLieTogether(t *testing.T) {
	h := newHouse(t, nil)
	names := []string{"caso-7", "caso-8", "caso-1234", "caso-9.pdf", "2024/caso-5", "caso"}
	var all []document.Text
	for _, name := range names {
		all = append(all, document.Text{ID: name, Text: "Señor juez, esto es " + name})
	}
	if _, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(all...)}); err != nil {
		t.Fatal(err)
	}
	series := map[string]string{} // the beginning of the ID, by name
	err := h.Documents().Each(t.Context(), document.Filter{}, func(d *document.Document) error { series[d.FileName] = d.ID[:13]; return nil })
	if err != nil || len(series) != len(names) {
		t.Fatal(series, err)
	}
	for name, alike := range map[string]bool{"caso-8": true, "caso-9.pdf": true, "caso-1234": false, "2024/caso-5": false, "caso": false} {
		if got := series[document.CleanFileName(name)] == series["caso-7"]; got != alike {
			t.Errorf("%s and caso-7 begin alike: %t", name, got)
		}
	}
}

// A collection that was taken in when IDs said nothing of its series is known.
func TestTextsThatAnOlderProgramImportedAreKnown(t *testing.T) {
	h := newHouse(t, nil)
	if err := h.Documents().Create(t.Context(), document.Document{ID: "e7da4e42-23ee-8df6-8add-ec91d6b6670e", Text: "Señor juez"}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // with and without its fingerprint
		report, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(document.Text{ID: "caso-7", Text: "Señor juez"})})
		if err != nil || report.Imported != 0 || report.Skipped != 1 {
			t.Fatal(report, err)
		}
	}
	if _, err := h.Index().Get(t.Context(), "e7da4e42-23ee-8df6-8add-ec91d6b6670e"); err != nil {
		t.Errorf("it has no fingerprint: %v", err)
	}
}

func TestACollectionThatEndsBadlyIsToldOf(t *testing.T) {
	h := newHouse(t, nil)
	broken := func(yield func(func(context.Context) (document.Text, error), error) bool) {
		texts(many(5)...)(yield)
		yield(nil, errors.New("the disk is gone"))
	}
	if _, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: broken}); err == nil || err.Error() != "the disk is gone" {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := h.service.ImportTexts(ctx, clerk, document.TextImport{Texts: texts(many(5000)...), Progress: func(int) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// loads says how the store of a house takes many documents in, and what it took.
type loads struct {
	patience, each time.Duration // of a transaction, and what a document takes of it
	sizes          []int         // of the transactions
}

type pacedLoader struct {
	ports.Loader
	house *house
}

func (l pacedLoader) Patience() time.Duration { return l.house.loads.patience }

func (l pacedLoader) LoadDocuments(ctx context.Context, all []document.Loadable) error {
	l.house.loads.sizes = append(l.house.loads.sizes, len(all))
	l.house.clock.advance(time.Duration(len(all)) * l.house.loads.each)
	return l.Loader.LoadDocuments(ctx, all)
}

func TestAnImportKeepsOthersFromWritingNoLongerThanTheyHavePatience(t *testing.T) {
	for name, c := range map[string]struct {
		loads          loads
		texts          int
		longest, after int // documents of a transaction: the most, and the least behind the first ones
	}{
		"others can write":    {loads{each: time.Millisecond}, 6000, 2531, 0},
		"a usual machine":     {loads{patience: 250 * time.Millisecond, each: 500 * time.Microsecond}, 2500, 531, 350},
		"a fast one":          {loads{patience: 250 * time.Millisecond, each: 100 * time.Microsecond}, 6000, 2531, 1000},
		"one that takes ages": {loads{patience: 10 * time.Millisecond, each: time.Millisecond}, 1500, 531, 250},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			h.loads = c.loads
			report, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(many(c.texts)...)})
			if err != nil || report.Imported != c.texts {
				t.Fatalf("%+v, %v", report, err)
			}
			sizes := h.loads.sizes[:len(h.loads.sizes)-1] // the last has what is left
			if slices.Max(sizes) > c.longest {
				t.Errorf("transactions of %d documents", sizes)
			}
			// One waits, and another is being made, when the first one's time is known.
			if behind := sizes[min(4, len(sizes)-1):]; slices.Min(behind) < c.after {
				t.Errorf("transactions of no more than %d documents", behind)
			}
			// The second is made while the first is written.
			if c.after == 250 && slices.Max(sizes[2:]) > 281 {
				t.Errorf("transactions of %d documents where each takes ages", sizes)
			}
		})
	}
}
