package memstore

import (
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// deliveries implements ports.Deliveries.
type deliveries struct{ *table[document.Delivery] }

func (d deliveries) Create(ctx context.Context, added document.Delivery) error {
	return d.s.do(ctx, func() error {
		for _, other := range d.rows {
			if other.SHA256 == added.SHA256 || added.MessageID != "" && other.MessageID == added.MessageID {
				return errTaken
			}
			for _, p := range added.Parts {
				if p.DocumentID != "" && hasDocument(&other, p.DocumentID) {
					return errTaken
				}
			}
		}
		return d.add(added)
	})
}

// hasDocument reports whether a document came in a delivery.
func hasDocument(d *document.Delivery, documentID string) bool {
	return slices.ContainsFunc(d.Parts, func(p document.DeliveredPart) bool { return p.DocumentID == documentID })
}

func (d deliveries) Known(ctx context.Context, messageID, sha256 string) (document.Delivery, error) {
	return ask(ctx, d.s, func() (document.Delivery, error) {
		known := d.sorted(func(d *document.Delivery) bool {
			return d.SHA256 == sha256 || messageID != "" && d.MessageID == messageID
		})
		if len(known) == 0 {
			return document.Delivery{}, d.missing
		}
		return clone(known[0]), nil
	})
}

func (d deliveries) Of(ctx context.Context, documentIDs []string) (map[string]document.Delivery, error) {
	return ask(ctx, d.s, func() (map[string]document.Delivery, error) {
		found := map[string]document.Delivery{}
		for _, row := range d.rows {
			for _, p := range row.Parts {
				if p.DocumentID != "" && slices.Contains(documentIDs, p.DocumentID) {
					found[p.DocumentID] = withoutContent(row)
				}
			}
		}
		return found, nil
	})
}

func (d deliveries) TakeIgnored(ctx context.Context, taken document.Delivery) error {
	return d.Update(ctx, taken.ID, func(row *document.Delivery) error {
		if !row.IsIgnored() {
			return errTaken
		}
		row.Rules, row.Links, row.Parts, row.TakenAt, row.TakenBy = taken.Rules, taken.Links, taken.Parts, taken.TakenAt, taken.TakenBy
		return nil
	})
}

func (d deliveries) LatestFromMailbox(ctx context.Context, most int) ([]document.Delivery, error) {
	l, err := d.list(ctx, func(d *document.Delivery) bool { return d.FromMailbox }, document.PageRequest{Number: 1, Size: most})
	for i := range l.Items {
		l.Items[i].Body = ""
	}
	return l.Items, err
}

func (d deliveries) List(ctx context.Context, f document.DeliveryFilter, page document.PageRequest) (document.DeliveryListing, error) {
	l, err := d.list(ctx, func(d *document.Delivery) bool {
		return (!f.Ignored || d.IsIgnored()) && (f.DocumentID == "" || hasDocument(d, f.DocumentID))
	}, page)
	for i := range l.Items {
		l.Items[i] = withoutContent(l.Items[i])
	}
	return l, err
}

// withoutContent returns a copy of a delivery without its body and parts.
func withoutContent(d document.Delivery) document.Delivery {
	d = clone(d)
	d.Body, d.Parts = "", nil
	return d
}
