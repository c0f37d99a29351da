package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/notification"
)

func testMailTemplates(t *testing.T, open func(t *testing.T) DocketStores) {
	own := notification.CourtTemplate{CourtID: "j1", ChangedAt: epoch, ChangedBy: "eva@x.co",
		Template: notification.Template{Subject: "Ñ {radicado}", Body: "«{contenido}»\n😀\n{firma}\n", Signature: "Ana\nSecretaria"}}
	prepare := func(t *testing.T, ctx context.Context, s DocketStores) {
		t.Helper()
		for _, id := range []string{"j1", "j2"} {
			must(t, s.Courts.Create(ctx, notification.Court{ID: id, Name: "Juzgado " + id}))
		}
	}
	set := func(to notification.CourtTemplate) func(*notification.CourtTemplate) error {
		return func(t *notification.CourtTemplate) error { *t = to; return nil }
	}
	wantTemplate := func(t *testing.T, ctx context.Context, s DocketStores, want notification.CourtTemplate) {
		t.Helper()
		got, err := s.MailTemplates.Get(ctx, want.CourtID)
		must(t, err)
		wantEqual(t, got, want)
	}

	runRules(t, open, []docketRule{
		{"a court without a template, or an unknown one, has the default", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for _, id := range append(unknownIDs, "j1") {
				wantTemplate(t, ctx, s, notification.DefaultCourtTemplate(id))
			}
		}},
		{"a template comes back whole, and is of one court", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			changed, err := s.MailTemplates.Update(ctx, "j1", func(t *notification.CourtTemplate) error {
				if *t != notification.DefaultCourtTemplate("j1") {
					return fmt.Errorf("before there is one: %+v", t)
				}
				*t = own
				return nil
			})
			must(t, err)
			wantEqual(t, changed, own)
			wantTemplate(t, ctx, s, own)
			wantTemplate(t, ctx, s, notification.DefaultCourtTemplate("j2"))
		}},
		{"a template is replaced, and keeps its court", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			_, err := s.MailTemplates.Update(ctx, "j1", set(own))
			must(t, err)
			next := own
			next.CourtID, next.Body, next.Signature, next.ChangedBy = "j2", "{contenido}", "", "ana@x.co"
			changed, err := s.MailTemplates.Update(ctx, "j1", set(next))
			must(t, err)
			next.CourtID = "j1"
			wantEqual(t, changed, next)
			wantTemplate(t, ctx, s, next)
			wantTemplate(t, ctx, s, notification.DefaultCourtTemplate("j2"))
		}},
		{"the default template takes the place of another, and may be set twice", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			_, err := s.MailTemplates.Update(ctx, "j1", set(own))
			must(t, err)
			for range 2 {
				changed, err := s.MailTemplates.Update(ctx, "j1", set(notification.CourtTemplate{}))
				must(t, err)
				wantEqual(t, changed, notification.DefaultCourtTemplate("j1"))
				wantTemplate(t, ctx, s, changed)
			}
		}},
		{"an unknown court gets no template, and a failed change changes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for _, id := range unknownIDs {
				_, err := s.MailTemplates.Update(ctx, id, set(own))
				wantEqual(t, err, notification.ErrCourtNotFound)
			}
			_, err := s.MailTemplates.Update(ctx, "j1", func(t *notification.CourtTemplate) error { *t = own; return errChange })
			wantEqual(t, err, errChange)
			wantTemplate(t, ctx, s, notification.DefaultCourtTemplate("j1"))
		}},
		{"of parallel changes each sees the one before", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			const changes = 8
			var all sync.WaitGroup
			failed := make([]error, changes)
			for i := range failed {
				all.Go(func() {
					_, failed[i] = s.MailTemplates.Update(ctx, "j1", func(t *notification.CourtTemplate) error {
						if t.IsDefault() {
							*t = notification.CourtTemplate{ChangedAt: epoch}
						}
						t.Subject += "x"
						time.Sleep(10 * time.Millisecond) // others begin meanwhile
						return nil
					})
				})
			}
			all.Wait()
			for _, err := range failed {
				must(t, err)
			}
			got, err := s.MailTemplates.Get(ctx, "j1")
			must(t, err)
			wantEqual(t, got.Subject, "xxxxxxxx")
		}},
	})
}
