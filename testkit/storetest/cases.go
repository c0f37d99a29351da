package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

func testCases(t *testing.T, open func(t *testing.T) DocketStores) {
	full := notification.Case{ID: "c1", Number: "11001-31-03-001-2026-00012-00", Description: "Tutela de José Peña", Status: notification.Active,
		CourtID: "j1", CreatedAt: epoch, CreatedBy: "eva@x.co"}
	caseID := func(c notification.Case) string { return c.ID }

	runRules(t, open, []docketRule{
		{"what is created comes back whole", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Cases.Create(ctx, full))
			got, err := s.Cases.Get(ctx, "c1")
			must(t, err)
			wantEqual(t, got, full)
		}},
		{"any Unicode text comes back byte for byte", func(t *testing.T, ctx context.Context, s DocketStores) {
			for i, text := range awkwardTexts {
				want := notification.Case{ID: fmt.Sprint("c", i), Number: fmt.Sprint(i), Description: text, CourtID: text, CreatedBy: text, CreatedAt: epoch}
				must(t, s.Cases.Create(ctx, want))
				got, err := s.Cases.Get(ctx, want.ID)
				must(t, err)
				wantEqual(t, got, want)
			}
		}},
		{"a taken number is refused however it is written", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Cases.Create(ctx, full))
			for i, number := range []string{full.Number, "11001310300120260001200", "11001 31 03 001 2026 00012 00", " 1100131030-0120260001200-"} {
				err := s.Cases.Create(ctx, notification.Case{ID: fmt.Sprint("other", i), Number: number})
				wantEqual(t, err, notification.ErrNumberTaken)
			}
			must(t, s.Cases.Create(ctx, notification.Case{ID: "c2", Number: "11001310300120260001201"}))
			wantPages(t, []string{"c1"}, caseID, func(p pagination.Request) (pagination.Of[notification.Case], error) {
				return s.Cases.List(ctx, notification.CaseFilter{Status: notification.Active}, p)
			})
		}},
		{"a taken ID is a conflict and changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Cases.Create(ctx, full))
			wantKind(t, s.Cases.Create(ctx, notification.Case{ID: "c1", Number: "2"}), fault.Conflict)
			got, err := s.Cases.Get(ctx, "c1")
			must(t, err)
			wantEqual(t, got, full)
		}},
		{"an unknown ID is not found", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Cases.Create(ctx, full))
			for _, id := range unknownIDs {
				_, err := s.Cases.Get(ctx, id)
				wantEqual(t, err, notification.ErrCaseNotFound)
			}
		}},
		{"those of some IDs are found, without the unknown ones", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Cases.Create(ctx, full))
			got, err := s.Cases.ByID(ctx, append(slices.Clone(unknownIDs), "c1", "c1"))
			must(t, err)
			wantEqual(t, got, map[string]notification.Case{"c1": full})
			got, err = s.Cases.ByID(ctx, nil)
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"of parallel creations with one number one succeeds", func(t *testing.T, ctx context.Context, s DocketStores) {
			var all sync.WaitGroup
			var created atomic.Int32
			for i := range 16 {
				all.Go(func() {
					switch err := s.Cases.Create(ctx, notification.Case{ID: fmt.Sprint("c", i), Number: "1-2"}); err {
					case nil:
						created.Add(1)
					case notification.ErrNumberTaken:
					default:
						t.Error(err)
					}
				})
			}
			all.Wait()
			wantEqual(t, created.Load(), int32(1))
		}},
		{"lists are newest first, whole, and end", func(t *testing.T, ctx context.Context, s DocketStores) {
			ids, at, newest := shuffledAges(25)
			for i, id := range ids {
				must(t, s.Cases.Create(ctx, notification.Case{ID: id, Number: fmt.Sprint(i), Status: notification.Active, CreatedAt: at[id]}))
			}
			for _, f := range []notification.CaseFilter{{}, {Status: notification.Active}} {
				wantPages(t, newest, caseID, func(p pagination.Request) (pagination.Of[notification.Case], error) { return s.Cases.List(ctx, f, p) })
			}
		}},
		{"filters choose by status, whole number and court, together as well", func(t *testing.T, ctx context.Context, s DocketStores) {
			for i := range 12 {
				c := notification.Case{
					ID:        fmt.Sprintf("n%02d", 11-i),
					Number:    fmt.Sprint("1-", i),
					Status:    notification.Active,
					CourtID:   fmt.Sprint("j", i%3),
					CreatedAt: epoch,
				}
				if i%2 == 1 {
					c.Status = "ARCHIVADO"
				}
				must(t, s.Cases.Create(ctx, c))
			}
			for _, c := range []struct {
				filter notification.CaseFilter
				want   []string
			}{
				{notification.CaseFilter{CourtID: "j0"}, []string{"n11", "n08", "n05", "n02"}},
				{notification.CaseFilter{CourtID: "j0", Status: notification.Active}, []string{"n11", "n05"}},
				{notification.CaseFilter{NumberKey: "14"}, []string{"n07"}},
				{notification.CaseFilter{NumberKey: "14", CourtID: "j0"}, nil},
				{notification.CaseFilter{NumberKey: "1"}, nil},
				{notification.CaseFilter{CourtID: "j"}, nil},
				{notification.CaseFilter{NumberPart: "11"}, []string{"n10", "n01", "n00"}},
				{notification.CaseFilter{NumberPart: "0", CourtID: "j1"}, []string{"n01"}},
				{notification.CaseFilter{NumberPart: "%"}, nil},
				{notification.CaseFilter{Status: "activo"}, nil},
				{notification.CaseFilter{Status: "' OR 1=1 --"}, nil},
			} {
				wantPages(t, c.want, caseID, func(p pagination.Request) (pagination.Of[notification.Case], error) {
					return s.Cases.List(ctx, c.filter, p)
				})
			}
		}},
	})
}
