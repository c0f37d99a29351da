package intake_test

import (
	"context"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// The stores below call change before the second read of an answer.

type changingTallies struct {
	ports.Tallies
	change func()
}

func (s changingTallies) PerDay(ctx context.Context, from, to document.Day) (map[document.Day]int, error) {
	s.change()
	return s.Tallies.PerDay(ctx, from, to)
}

type changingFinder struct {
	ports.Search
	change func()
}

func (s changingFinder) Passages(ctx context.Context, ids []string) (map[string]string, error) {
	s.change()
	return s.Search.Passages(ctx, ids)
}

type changingDocuments struct {
	ports.Documents
	change func()
}

func (s changingDocuments) Summaries(ctx context.Context, ids []string) (map[string]document.Summary, error) {
	s.change()
	return s.Documents.Summaries(ctx, ids)
}

// Another request stores or deletes a document between two reads of an answer.
func TestAnswersSeeOneSnapshot(t *testing.T) {
	page := document.PageRequest{Number: 1, Size: 10}
	create := func(ctx context.Context, h *house) error {
		return h.Documents().Create(ctx, document.Document{ID: "c", Type: document.Tutela, Status: document.Processed, CreatedAt: h.clock.now})
	}
	remove := func(ctx context.Context, h *house) error { return h.Documents().Delete(ctx, "b") }
	for _, c := range []struct {
		name   string
		change func(ctx context.Context, h *house) error
		hook   func(s *services, change func())
		// got returns two numbers of the answer that are equal in every snapshot.
		got func(ctx context.Context, s *services) (n, m int, err error)
	}{
		{"dashboard", create,
			func(s *services, change func()) { s.Tallies = changingTallies{s.Tallies, change} },
			func(ctx context.Context, s *services) (n, m int, err error) {
				d, err := s.Dashboard(ctx, clerk)
				for _, day := range d.PerDay {
					m += day.Count
				}
				return d.Documents, m, err
			}},
		{"processing", create,
			func(s *services, change func()) { s.Tallies = changingTallies{s.Tallies, change} },
			func(ctx context.Context, s *services) (n, m int, err error) {
				p, err := s.Processing(ctx, clerk)
				return p.Documents, p.Today, err
			}},
		{"search", remove,
			func(s *services, change func()) { s.Deps.Finder = changingFinder{s.Deps.Finder, change} },
			func(ctx context.Context, s *services) (n, m int, err error) {
				found, err := s.Search(ctx, clerk, document.Search{Text: "salud", Order: document.ByRelevance, Page: page})
				for _, f := range found.Items {
					if len(f.Snippet.Text) > 0 {
						m++
					}
				}
				return found.Total, m, err
			}},
		{"pairs", remove,
			func(s *services, change func()) { s.Deps.Documents = changingDocuments{s.Deps.Documents, change} },
			func(ctx context.Context, s *services) (n, m int, err error) {
				list, err := s.ListPairs(ctx, clerk, document.PairFilter{}, page)
				return list.Total, len(list.Items), err
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, nil)
			for _, id := range []string{"a", "b"} {
				d := document.Document{ID: id, Type: document.Tutela, Status: document.Processed, Text: "derecho a la salud", CreatedAt: h.clock.now}
				if err := h.Documents().Create(t.Context(), d); err != nil {
					t.Fatal(err)
				}
			}
			if err := h.Pairs().Put(t.Context(), document.Pair{DocumentID: "b", EarlierID: "a", Relation: document.SameFacts, ReceivedAt: h.clock.now}); err != nil {
				t.Fatal(err)
			}
			changed := make(chan error, 1)
			c.hook(&h.service, func() {
				go func() { changed <- c.change(t.Context(), h) }()
				select { // the store in memory lets the change wait for the end of the view
				case err := <-changed:
					changed <- err
				case <-time.After(200 * time.Millisecond):
				}
			})
			n, m, err := c.got(t.Context(), &h.service)
			if err != nil || n != m {
				t.Errorf("the answer has %d and %d, %v", n, m, err)
			}
			if err := <-changed; err != nil {
				t.Error(err)
			}
		})
	}
}
