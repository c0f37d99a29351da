package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// delivery returns a delivery with all fields, of which each n has other ones.
func delivery(n int) document.Delivery {
	return document.Delivery{
		ID: fmt.Sprint("m", n), OriginalKey: fmt.Sprint("2026/m", n, ".eml"), SHA256: fmt.Sprint("sha", n), FileName: "tutela «Ñandú».eml",
		MessageID: fmt.Sprint(n, "@example.org"), Sender: "reparto@example.org", SenderName: "Oficina de Reparto", Recipients: "a@example.org,b@example.org",
		Subject: "RV: Acción de tutela", Body: "Buenos días:\nadjunto la tutela. 😀", SentAt: epoch.Add(-time.Hour),
		Radicado: "27361408900120260001200", Links: []string{"https://example.org/a?b=1&c=2", "https://example.org/d"},
		ReceivedAt: epoch.Add(time.Duration(n) * time.Minute), ArrivedAt: epoch.Add(time.Duration(n-60) * time.Minute), ReceivedBy: "ana",
		Parts: []document.DeliveredPart{
			{Outcome: document.PartAccepted, DocumentID: fmt.Sprint("d", n), TaskID: fmt.Sprint("t", n)},
			{Name: "foto.jpg", In: "anexos.zip", SHA256: strings.Repeat("ab", 32), Outcome: document.PartAccepted,
				DocumentID: fmt.Sprint("d", n), TaskID: fmt.Sprint("t", n)},
			{Name: "clave.pdf", Outcome: document.PartRefused, Code: "password_required", Reason: "El archivo pide una contraseña."},
			{Name: "firma.png", Outcome: document.PartLeftOut, Reason: "Es la imagen de una firma."},
		},
	}
}

// ignoredDelivery is that of n as it is if a rule of the mailbox ignores it.
func ignoredDelivery(n int) document.Delivery {
	d := delivery(n)
	d.FromMailbox, d.Rules, d.IgnoredBy, d.IgnoredReason = true, []string{"tipo «a»", "boletín"}, "boletín", "No es un escrito."
	for i := range d.Parts {
		d.Parts[i] = document.DeliveredPart{Name: d.Parts[i].Name, Outcome: document.PartLeftOut, Reason: "Una regla ignora el correo."}
	}
	return d
}

// withoutContent returns a delivery as lists have it.
func withoutContent(d document.Delivery) document.Delivery {
	d.Body, d.Parts = "", nil
	return d
}

