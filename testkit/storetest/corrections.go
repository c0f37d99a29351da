package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

func testCorrections(t *testing.T, open func(t *testing.T) DocketStores) {
	runRules(t, open, []docketRule{
		{"a corrected case comes back whole, and is found by its new number alone", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			changed, err := s.Cases.Update(ctx, "c1", func(c *notification.Case) error {
				c.Number, c.Description, c.CourtID = "11-7", "Otra", "j9"
				return nil
			})
			must(t, err)
			want := notification.Case{ID: "c1", Number: "11-7", Description: "Otra", CourtID: "j9", Status: notification.Active, CreatedAt: epoch}
			wantEqual(t, changed, want)
			got, err := s.Cases.Get(ctx, "c1")
			must(t, err)
			wantEqual(t, got, want)
			for key, total := range map[string]int{"117": 1, "1": 0} {
				list, err := s.Cases.List(ctx, notification.CaseFilter{NumberKey: key}, pagination.Request{Number: 1, Size: 9})
				must(t, err)
				wantEqual(t, list.Total, total)
			}
		}},
		{"a taken number is refused, also in parallel, and changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			_, err := s.Cases.Update(ctx, "c1", func(c *notification.Case) error { c.Number = " 2-"; return nil })
			wantEqual(t, err, notification.ErrNumberTaken)
			got, err := s.Cases.Get(ctx, "c1")
			must(t, err)
			wantEqual(t, got.Number, "1")
			var all sync.WaitGroup
			results := make([]error, 2)
			for i := range results {
				all.Go(func() {
					_, results[i] = s.Cases.Update(ctx, fmt.Sprint("c", i+1), func(c *notification.Case) error { c.Number = "9"; return nil })
				})
			}
			all.Wait()
			if (results[0] == nil) == (results[1] == nil) {
				t.Errorf("of two parallel corrections to one number: %v", results)
			}
		}},
		{"a corrected subject comes back whole, and is found by its new name alone", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			want := notification.Subject{ID: "s1", Name: "Beatriz Núñez", DocumentType: notification.CitizenCard, DocumentNumber: "1.020", Email: "b@x.co",
				Phone: "300", Address: "Calle 1", Part: notification.Plaintiff, CreatedAt: epoch}
			changed, err := s.Subjects.Update(ctx, "s1", func(u *notification.Subject) error { *u = want; return nil })
			must(t, err)
			wantEqual(t, changed, want)
			got, err := s.Subjects.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, got, want)
			for words, total := range map[string]int{"nunez": 1, "ana": 1, "beatriz": 1} { // s2 is Ana, too
				list, err := s.Subjects.List(ctx, notification.SubjectFilter{Words: []string{words}}, pagination.Request{Number: 1, Size: 9})
				must(t, err)
				wantEqual(t, list.Total, total)
			}
			list, err := s.Subjects.List(ctx, notification.SubjectFilter{DocumentKey: "1020"}, pagination.Request{Number: 1, Size: 9})
			must(t, err)
			wantEqual(t, list.Total, 1)
		}},
		{"what does not exist cannot be corrected, and a failed correction changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepareDocket(t, ctx, s)
			for _, id := range unknownIDs {
				_, err := s.Cases.Update(ctx, id, func(*notification.Case) error { return nil })
				wantEqual(t, err, notification.ErrCaseNotFound)
				_, err = s.Subjects.Update(ctx, id, func(*notification.Subject) error { return nil })
				wantEqual(t, err, notification.ErrSubjectNotFound)
			}
			_, err := s.Cases.Update(ctx, "c1", func(c *notification.Case) error { c.Number = "x"; return errChange })
			wantEqual(t, err, errChange)
			_, err = s.Subjects.Update(ctx, "s1", func(u *notification.Subject) error { u.Name = "x"; return errChange })
			wantEqual(t, err, errChange)
			c, err := s.Cases.Get(ctx, "c1")
			must(t, err)
			u, err := s.Subjects.Get(ctx, "s1")
			must(t, err)
			wantEqual(t, c.Number+u.Name, "1Ana")
		}},
		{"the history of corrections is of one record, newest first, in pages", func(t *testing.T, ctx context.Context, s DocketStores) {
			var want []string
			must(t, s.Corrections.Append(ctx, "c1", nil))
			for i := range 7 {
				made := []notification.Correction{{Field: fmt.Sprint("a", i), From: "a", To: "Ñ", By: "eva@x.co", At: epoch},
					{Field: fmt.Sprint("b", i), At: epoch.Add(time.Second)}}
				must(t, s.Corrections.Append(ctx, "c1", made))
				must(t, s.Corrections.Append(ctx, "c2", made[:1]))
				want = append([]string{fmt.Sprint("b", i), fmt.Sprint("a", i)}, want...)
			}
			wantPages(t, want, func(c notification.Correction) string { return c.Field }, func(p pagination.Request) (pagination.Of[notification.Correction], error) {
				return s.Corrections.List(ctx, "c1", p)
			})
			list, err := s.Corrections.List(ctx, "c2", pagination.Request{Number: 1, Size: 1})
			must(t, err)
			wantEqual(t, list.Items[0], notification.Correction{Field: "a6", From: "a", To: "Ñ", By: "eva@x.co", At: epoch})
		}},
	})
}
