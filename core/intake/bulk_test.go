package intake_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sheet"
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