func testDeliveries(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"a stored delivery is returned with all its fields", func(t *testing.T, ctx context.Context, s Stores) {
			least := document.Delivery{ID: "least", SHA256: "least"}
			for _, want := range []document.Delivery{delivery(1), least} {
				must(t, s.Deliveries.Create(ctx, want))
				got, err := s.Deliveries.Get(ctx, want.ID)
				must(t, err)
				wantEqual(t, got, want)
			}
		}},
		{"an unknown delivery is not found", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Deliveries.Create(ctx, delivery(1)))
			_, err := s.Deliveries.Get(ctx, "m2")
			wantKind(t, err, fault.NotFound)
			_, err = s.Deliveries.Known(ctx, "2@example.org", "sha2")
			wantKind(t, err, fault.NotFound)
		}},
		{"a message is stored once, whichever of its marks repeats", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Deliveries.Create(ctx, delivery(1)))
			for name, repeat := range map[string]func(d *document.Delivery){
				"ID":           func(d *document.Delivery) { d.ID = "m1" },
				"message ID":   func(d *document.Delivery) { d.MessageID = "1@example.org" },
				"SHA-256":      func(d *document.Delivery) { d.SHA256 = "sha1" },
				"SHA-256 only": func(d *document.Delivery) { d.MessageID, d.SHA256 = "", "sha1" },
			} {
				d := delivery(2)
				repeat(&d)
				if err := s.Deliveries.Create(ctx, d); fault.KindOf(err) != fault.Conflict {
					t.Fatalf("%s: %v", name, err)
				}
			}
			of, err := s.Deliveries.Of(ctx, []string{"d2"})
			must(t, err)
			wantEqual(t, len(of), 0)
			must(t, s.Deliveries.Create(ctx, delivery(2)))
		}},
		{"messages without message ID differ by their SHA-256", func(t *testing.T, ctx context.Context, s Stores) {
			for n := range 2 {
				d := delivery(n)
				d.MessageID = ""
				must(t, s.Deliveries.Create(ctx, d))
			}
			_, err := s.Deliveries.Known(ctx, "", "sha2")
			wantKind(t, err, fault.NotFound)
			got, err := s.Deliveries.Known(ctx, "", "sha1")
			must(t, err)
			wantEqual(t, got.ID, "m1")
		}},
		{"a known message is found by either mark", func(t *testing.T, ctx context.Context, s Stores) {
			for n := range 3 {
				must(t, s.Deliveries.Create(ctx, delivery(n)))
			}
			for _, marks := range [][2]string{{"1@example.org", "other"}, {"other", "sha1"}, {"", "sha1"}, {"1@example.org", "sha1"}, {"1@example.org", "sha2"}} {
				got, err := s.Deliveries.Known(ctx, marks[0], marks[1])
				must(t, err)
				wantEqual(t, got, delivery(1))
			}
		}},
		{"a document came in one delivery", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Deliveries.Create(ctx, delivery(1)))
			other := delivery(2)
			other.Parts[1].DocumentID = "d1"
			wantKind(t, s.Deliveries.Create(ctx, other), fault.Conflict)
			_, err := s.Deliveries.Get(ctx, "m2")
			wantKind(t, err, fault.NotFound)
		}},
		{"documents have the deliveries that they came in", func(t *testing.T, ctx context.Context, s Stores) {
			two := delivery(2)
			two.Parts[1].DocumentID = "d2b"
			must(t, s.Deliveries.Create(ctx, delivery(1)))
			must(t, s.Deliveries.Create(ctx, two))
			ids := []string{"d1", "d2", "", "d2b"}
			for n := range 2000 {
				ids = append(ids, fmt.Sprint("none", n))
			}
			got, err := s.Deliveries.Of(ctx, ids)
			must(t, err)
			wantEqual(t, got, map[string]document.Delivery{"d1": withoutContent(delivery(1)), "d2": withoutContent(two), "d2b": withoutContent(two)})
			got, err = s.Deliveries.Of(ctx, nil)
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"the list has the newest first", func(t *testing.T, ctx context.Context, s Stores) {
			for n := range 5 {
				d := delivery(n)
				if n == 2 {
					d.ReceivedAt = delivery(3).ReceivedAt
				}
				must(t, s.Deliveries.Create(ctx, d))
			}
			var got []string
			for number := 1; number <= 4; number++ {
				l, err := s.Deliveries.List(ctx, document.DeliveryFilter{}, document.PageRequest{Number: number, Size: 2})
				must(t, err)
				wantEqual(t, l.Total, 5)
				for _, d := range l.Items {
					got = append(got, d.ID)
				}
			}
			wantEqual(t, got, []string{"m4", "m3", "m2", "m1", "m0"})
			l, err := s.Deliveries.List(ctx, document.DeliveryFilter{}, document.PageRequest{Number: 1, Size: 1})
			must(t, err)
			wantEqual(t, l.Items, []document.Delivery{withoutContent(delivery(4))})
		}},
		{"an ignored delivery has its rules until it is taken in", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Deliveries.Create(ctx, delivery(1)))
			d := ignoredDelivery(2)
			must(t, s.Deliveries.Create(ctx, d))
			list := func(f document.DeliveryFilter, want ...document.Delivery) {
				t.Helper()
				l, err := s.Deliveries.List(ctx, f, document.PageRequest{Number: 1, Size: 5})
				must(t, err)
				wantEqual(t, l.Items, want)
				wantEqual(t, l.Total, len(want))
			}
			list(document.DeliveryFilter{Ignored: true}, withoutContent(d))
			taken := delivery(2)
			taken.FromMailbox, taken.IgnoredBy, taken.IgnoredReason, taken.Rules = true, d.IgnoredBy, d.IgnoredReason, []string{"otra"}
			taken.TakenAt, taken.TakenBy = epoch.Add(time.Hour), "ana"
			must(t, s.Deliveries.TakeIgnored(ctx, taken))
			got, err := s.Deliveries.Get(ctx, "m2")
			must(t, err)
			wantEqual(t, got, taken)
			list(document.DeliveryFilter{Ignored: true})
			list(document.DeliveryFilter{DocumentID: "d2"}, withoutContent(taken))
			list(document.DeliveryFilter{DocumentID: "d3"})
			wantKind(t, s.Deliveries.TakeIgnored(ctx, taken), fault.Conflict)
			wantKind(t, s.Deliveries.TakeIgnored(ctx, delivery(1)), fault.Conflict)
		}},
		{"the latest from mailboxes have their parts", func(t *testing.T, ctx context.Context, s Stores) {
			var want []document.Delivery
			for n := range 5 {
				d := delivery(n)
				if n != 3 {
					d = ignoredDelivery(n)
				}
				must(t, s.Deliveries.Create(ctx, d))
				if d.Body = ""; n != 3 && n > 0 {
					want = append([]document.Delivery{d}, want...)
				}
			}
			got, err := s.Deliveries.LatestFromMailbox(ctx, 3)
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a deleted document leaves its delivery and the message", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, document.Document{ID: "d1"}))
			must(t, s.Deliveries.Create(ctx, delivery(1)))
			must(t, s.Documents.Delete(ctx, "d1"))
			got, err := s.Deliveries.Get(ctx, "m1")
			must(t, err)
			wantEqual(t, got, delivery(1))
			named, err := s.Originals.Referenced(ctx, []string{"2026/m1.eml", "2026/m2.eml", ""})
			must(t, err)
			wantEqual(t, named, map[string]bool{"2026/m1.eml": true})
		}},
		{"a transaction goes on after a message that is known", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Deliveries.Create(ctx, delivery(1)))
			must(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				wantKind(t, s.Deliveries.Create(ctx, delivery(1)), fault.Conflict)
				return s.Deliveries.Create(ctx, delivery(2))
			}))
			_, err := s.Deliveries.Get(ctx, "m2")
			must(t, err)
		}},
		{"a transaction that fails leaves no delivery", func(t *testing.T, ctx context.Context, s Stores) {
			wantEqual(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.Deliveries.Create(ctx, delivery(1)))
				return errChange
			}), errChange)
			_, err := s.Deliveries.Known(ctx, "1@example.org", "sha1")
			wantKind(t, err, fault.NotFound)
			must(t, s.Deliveries.Create(ctx, delivery(1)))
		}},
		{"of one message that arrives several times at once one is stored", func(t *testing.T, ctx context.Context, s Stores) {
			errs := make(chan error)
			for n := range 4 {
				d := delivery(n)
				d.MessageID = "1@example.org"
				go func() { errs <- s.Deliveries.Create(ctx, d) }()
			}
			stored := 0
			for range 4 {
				if err := <-errs; err == nil {
					stored++
				} else if fault.KindOf(err) != fault.Conflict {
					t.Error(err)
				}
			}
			wantEqual(t, stored, 1)
		}},
	})
}
