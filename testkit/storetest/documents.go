package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
)

func testDocuments(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"what is created comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullDocument("d1")
			must(t, s.Documents.Create(ctx, want))
			got, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a document with nothing but its ID comes back as it is", func(t *testing.T, ctx context.Context, s Stores) {
			want := document.Document{ID: "d1"}
			must(t, s.Documents.Create(ctx, want))
			got, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a taken ID is a conflict and changes nothing", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullDocument("d1")
			must(t, s.Documents.Create(ctx, want))
			wantKind(t, s.Documents.Create(ctx, document.Document{ID: "d1", Plaintiff: "Otra"}), fault.Conflict)
			got, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, want)
			wantTotal(t, ctx, s, 1)
		}},
		{"an unknown ID is not found", func(t *testing.T, ctx context.Context, s Stores) {
			for _, id := range []string{"d1", "", "'; DROP TABLE documents; --", "\x00"} {
				_, err := s.Documents.Get(ctx, id)
				wantKind(t, err, fault.NotFound)
				wantKind(t, s.Documents.Update(ctx, id, func(*document.Document) error { return nil }), fault.NotFound)
				wantKind(t, s.Documents.Delete(ctx, id), fault.NotFound)
			}
		}},
		{"an update stores what change did", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullDocument("d1")
			must(t, s.Documents.Create(ctx, want))
			alter := func(d *document.Document) {
				d.Status, d.ValidatedBy, d.ValidatedAt = document.Validated, "admin", epoch.Add(time.Hour)
				d.Tags = []string{"urgente"}
				d.Entities[0].Value = "Otra"
				d.Pages = nil
			}
			must(t, s.Documents.Update(ctx, "d1", func(d *document.Document) error { alter(d); return nil }))
			alter(&want)
			got, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a failed update stores nothing and returns the error of change", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullDocument("d1")
			must(t, s.Documents.Create(ctx, want))
			err := s.Documents.Update(ctx, "d1", func(d *document.Document) error {
				d.Plaintiff, d.Tags[0], d.Entities[0].Boxes[0].X0 = "Otra", "otra", 99
				return errChange
			})
			wantEqual(t, err, errChange)
			got, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"what a caller does to its copy changes nothing", func(t *testing.T, ctx context.Context, s Stores) {
			mine := fullDocument("d1")
			must(t, s.Documents.Create(ctx, mine))
			mine.Tags[0], mine.Entities[0].Sources[0].Extractor = "otra", "otro"
			yours, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			yours.Pages[0].Number = 77
			got, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, fullDocument("d1"))
		}},
		{"a deleted document is gone and its ID free", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, fullDocument("d1")))
			must(t, s.Documents.Delete(ctx, "d1"))
			_, err := s.Documents.Get(ctx, "d1")
			wantKind(t, err, fault.NotFound)
			wantKind(t, s.Documents.Delete(ctx, "d1"), fault.NotFound)
			must(t, s.Documents.Create(ctx, fullDocument("d1")))
		}},
		{"any Unicode text comes back byte for byte", func(t *testing.T, ctx context.Context, s Stores) {
			for i, text := range awkwardTexts {
				id := fmt.Sprint("d", i)
				want := document.Document{ID: id, Text: text, Plaintiff: text, Tags: []string{text}, Remarks: text,
					Entities: []document.Entity{{Entity: ner.Entity{Value: text, Raw: text}}}}
				must(t, s.Documents.Create(ctx, want))
				got, err := s.Documents.Get(ctx, id)
				must(t, err)
				wantEqual(t, got, want)
			}
		}},
		{"a text of five megabytes comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			want := document.Document{ID: "d1", Text: strings.Repeat("Señor juez, ¿cómo se tutela \"esto\"?\n", 5<<20/37)}
			must(t, s.Documents.Create(ctx, want))
			got, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			if got.Text != want.Text {
				t.Fatalf("got %d bytes, want %d", len(got.Text), len(want.Text))
			}
		}},
		{"times come back in UTC, to the microsecond", func(t *testing.T, ctx context.Context, s Stores) {
			bogota := time.FixedZone("COT", -5*60*60)
			must(t, s.Documents.Create(ctx, document.Document{ID: "d1", CreatedAt: epoch.In(bogota).Add(789 * time.Nanosecond)}))
			got, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, document.Document{ID: "d1", CreatedAt: epoch})
		}},
		{"documents are found by the hash of their original, oldest first", func(t *testing.T, ctx context.Context, s Stores) {
			for i, id := range []string{"c", "a", "b"} {
				must(t, s.Documents.Create(ctx, document.Document{ID: id, SHA256: "same", CreatedAt: epoch.Add(time.Duration(-i) * time.Second)}))
			}
			must(t, s.Documents.Create(ctx, document.Document{ID: "d", SHA256: "other", CreatedAt: epoch}))
			must(t, s.Documents.Create(ctx, document.Document{ID: "e", CreatedAt: epoch}))
			got, err := s.Documents.WithSHA256(ctx, "same")
			must(t, err)
			wantEqual(t, got, []string{"b", "a", "c"})
			got, err = s.Documents.WithSHA256(ctx, "none")
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"a cancelled context is its own error", func(t *testing.T, _ context.Context, s Stores) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err := s.Documents.Get(ctx, "d1")
			wantEqual(t, err, context.Canceled)
			wantEqual(t, s.Documents.Create(ctx, fullDocument("d1")), context.Canceled)
			wantTotal(t, t.Context(), s, 0)
		}},
		{"the store answers a ping", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Pinger.Ping(ctx))
		}},
	})
}

