package intake_test

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/ports"
)

// finder is a ports.Search that looks at every document and gives all that
// match, oldest first.
type finder struct{ ports.Documents }

func (f finder) Find(ctx context.Context, q search.Query, filter document.Filter, _ document.SearchOrder, page document.PageRequest) (document.Listing, error) {
	found := document.Listing{Page: page}
	err := f.Each(ctx, filter, func(d *document.Document) error {
		whole, err := f.Get(ctx, d.ID)
		if err == nil && q.Matches(whole.SearchEntry()) {
			found.Items = append(found.Items, whole.Summary())
		}
		return err
	})
	found.Total = len(found.Items)
	return found, err
}

func (f finder) Passages(ctx context.Context, ids []string) (map[string]string, error) {
	passages := map[string]string{}
	for _, id := range ids {
		d, err := f.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		passages[id] = cmp.Or(d.Text, d.Remarks)
	}
	return passages, nil
}

func TestWhatIsProcessedAndTypedInIsFound(t *testing.T) {
	h := newHouse(t, nil)
	h.processed(t)
	entered, err := h.service.Enter(t.Context(), clerk, document.Entry{Fields: map[document.Field]string{
		document.FieldActa: "77", document.FieldPlaintiff: "Eva Ruiz", document.FieldDefendant: "Sanitas", document.FieldRemarks: "por la cédula 52 418 903"}})
	if err != nil {
		t.Fatal(err)
	}
	find := func(text string) document.Found {
		t.Helper()
		found, err := h.service.Search(t.Context(), clerk, document.Search{Text: text, Order: document.ByRelevance, Page: document.PageRequest{Number: 1, Size: 20}})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	found := find("52418903")
	if found.Total != 2 || found.Items[0].Plaintiff != "Ana López Ruiz" || found.Items[1].ID != entered.ID {
		t.Fatalf("found %+v", found)
	}
	for i, want := range []string{"52.418.903", "52 418 903"} {
		s := found.Items[i].Snippet
		if len(s.Marks) != 1 || string([]rune(s.Text)[s.Marks[0].Start:s.Marks[0].End]) != want {
			t.Errorf("snippet %+v, want %s marked", s, want)
		}
	}
	if _, err := h.service.Validate(t.Context(), clerk, entered.ID, document.Correction{Fields: map[document.Field]string{document.FieldPlaintiff: "Berta Cáceres"}}); err != nil {
		t.Fatal(err)
	}
	if now := find("berta caceres"); now.Total != 1 || now.Items[0].Status != document.Validated {
		t.Errorf("after a correction: %+v", now)
	}
	if before := find("eva"); before.Total != 0 {
		t.Errorf("before the correction: %+v", before)
	}
}

func TestASearchThatFailsIsToldSo(t *testing.T) {
	h := newHouse(t, nil)
	broken := errors.New("no passages")
	h.service.Deps.Finder = noPassages{h.service.Deps.Finder, broken}
	_, err := h.service.Search(t.Context(), clerk, document.Search{Text: strings.Repeat("x", 10), Page: document.PageRequest{Number: 1, Size: 1}})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type noPassages struct {
	ports.Search
	err error
}

func (n noPassages) Passages(ctx context.Context, ids []string) (map[string]string, error) {
	return nil, n.err
}
