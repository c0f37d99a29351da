package memstore

import (
	"context"
	"maps"
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// documents implements ports.Documents, ports.Recurrences and ports.Tallies.
type documents struct{ *table[document.Document] }

func (d documents) Delete(ctx context.Context, id string) error {
	return d.s.do(ctx, func() error {
		if _, err := d.find(id); err != nil {
			return err
		}
		d.drop(id)
		d.s.examples.dropAll(func(e document.Example) bool { return e.DocumentID == id })
		return nil
	})
}

// chosen returns copies of the documents that takes accepts, oldest first.
func (d documents) chosen(ctx context.Context, takes func(*document.Document) bool) ([]document.Document, error) {
	return ask(ctx, d.s, func() ([]document.Document, error) { return clone(d.sorted(takes)), nil })
}

func every(*document.Document) bool { return true }

func (d documents) List(ctx context.Context, f document.Filter, page document.PageRequest) (document.Listing, error) {
	all, err := d.chosen(ctx, f.Takes)
	return newestFirst(summaries(all), page), err
}

func (d documents) Each(ctx context.Context, f document.Filter, visit func(*document.Document) error) error {
	all, err := d.chosen(ctx, f.Takes)
	for i := range all {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			doc := &all[i]
			doc.Text, doc.Pages, doc.Entities, doc.Alternatives, doc.Duplicates, doc.Suggested = "", nil, nil, nil, 0, document.Suggestion{}
			err = visit(doc)
		}
	}
	return err
}

func (d documents) Summaries(ctx context.Context, ids []string) (map[string]document.Summary, error) {
	all, err := d.chosen(ctx, func(d *document.Document) bool { return slices.Contains(ids, d.ID) })
	found := map[string]document.Summary{}
	for _, doc := range all {
		found[doc.ID] = doc.Summary()
	}
	return found, err
}

func (d documents) WithSHA256(ctx context.Context, sha256 string) (ids []string, err error) {
	all, err := d.chosen(ctx, func(d *document.Document) bool { return sha256 != "" && d.SHA256 == sha256 })
	for _, doc := range all {
		ids = append(ids, doc.ID)
	}
	return ids, err
}

func (d documents) WithKeys(ctx context.Context, keys []document.Key, except string, limit int) (document.Matches, error) {
	all, err := d.chosen(ctx, func(d *document.Document) bool {
		return d.ID != except && slices.ContainsFunc(d.Keys(), func(k document.Key) bool { return slices.Contains(keys, k) })
	})
	l := newestFirst(summaries(all), document.PageRequest{Number: 1, Size: limit})
	return document.Matches{Items: l.Items, Total: l.Total}, err
}

func (d documents) Bearers(ctx context.Context, keys []document.Key) (map[document.Key][]string, error) {
	all, err := d.chosen(ctx, every)
	bearers := map[document.Key][]string{}
	for _, doc := range all {
		for _, k := range doc.Keys() {
			bearers[k] = append(bearers[k], doc.ID)
		}
	}
	found := map[document.Key][]string{}
	for _, k := range keys {
		if ids := bearers[k]; len(ids) > 0 {
			found[k] = slices.Compact([]string{slices.Min(ids), slices.Max(ids)})
		}
	}
	return found, err
}

func summaries(all []document.Document) (rows []document.Summary) {
	for _, doc := range all {
		rows = append(rows, doc.Summary())
	}
	return rows
}

func (d documents) ByKind(ctx context.Context) ([]document.Tally, error) {
	all, err := d.chosen(ctx, every)
	var tallies []document.Tally
	for _, doc := range all {
		i := slices.IndexFunc(tallies, func(t document.Tally) bool { return t.Type == doc.Type && t.Status == doc.Status })
		if i < 0 {
			i = len(tallies)
			tallies = append(tallies, document.Tally{Type: doc.Type, Status: doc.Status})
		}
		t := &tallies[i]
		t.Documents++
		if doc.IsRead() {
			t.Read++
			t.Reading += doc.ProcessingTime
			t.Confidence += doc.OCRConfidence
			if doc.OCRConfidence > 0 {
				t.Legible++
			}
		}
		if doc.TypedIn {
			t.TypedIn++
		}
		if doc.Duplicates > 0 {
			t.Duplicated++
		}
	}
	return tallies, err
}

func (d documents) PerDay(ctx context.Context, from, to document.Day) (map[document.Day]int, error) {
	all, err := d.chosen(ctx, func(d *document.Document) bool {
		day := document.DayOf(d.CreatedAt)
		return from <= day && day <= to
	})
	days := map[document.Day]int{}
	for _, doc := range all {
		days[document.DayOf(doc.CreatedAt)]++
	}
	return days, err
}

// originals implements ports.OriginalKeys.
type originals struct{ *Store }

func (o originals) Referenced(ctx context.Context, keys []string) (map[string]bool, error) {
	return ask(ctx, o.Store, func() (map[string]bool, error) {
		named := map[string]bool{}
		for _, d := range o.documents.rows {
			named[d.OriginalKey] = true
		}
		for _, t := range o.tasks.rows {
			named[t.OriginalKey] = true
		}
		maps.DeleteFunc(named, func(key string, _ bool) bool { return key == "" || !slices.Contains(keys, key) })
		return named, nil
	})
}

// history implements ports.History.
type history struct{ log[document.Change] }

func (h history) Append(ctx context.Context, changes []document.Change) error {
	for _, c := range changes {
		if err := h.add(ctx, c.DocumentID, c); err != nil {
			return err
		}
	}
	return nil
}

func (h history) List(ctx context.Context, documentID string, page document.PageRequest) (document.ChangeListing, error) {
	return h.page(ctx, documentID, page)
}

// loader implements ports.Loader one by one: there is nothing to be faster at.
type loader struct{ *Store }

func (l loader) Load(ctx context.Context, batch []document.Loadable) error {
	return l.InView(ctx, func(ctx context.Context) error {
		for _, d := range batch {
			if err := l.documents.Create(ctx, d.Document); err != nil {
				return err
			}
			if err := l.index.Put(ctx, d.Fingerprint); err != nil {
				return err
			}
		}
		return nil
	})
}
