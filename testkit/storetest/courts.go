package storetest

import (
	"context"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

func testCourts(t *testing.T, open func(t *testing.T) DocketStores) {
	first := notification.Court{ID: "j1", Name: "Juzgado 2 Civil Municipal de Bogotá", CreatedAt: epoch, CreatedBy: "eva@x.co"}
	other := notification.Court{ID: "j2", Name: "Juzgado 1 Civil Municipal de Bogotá", CreatedAt: epoch}

	runRules(t, open, []docketRule{
		{"a court is found by its name, however it is written, and by its ID", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Courts.Create(ctx, first))
			must(t, s.Courts.Create(ctx, other))
			for _, name := range []string{first.Name, "JUZGADO 2 CIVIL MUNICIPAL DE BOGOTA", " juzgado  02, civil municipal Bogotá. "} {
				got, err := s.Courts.Named(ctx, name)
				must(t, err)
				wantEqual(t, got, first)
			}
			got, err := s.Courts.Get(ctx, "j1")
			must(t, err)
			wantEqual(t, got, first)
		}},
		{"an unknown name or ID is not found", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Courts.Create(ctx, first))
			for _, name := range append(unknownIDs, "Juzgado 3 Civil Municipal de Bogotá", "j1") {
				_, err := s.Courts.Named(ctx, name)
				wantEqual(t, err, notification.ErrCourtNotFound)
			}
			for _, id := range append(unknownIDs, "J1", first.Name) {
				_, err := s.Courts.Get(ctx, id)
				wantEqual(t, err, notification.ErrCourtNotFound)
			}
		}},
		{"a taken name is refused, and so is a taken ID", func(t *testing.T, ctx context.Context, s DocketStores) {
			must(t, s.Courts.Create(ctx, first))
			wantEqual(t, s.Courts.Create(ctx, notification.Court{ID: "j3", Name: "juzgado 2 civil municipal de bogota"}), notification.ErrCourtTaken)
			wantKind(t, s.Courts.Create(ctx, notification.Court{ID: "j1", Name: "Otro"}), fault.Conflict)
		}},
		{"all are listed by name", func(t *testing.T, ctx context.Context, s DocketStores) {
			none, err := s.Courts.All(ctx)
			must(t, err)
			wantEqual(t, len(none), 0)
			must(t, s.Courts.Create(ctx, first))
			must(t, s.Courts.Create(ctx, other))
			all, err := s.Courts.All(ctx)
			must(t, err)
			wantEqual(t, all, []notification.Court{other, first})
		}},
	})
}
