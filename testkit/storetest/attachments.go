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
)

// attachment returns one of a notification, with a content of its own.
func attachment(id, notificationID string) notification.Attachment {
	return notification.Attachment{ID: id, NotificationID: notificationID, Name: "Auto «ñ» " + id + ".pdf", MediaType: "application/pdf", Size: 3,
		SHA256: "sha of " + id, AddedBy: "eva@x.co", AddedAt: epoch}
}

func testAttachments(t *testing.T, open func(t *testing.T) DocketStores) {
	prepare := func(t *testing.T, ctx context.Context, s DocketStores) {
		t.Helper()
		prepareDocket(t, ctx, s)
		for i := range 3 {
			must(t, s.Notifications.Create(ctx, pending(fmt.Sprint("n", i))))
		}
	}
	runRules(t, open, []docketRule{
		{"an attachment comes back whole, byte for byte", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			for _, want := range []notification.Attachment{attachment("a1", "n1"), attachment("a2", "n2")} {
				content := []byte("\x00\xff\r\n" + want.ID)
				must(t, s.Attachments.Add(ctx, want, content))
				got, err := s.Attachments.Get(ctx, want.ID)
				must(t, err)
				wantEqual(t, got, want)
				stored, err := s.Attachments.Content(ctx, want.ID)
				must(t, err)
				wantEqual(t, bytes.Equal(stored, content), true)
			}
		}},
		{"what does not exist is not found", func(t *testing.T, ctx context.Context, s DocketStores) {
			for _, id := range unknownIDs {
				_, err := s.Attachments.Get(ctx, id)
				wantEqual(t, err, notification.ErrAttachmentNotFound)
				_, err = s.Attachments.Content(ctx, id)
				wantEqual(t, err, notification.ErrAttachmentNotFound)
				wantEqual(t, s.Attachments.Remove(ctx, id), notification.ErrAttachmentNotFound)
				list, err := s.Attachments.List(ctx, id)
				must(t, err)
				wantEqual(t, len(list), 0)
			}
		}},
		{"a notification has a content once, also in parallel, and a taken ID is a conflict", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			var all sync.WaitGroup
			results := make([]error, 5)
			for i := range results {
				a := attachment(fmt.Sprint("a", i), "n1")
				a.SHA256 = "same"
				all.Go(func() { results[i] = s.Attachments.Add(ctx, a, []byte("x")) })
			}
			all.Wait()
			stored := 0
			for _, err := range results {
				if err == nil {
					stored++
				} else {
					wantEqual(t, err, notification.ErrAttachmentKnown)
				}
			}
			wantEqual(t, stored, 1)
			other := attachment("b", "n2")
			other.SHA256 = "same"
			must(t, s.Attachments.Add(ctx, other, nil))
			other.SHA256 = "another"
			wantKind(t, s.Attachments.Add(ctx, other, nil), fault.Conflict)
		}},
		{"lists are oldest first, of one notification", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			var want []notification.Attachment
			for i, id := range []string{"b", "a", "c"} {
				a := attachment(id, "n1")
				a.AddedAt = epoch.Add(time.Duration(i/2) * time.Second)
				must(t, s.Attachments.Add(ctx, a, []byte(id)))
				want = append(want, a)
			}
			must(t, s.Attachments.Add(ctx, attachment("d", "n2"), nil))
			got, err := s.Attachments.List(ctx, "n1")
			must(t, err)
			wantEqual(t, got, []notification.Attachment{want[1], want[0], want[2]})
		}},
		{"what is removed is gone with its content, and may be added again", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			must(t, s.Attachments.Add(ctx, attachment("a1", "n1"), []byte("x")))
			must(t, s.Attachments.Add(ctx, attachment("a2", "n1"), []byte("y")))
			must(t, s.Attachments.Remove(ctx, "a1"))
			_, err := s.Attachments.Content(ctx, "a1")
			wantEqual(t, err, notification.ErrAttachmentNotFound)
			list, err := s.Attachments.List(ctx, "n1")
			must(t, err)
			wantEqual(t, list, []notification.Attachment{attachment("a2", "n1")})
			must(t, s.Attachments.Add(ctx, attachment("a1", "n1"), []byte("x")))
		}},
		{"a transaction that fails keeps nothing and removes nothing", func(t *testing.T, ctx context.Context, s DocketStores) {
			prepare(t, ctx, s)
			must(t, s.Attachments.Add(ctx, attachment("a1", "n1"), []byte("x")))
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.Attachments.Add(ctx, attachment("a2", "n1"), []byte("y")))
				must(t, s.Attachments.Remove(ctx, "a1"))
				return errChange
			})
			wantEqual(t, err, errChange)
			list, err := s.Attachments.List(ctx, "n1")
			must(t, err)
			wantEqual(t, list, []notification.Attachment{attachment("a1", "n1")})
			content, err := s.Attachments.Content(ctx, "a1")
			must(t, err)
			wantEqual(t, string(content), "x")
		}},
	})
}
