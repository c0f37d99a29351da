package memstore

import (
	"cmp"
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
		delete(d.s.words.rows, id)
		d.s.pairs.dropAll(func(p document.Pair) bool { return p.DocumentID == id || p.EarlierID == id })
		d.s.examples.dropAll(func(e document.Example) bool { return e.DocumentID == id })
		letters{d.s.letters, d.s.members}.remove(id)
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
	if f.ByDue {
		slices.SortStableFunc(all, func(a, b document.Document) int { return cmp.Compare(a.Due, b.Due) })
		return oldestFirst(summaries(all), page), err
	}
	return newestFirst(summaries(all), page), err
}

func (d documents) Each(ctx context.Context, f document.Filter, visit func(*document.Document) error) error {
	return d.each(ctx, f, func(doc *document.Document) error {
		doc.Entities, doc.Alternatives, doc.Due, doc.Assignee = nil, nil, 0, ""
		return visit(doc)
	})
}

func (d documents) each(ctx context.Context, f document.Filter, visit func(*document.Document) error) error {
	all, err := d.chosen(ctx, f.Takes)
	for i := range all {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			doc := &all[i]
			doc.Text, doc.Pages, doc.Duplicates, doc.Suggested, doc.Doubts = "", nil, 0, document.Suggestion{}, nil
			err = visit(doc)
		}
	}
	return err
}

func (d documents) EachPaired(ctx context.Context, f document.Filter, visit func(*document.Document, []document.EarlierPair) error) error {
	return d.each(ctx, f, func(doc *document.Document) error {
		all, err := pairs{d.s.pairs}.chosen(ctx, false, func(p *document.Pair) bool { return p.DocumentID == doc.ID })
		if err != nil {
			return err
		}
		var earlier []document.EarlierPair
		for _, p := range all[:min(len(all), document.MaxOthers)] {
			if other, err := d.Get(ctx, p.EarlierID); err == nil {
				earlier = append(earlier, document.EarlierPair{Pair: p, FileName: other.FileName})
			}
		}
		return visit(doc, earlier)
	})
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

func (d documents) Counts(ctx context.Context, keys []document.Key) (map[document.Key]int, error) {
	all, err := d.chosen(ctx, every)
	counts := map[document.Key]int{}
	for _, doc := range all {
		for _, k := range doc.Keys() {
			if slices.Contains(keys, k) {
				counts[k]++
			}
		}
	}
	return counts, err
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
		count(&tallies[i], &doc)
	}
	return tallies, err
}

func (d documents) PerDayAndType(ctx context.Context, from, to document.Day) ([]document.DayTally, error) {
	all, err := d.chosen(ctx, every)
	var tallies []document.DayTally
	for _, doc := range all {
		day := document.DayOf(doc.CreatedAt)
		if day < from || day > to {
			continue
		}
		i := slices.IndexFunc(tallies, func(t document.DayTally) bool { return t.Day == day && t.Type == doc.Type })
		if i < 0 {
			i = len(tallies)
			tallies = append(tallies, document.DayTally{Day: day, Tally: document.Tally{Type: doc.Type}})
		}
		count(&tallies[i].Tally, &doc)
	}
	slices.SortFunc(tallies, func(a, b document.DayTally) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Type, b.Type))
	})
	return tallies, err
}

// count adds a document to a tally.
func count(t *document.Tally, doc *document.Document) {
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
		for _, e := range o.bin.rows {
			named[e.Document.OriginalKey] = true
		}
		for _, d := range o.deliveries.rows {
			named[d.OriginalKey] = true
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

// words implements ports.PageWords: the pages of each document.
type words struct{ *table[[][]byte] }

func (w words) Put(ctx context.Context, documentID string, pages [][]byte) error {
	return w.s.do(ctx, func() error { w.put(documentID, pages); return nil })
}

func (w words) All(ctx context.Context, documentID string) ([][]byte, error) {
	return ask(ctx, w.s, func() ([][]byte, error) { return clone(w.rows[documentID]), nil })
}

func (w words) Get(ctx context.Context, documentID string, page int) (data []byte, ok bool, err error) {
	data, err = ask(ctx, w.s, func() ([]byte, error) {
		if pages := w.rows[documentID]; page >= 1 && page <= len(pages) {
			ok = true
			return pages[page-1], nil
		}
		return nil, nil
	})
	return data, ok, err
}
