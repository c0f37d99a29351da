package intake_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/ports"
)

// texts is a collection; a text "!" cannot be read.
func texts(all ...document.Text) func(yield func(document.UnreadText, error) bool) {
	return func(yield func(document.UnreadText, error) bool) {
		for _, t := range all {
			read := func(context.Context) (document.Text, error) {
				if t.Text == "!" {
					return t, errors.New("no se puede leer")
				}
				return t, nil
			}
			if !yield(document.UnreadText{Size: len(t.Text), Read: read}, nil) {
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
	all[7].Text = strings.Repeat("largo ", 1000)
	all[6].ID = "0190a0b0-1111-7222-8333-444455556666"
	all = append(all, all[10], document.Text{Text: "Sin nombre ni partes."}, document.Text{Text: "Sin nombre ni partes."})
	run := func(dry bool) spreadsheet.Report {
		report, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(all...), DryRun: dry, MaxText: 5000})
		if err != nil {
			t.Fatal(err)
		}
		var rows []int
		for _, e := range report.Errors {
			rows = append(rows, e.Row)
		}
		if !slices.Equal(rows, []int{4, 5, 6, 8}) || report.Failed != 4 || report.Rows != 2503 {
			t.Errorf("%+v", report)
		}
		return report
	}
	if r := run(true); r.Imported != 2497 || r.Skipped != 2 {
		t.Errorf("a dry run says %d new, %d known", r.Imported, r.Skipped)
	}
	if list, err := h.service.List(t.Context(), clerk, document.Filter{}, document.PageRequest{Number: 1, Size: 1}); err != nil || list.Total != 0 {
		t.Fatalf("after a dry run there are %d, %v", list.Total, err)
	}
	if r := run(false); r.Imported != 2497 || r.Skipped != 2 {
		t.Errorf("%d new, %d known", r.Imported, r.Skipped)
	}
	if _, err := h.Documents().Get(t.Context(), all[6].ID); err != nil {
		t.Errorf("an ID that is one of the service's is kept: %v", err)
	}
	err := h.Documents().Each(t.Context(), document.Filter{}, func(d *document.Document) error {
		f, err := h.Index().Get(t.Context(), d.ID)
		if err == nil && len(f.Keys()) == 0 {
			err = fmt.Errorf("%s has no keys", d.ID)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if r := run(false); r.Imported != 0 || r.Skipped != 2499 {
		t.Errorf("again: %d new, %d known", r.Imported, r.Skipped)
	}
	list, err := h.service.List(t.Context(), clerk, document.Filter{}, document.PageRequest{Number: 1, Size: 3})
	if err != nil || list.Total != 2497 || list.Items[0].FileName != "Texto 2502" || list.Items[2].FileName != "caso-2498" {
		t.Errorf("the list is not in the order of the collection: %+v, %v", list, err)
	}
}

func TestACollectionThatEndsBadlyIsToldOf(t *testing.T) {
	h := newHouse(t, nil)
	broken := func(yield func(document.UnreadText, error) bool) {
		texts(many(5)...)(yield)
		yield(document.UnreadText{}, errors.New("the disk is gone"))
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

// hookedLoader calls the house's hook before each batch is stored.
type hookedLoader struct {
	ports.Loader
	house *house
}

func (l hookedLoader) Load(ctx context.Context, batch []document.Loadable) error {
	if l.house.loading != nil {
		if err := l.house.loading(ctx, batch); err != nil {
			return err
		}
	}
	return l.Loader.Load(ctx, batch)
}

func TestImportBoundsBatches(t *testing.T) {
	long := many(13)
	for i := range long {
		long[i].Text += strings.Repeat(" y además", 40_000)
	}
	for name, c := range map[string]struct {
		texts []document.Text
		sizes []int
	}{
		"by documents": {many(2203), []int{1000, 1000, 203}},
		"by length":    {long, []int{11, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			var sizes []int
			h.loading = func(ctx context.Context, batch []document.Loadable) error {
				sizes = append(sizes, len(batch))
				// Others write before each batch: the import holds no transaction.
				return h.InTx(ctx, func(ctx context.Context) error {
					return h.Documents().Create(ctx, document.Document{ID: fmt.Sprint("other ", len(sizes))})
				})
			}
			if _, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(c.texts...)}); err != nil || !slices.Equal(sizes, c.sizes) {
				t.Errorf("batches of %d documents, %v; want %d", sizes, err, c.sizes)
			}
		})
	}
}

func TestImportContinuesAfterFailedBatch(t *testing.T) {
	h := newHouse(t, nil)
	broken := errors.New("the disk is full")
	batches := 0
	h.loading = func(context.Context, []document.Loadable) error {
		if batches++; batches == 2 {
			return broken
		}
		return nil
	}
	report, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(many(1203)...)})
	if !errors.Is(err, broken) || report.Rows != 1000 || report.Imported != 1000 {
		t.Errorf("%+v, %v", report, err)
	}
	report, err = h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(many(1203)...)})
	if err != nil || report.Imported != 203 || report.Skipped != 1000 {
		t.Errorf("called again: %+v, %v", report, err)
	}
}

// Another import stores the same collection meanwhile.
func TestImportSkipsConcurrentlyStoredTexts(t *testing.T) {
	h := newHouse(t, nil)
	h.loading = func(ctx context.Context, batch []document.Loadable) error {
		h.loading = nil
		return h.Documents().Create(ctx, batch[3].Document)
	}
	report, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(many(10)...)})
	if err != nil || report.Imported != 9 || report.Skipped != 1 || report.Rows != 10 {
		t.Errorf("%+v, %v", report, err)
	}
	always := 0
	h.loading = func(ctx context.Context, batch []document.Loadable) error {
		always++
		return fault.New(fault.Conflict, "taken", "Ya existe.")
	}
	more := []document.Text{{ID: "nuevo", Text: "Señor juez"}}
	if _, err := h.service.ImportTexts(t.Context(), clerk, document.TextImport{Texts: texts(more...)}); fault.KindOf(err) != fault.Conflict || always > 5 {
		t.Errorf("%v after %d tries", err, always)
	}
}