// awkwardTexts are what quoting, escaping and encoding go wrong on. None holds
// a NUL, which not every database can store.
var awkwardTexts = []string{
	"O'Neil & Cía. \"Ñandú\" \\n \\' ? ?0 $1 :a @b %s `x` [y]",
	"á e\u0301 İ ß ﬁ 𝔘 👩‍👩‍👧 \u202e\u200d\ufeff\uffff\U0010ffff",
	"\x01\x02\t\r\n\f\x7f\u0080\u2028",
	"'; DROP TABLE documents; --",
	"null", "[]", " ", "",
}

// fullDocument returns a document none of whose fields is zero.
func fullDocument(id string) document.Document {
	return document.Document{
		ID: id, FileName: "tutela José.pdf", Type: document.Tutela, Status: document.Processed,
		Plaintiff: "José Peña", Defendant: "NUEVA EPS S.A.", Radicado: "11001310300120260001200",
		Court: "Juzgado 1 Civil", Cedula: "1020304050", Email: "jose@x.co", ActaNumber: "A-7",
		PlaintiffAddress: "Calle 1 # 2-3", DefendantAddress: "Cra 4", Remarks: "Ninguna", Tags: []string{"salud", "menor"},
		Text: "Señor juez\fSegunda página",
		Pages: []document.PageInfo{
			{Number: 1, Source: document.TextLayer, Confidence: 1, Start: 0, End: 10, Unread: true, Attachments: []string{"anexo.pdf", "x"},
				AdobeForm: true, Hidden: true},
			{Number: 2, Source: document.OCR, DPI: 200, Confidence: 0.93, Start: 11, End: 25,
				Begins: &dedup.Parties{Plaintiff: "Ana", Defendant: "EPS", Cedula: "7", Email: "a@x.co", Radicado: "8", Address: "Calle 5",
					Doubts: entity.Doubts{Cedula: 40}}},
			{Number: 3, Source: document.OCR, DPI: 200, Empty: true, Blank: true, Start: 26, End: 26},
		},
		Entities: []document.Entity{{
			Entity: ner.Entity{Field: ner.Plaintiff, Value: "José Peña", Raw: "JOSE PEÑA", Start: 3, End: 12, Confidence: 0.1 + 0.2,
				Sources: []ner.Source{{Extractor: "pattern", Confidence: 0.9}, {Extractor: "label", Confidence: 1.0 / 3}}},
			Page: 1, Boxes: []document.Box{{X0: 1.5, Y0: 2, X1: 3, Y1: 4.25}, {X0: 1, Y0: 5, X1: 2, Y1: 6}},
		}, {Entity: ner.Entity{Field: ner.Email, Value: "jose@x.co"}}},
		Alternatives:  []document.Entity{{Entity: ner.Entity{Field: ner.Plaintiff, Value: "Jose Pena", Confidence: 0.2}, Page: 2}},
		Due:           document.DayOf(epoch) + 10,
		Doubts:        []document.Doubt{{Field: document.FieldPlaintiff, Value: "Ana", Chance: .625, Reason: ner.ReasonOthers}},
		Suggested:     document.Suggestion{Type: document.HabeasData, Confidence: 0.7, Reasons: []string{"hábeas data", "Ley 1266"}},
		OCRConfidence: 1.0 / 3, NeedsReview: true, OriginalKey: "originals/" + id, SHA256: strings.Repeat("ab", 32),
		ProcessingTime: 1234567891, Duplicates: 2, CreatedAt: epoch, ArrivedAt: epoch.Add(-time.Hour),
		ValidatedAt: epoch.Add(time.Microsecond), ValidatedBy: "clerk", Assignee: "ana",
	}
}

func wantTotal(t *testing.T, ctx context.Context, s Stores, want int) {
	t.Helper()
	l, err := s.Documents.List(ctx, document.Filter{}, document.PageRequest{Number: 1, Size: 1})
	must(t, err)
	wantEqual(t, l.Total, want)
}
