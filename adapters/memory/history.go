package memory

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// history implements ports.History.
type history struct{ s *Store }

func (h history) Append(ctx context.Context, changes []document.Change) error {
	return h.s.do(ctx, func(tx *transaction) error {
		for _, c := range changes {
			c.At = moment(c.At)
			// A new slice each time: undoing puts the old one back.
			set(tx, h.s.history, c.DocumentID, append(slices.Clone(h.s.history[c.DocumentID]), c))
		}
		return nil
	})
}

func (h history) List(ctx context.Context, documentID string, page document.PageRequest) (document.ChangeListing, error) {
	listing := document.ChangeListing{Page: page}
	err := h.s.do(ctx, func(*transaction) error {
		all := h.s.history[documentID]
		listing.Total = len(all)
		offset := page.Offset()
		if page.Number < 1 || offset < 0 || offset >= len(all) {
			return nil
		}
		newest := slices.Clone(all)
		slices.Reverse(newest)
		listing.Items = newest[offset:min(offset+page.Size, len(newest))]
		return nil
	})
	return listing, err
}

// WithKeys implements ports.Recurrences.
func (d documents) WithKeys(ctx context.Context, keys []document.Key, except string, limit int) (document.Matches, error) {
	var found document.Matches
	err := d.s.do(ctx, func(*transaction) error {
		for id, doc := range d.s.documents {
			if id != except && slices.ContainsFunc(doc.Keys(), func(k document.Key) bool { return slices.Contains(keys, k) }) {
				found.Items = append(found.Items, doc.Summary())
			}
		}
		found.Total = len(found.Items)
		slices.SortFunc(found.Items, func(a, b document.Summary) int {
			return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
		})
		found.Items = copyOf(found.Items[:min(limit, len(found.Items))])
		return nil
	})
	return found, err
}

// Bearers implements ports.Recurrences.
func (d documents) Bearers(ctx context.Context, keys []document.Key) (map[document.Key][]string, error) {
	found := map[document.Key][]string{}
	err := d.s.do(ctx, func(*transaction) error {
		wanted := map[document.Key]bool{}
		for _, k := range keys {
			wanted[k] = true
		}
		for id, doc := range d.s.documents {
			for _, k := range doc.Keys() {
				if wanted[k] {
					found[k] = append(found[k], id)
				}
			}
		}
		for k, ids := range found {
			least, greatest := slices.Min(ids), slices.Max(ids)
			found[k] = slices.Compact([]string{least, greatest})
		}
		return nil
	})
	return found, err
}
