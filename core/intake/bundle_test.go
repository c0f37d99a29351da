package intake_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// A file of two filings has the fields of the first. Each of them is found in another file.
func TestEachFilingOfABundleIsCompared(t *testing.T) {
	made := filings.New(3, filings.Tuning())
	first, second, third := made.Of(document.Tutela), made.Of(document.Tutela), made.Of(document.Tutela)
	pages := func(f filings.Filing) []string { return strings.Split(f.Text, document.PageBreak) }
	h := newHouse(t, nil)
	read := func(name string, texts []string) document.Document {
		t.Helper()
		h.reader.texts = texts
		task, err := h.service.Submit(t.Context(), clerk, upload(name+".pdf", pdf+name, ""))
		if err != nil {
			t.Fatal(err)
		}
		return h.worked(t, task)
	}
	earlier := read("earlier", pages(second))
	bundle := read("bundle", slices.Concat(pages(first), pages(second), pages(third)))
	later := read("later", pages(third))

	if !first.Gold.Has(ner.Plaintiff, bundle.Plaintiff) || !bundle.NeedsReview || !strings.Contains(strings.Join(bundle.Warnings(), "|"), "parece contener 3 escritos: páginas 1–") {
		t.Errorf("plaintiff %q, needs review %v, warnings %q", bundle.Plaintiff, bundle.NeedsReview, bundle.Warnings())
	}
	if parts := bundle.Filings(); !strings.Contains(parts[0].Text, pages(first)[0]) || strings.Contains(parts[0].Text, pages(second)[0]) {
		t.Error("the first filing has the text of the second")
	}
	for _, pair := range [][2]document.Document{{bundle, earlier}, {earlier, bundle}, {later, bundle}, {bundle, later}} {
		related, err := h.service.Duplicates(t.Context(), clerk, pair[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(related.Duplicates, func(d document.Duplicate) bool { return d.DocumentID == pair[1].ID })
		if at < 0 || !slices.ContainsFunc(related.Duplicates[at].Reasons, func(r dedup.Reason) bool {
			return r.Code == "filing" && strings.HasPrefix(r.Left+r.Right, "desde la página ")
		}) {
			t.Errorf("duplicates of %s: %+v", pair[0].FileName, related.Duplicates)
		}
	}
	for _, want := range []document.Pair{
		{DocumentID: bundle.ID, EarlierID: earlier.ID, Page: 1 + len(pages(first)), EarlierPage: 1},
		{DocumentID: later.ID, EarlierID: bundle.ID, Page: 1, EarlierPage: 1 + len(pages(first)) + len(pages(second))},
	} {
		p, err := h.Pairs().Get(t.Context(), want.DocumentID, want.EarlierID)
		if err != nil || p.Page != want.Page || p.EarlierPage != want.EarlierPage {
			t.Errorf("a pair of the pages %d and %d, want %d and %d: %v", p.Page, p.EarlierPage, want.Page, want.EarlierPage, err)
		}
		if strings.Contains(p.Reason, "()") || !strings.Contains(p.Reason, " | desde la página ") {
			t.Errorf("reason without values: %q", p.Reason)
		}
	}
	c, err := h.service.Compare(t.Context(), clerk, later.ID, bundle.ID)
	if err != nil || c.Relation != document.SameFacts || c.Shared < .99 {
		t.Errorf("compared: %s, %.2f shared, %v", c.Relation, c.Shared, err)
	}
	// What is marked on a page are words of the filing on that page, not of the first filing.
	whole := []rune(bundle.Text)
	for _, p := range c.Passages {
		if got := string(whole[p.Right.Start:p.Right.End]); !strings.Contains(third.Text, strings.TrimSpace(got)) {
			t.Errorf("a passage of another filing is marked: %q", got)
		}
	}
	if at := c.Passages[0].Right.Start; at != c.RightStart || !strings.HasPrefix(string(whole[at:]), c.RightText) {
		t.Errorf("the passages start at %d, the filing at %d", at, c.RightStart)
	}
	// A stored pair says which filings are compared, even if others match better.
	stored, err := h.Pairs().Get(t.Context(), later.ID, bundle.ID)
	if err != nil {
		t.Fatal(err)
	}
	stored.EarlierPage = 1
	if err := h.Pairs().Put(t.Context(), stored); err != nil {
		t.Fatal(err)
	}
	if c, err = h.service.Compare(t.Context(), clerk, bundle.ID, later.ID); err != nil || c.LeftStart != 0 || !strings.HasPrefix(bundle.Text, c.LeftText) {
		t.Errorf("the pair of the first page is compared from %d on: %v", c.LeftStart, err)
	}
	if _, err := h.service.Reindex(t.Context(), clerk, true, func(bool) {}); err != nil {
		t.Fatal(err)
	}
	prints := bundle.Filings()
	for i, f := range prints {
		if _, err := h.Index().Get(t.Context(), f.ID); err != nil {
			t.Errorf("filing %d after indexing again: %v", i+1, err)
		}
	}
	if err := h.service.Delete(t.Context(), chief, bundle.ID); err != nil {
		t.Fatal(err)
	}
	for i, f := range prints {
		if _, err := h.Index().Get(t.Context(), f.ID); err == nil {
			t.Errorf("filing %d is found after the file was deleted", i+1)
		}
	}
}

// A preview compares the filings of a pair that matched, not the first ones of their files.
func TestPreviewComparesMatchedFilings(t *testing.T) {
	made := filings.New(3, filings.Tuning())
	first, second := made.Of(document.Tutela), made.Of(document.Tutela)
	pages := func(f filings.Filing) []string { return strings.Split(f.Text, document.PageBreak) }
	h := newHouse(t, nil)
	for i, texts := range [][]string{slices.Concat(pages(first), pages(second)), pages(made.Noisy(second, .01))} {
		name := fmt.Sprint("file", i)
		h.reader.texts = texts
		task, err := h.service.Submit(t.Context(), clerk, upload(name+".pdf", pdf+name, ""))
		if err != nil {
			t.Fatal(err)
		}
		h.worked(t, task)
	}
	p, err := h.service.PreviewDedup(t.Context(), chief, func(c *dedup.Config) { c.Weights = dedup.Weights{MinHash: 1}; c.Thresholds.Tutela = 1 }, ignored)
	if err != nil || p.Pairs != 1 || len(p.Stop) != 1 || p.Stop[0].Before.Relation != document.SameFacts {
		t.Errorf("%+v, %v", p, err)
	}
}
