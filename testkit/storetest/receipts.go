package storetest

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/receipt"
)

// bounced returns a receipt that waits for a person, with a digest of its own.
func bounced(id string) notification.Receipt {
	return notification.Receipt{
		ID: id, Digest: "sha of " + id, DispatchID: "d1", Kind: receipt.Failure, Effect: notification.Unmatched, Note: "Nombra a otro.",
		Recipient: "josé@x.co", Status: "5.1.1", Reason: "La dirección no existe.", Detail: "550 no", MessageIDs: []string{"1@x.co", "2@x.co"},
		Sender: "MAILER-DAEMON@x.co", Subject: "Devolución", Size: 3, ArrivedAt: epoch, CreatedAt: epoch.Add(time.Minute),
	}
}

func testReceipts(t *testing.T, open func(t *testing.T) DocketStores) {
	prepare := func(t *testing.T, ctx context.Context, s DocketStores) {
		t.Helper()
		prepareDocket(t, ctx, s)
		for i := range 3 {
			must(t, s.Notifications.Create(ctx, pending(fmt.Sprint("n", i))))
		}
	}
	runRules(t, open, []docketRule{
		{"a receipt comes back whole, with its message byte for byte", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			matched := bounced("r2")
			matched.NotificationID, matched.Effect, matched.MessageIDs, matched.SettledBy = "n1", notification.Kept, nil, "eva@x.co"
			for _, want := range []notification.Receipt{bounced("r1"), matched} {
				content := []byte("\x00\xff\r\n" + want.ID)
				must(t, s.Receipts.Add(ctx, want, content))
				got, err := s.Receipts.Get(ctx, want.ID)
				must(t, err)
				wantEqual(t, got, want)
				got, ok, err := s.Receipts.WithDigest(ctx, want.Digest)
				must(t, err)
				wantEqual(t, got, want)
				wantEqual(t, ok, true)
				stored, err := s.Receipts.Content(ctx, want.ID)
				must(t, err)
				wantEqual(t, bytes.Equal(stored, content), true)
			}
		}},
		{"what does not exist is not found", func(t *testing.T, ctx context.Context, s DocketStores) {
			for _, id := range unknownIDs {
				_, err := s.Receipts.Get(ctx, id)
				wantEqual(t, err, notification.ErrReceiptNotFound)
				_, err = s.Receipts.Content(ctx, id)
				wantEqual(t, err, notification.ErrReceiptNotFound)
				_, err = s.Receipts.Settle(ctx, id, func(*notification.Receipt) error { return nil })
				wantEqual(t, err, notification.ErrReceiptNotFound)
				_, ok, err := s.Receipts.WithDigest(ctx, id)
				must(t, err)
				wantEqual(t, ok, false)
			}
		}},
		{"a message is stored once, also in parallel, and a taken ID is a conflict", func(t *testing.T, ctx context.Context, s DocketStores) {
			var all sync.WaitGroup
			results := make([]error, 5)
			for i := range results {
				r := bounced(fmt.Sprint("r", i))
				r.Digest = "same"
				all.Go(func() { results[i] = s.Receipts.Add(ctx, r, []byte("x")) })
			}
			all.Wait()
			stored := 0
			for _, err := range results {
				if err == nil {
					stored++
				} else {
					wantEqual(t, err, notification.ErrReceiptKnown)
				}
			}
			wantEqual(t, stored, 1)
			must(t, s.Receipts.Add(ctx, bounced("a"), nil))
			again := bounced("a")
			again.Digest = "other"
			wantKind(t, s.Receipts.Add(ctx, again, nil), fault.Conflict)
		}},
		{"what waits is settled once, and nothing else of it changes", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			must(t, s.Receipts.Add(ctx, bounced("r1"), []byte("x")))
			_, err := s.Receipts.Settle(ctx, "r1", func(r *notification.Receipt) error { r.Effect = notification.Dismissed; return errChange })
			wantEqual(t, err, errChange)
			settled, err := s.Receipts.Settle(ctx, "r1", func(r *notification.Receipt) error {
				*r = notification.Receipt{NotificationID: "n2", Effect: notification.Kept, Note: "Asociado.", SettledBy: "eva@x.co"}
				return nil
			})
			must(t, err)
			want := bounced("r1")
			want.NotificationID, want.Effect, want.Note, want.SettledBy = "n2", notification.Kept, "Asociado.", "eva@x.co"
			wantEqual(t, settled, want)
			got, err := s.Receipts.Get(ctx, "r1")
			must(t, err)
			wantEqual(t, got, want)
			_, err = s.Receipts.Settle(ctx, "r1", func(*notification.Receipt) error { return nil })
			wantEqual(t, err, notification.ErrReceiptSettled)
		}},
		{"lists are newest first, by effect and notification", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			ids, at, newest := shuffledAges(11)
			for _, id := range ids {
				r := bounced(id)
				r.CreatedAt = at[id]
				must(t, s.Receipts.Add(ctx, r, []byte(id)))
				kept := bounced("k" + id)
				kept.NotificationID, kept.Effect = "n1", notification.Kept
				must(t, s.Receipts.Add(ctx, kept, nil))
			}
			idOf := func(r notification.Receipt) string { return r.ID }
			wantPages(t, newest, idOf, func(p pagination.Request) (pagination.Of[notification.Receipt], error) {
				return s.Receipts.List(ctx, notification.ReceiptFilter{Effect: notification.Unmatched}, p)
			})
			for f, total := range map[notification.ReceiptFilter]int{{}: 22, {NotificationID: "n1"}: 11, {NotificationID: "n2"}: 0,
				{NotificationID: "n1", Effect: notification.Moved}: 0, {Effect: notification.Kept}: 11} {
				list, err := s.Receipts.List(ctx, f, pagination.Request{Number: 1, Size: 5})
				must(t, err)
				wantEqual(t, list.Total, total)
			}
		}},
		{"an e-mail is found by its Message-ID, one of an older program by its own ID", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for i, id := range []string{"d0@x.co", "", "other@x.co"} {
				must(t, s.Outbox.Add(ctx, notification.Dispatch{ID: fmt.Sprint("d", i), NotificationID: fmt.Sprint("n", i), MessageID: id}))
			}
			for id, want := range map[string]string{"d0@x.co": "d0", "d0@y.co": "", "d1@any.co": "d1", "d1": "", "d2@x.co": "", "other@x.co": "d2", "": "", "@": ""} {
				found, err := s.Outbox.WithMessageID(ctx, []string{"unknown@x.co", id})
				must(t, err)
				got := ""
				for _, d := range found {
					got += d.ID
				}
				if got != want {
					t.Errorf("%q finds %q, want %q", id, got, want)
				}
			}
			found, err := s.Outbox.WithMessageID(ctx, nil)
			must(t, err)
			wantEqual(t, len(found), 0)
		}},
	})
}
