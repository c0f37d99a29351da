package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func testRecurrences(t *testing.T, open func(t *testing.T) Stores) {
	person := func(id, plaintiff, cedula, email string) document.Document {
		return document.Document{ID: id, FileName: id + ".pdf", Plaintiff: plaintiff, Cedula: cedula, Email: email, CreatedAt: epoch}
	}
	runRules(t, open, []rule{
		{"a document is found under each of its keys", func(t *testing.T, ctx context.Context, s Stores) {
			d := person("d1", "Ana López; José Peña", "52.418.903", "ana@x.co")
			must(t, s.Documents.Create(ctx, d))
			must(t, s.Documents.Create(ctx, person("d2", "Eva Ruiz", "1", "eva@x.co")))
			for _, k := range d.Keys() {
				wantMatches(t, ctx, s, []document.Key{k}, "", 10, 1, "d1")
			}
			m, err := s.Recurrences.WithKeys(ctx, d.Keys(), "", 10)
			must(t, err)
			wantEqual(t, m, document.Matches{Items: []document.Summary{d.Summary()}, Total: 1})
		}},
		{"a key is of its kind alone", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, person("d1", "123", "", "")))
			wantMatches(t, ctx, s, document.KeysOf(document.KeyCedula, "123"), "", 10, 0)
			wantMatches(t, ctx, s, document.KeysOf(document.KeyPlaintiff, "123"), "", 10, 1, "d1")
		}},
		{"the newest come first, up to the limit, and all are counted", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 7 {
				d := person(fmt.Sprint("d", i), "Ana", "", "")
				d.CreatedAt = epoch.Add(time.Duration(i/2) * time.Microsecond)
				must(t, s.Documents.Create(ctx, d))
			}
			ana := document.KeysOf(document.KeyPlaintiff, "ANA")
			wantMatches(t, ctx, s, ana, "", 3, 7, "d6", "d5", "d4")
			wantMatches(t, ctx, s, ana, "d5", 2, 6, "d6", "d4")
		}},
		{"a document that has several of the keys counts once", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, person("d1", "Ana; Eva; Luz", "", "")))
			must(t, s.Documents.Create(ctx, person("d2", "Eva; Ana", "", "")))
			wantMatches(t, ctx, s, document.KeysOf(document.KeyPlaintiff, "Eva; Ana"), "", 2, 2, "d2", "d1")
		}},
		{"no keys find nothing", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, person("d1", "", "", "")))
			wantMatches(t, ctx, s, nil, "", 10, 0)
		}},
		{"an update moves a document to its new keys", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, person("d1", "Ana", "1000", "")))
			must(t, s.Documents.Update(ctx, "d1", func(d *document.Document) error { d.Plaintiff = "Eva"; return nil }))
			wantMatches(t, ctx, s, document.KeysOf(document.KeyPlaintiff, "Ana"), "", 10, 0)
			wantMatches(t, ctx, s, document.KeysOf(document.KeyPlaintiff, "Eva"), "", 10, 1, "d1")
			wantMatches(t, ctx, s, document.KeysOf(document.KeyCedula, "1000"), "", 10, 1, "d1")
		}},
		{"a deleted document is not found, and its ID is free", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, person("d1", "Ana", "", "")))
			must(t, s.Documents.Delete(ctx, "d1"))
			wantMatches(t, ctx, s, document.KeysOf(document.KeyPlaintiff, "Ana"), "", 10, 0)
			must(t, s.Documents.Create(ctx, person("d1", "Ana", "", "")))
			wantMatches(t, ctx, s, document.KeysOf(document.KeyPlaintiff, "Ana"), "", 10, 1, "d1")
		}},
		{"keys are counted, and those of no document are missing", func(t *testing.T, ctx context.Context, s Stores) {
			for i, name := range []string{"Ana López; Eva Ruiz", "López, ANA", "Luz Marín"} {
				must(t, s.Documents.Create(ctx, person(fmt.Sprint("d", i), name, "", "")))
			}
			ana, eva, nobody := document.KeysOf(document.KeyPlaintiff, "Ana López")[0], document.KeysOf(document.KeyPlaintiff, "Eva Ruiz")[0], document.Key{
				Kind:  document.KeyCedula,
				Value: "1",
			}
			got, err := s.Recurrences.Counts(ctx, []document.Key{nobody, eva, ana})
			must(t, err)
			wantEqual(t, got, map[document.Key]int{ana: 2, eva: 1})
		}},
		{"the bearers of a key are its only document, or the least and the greatest", func(t *testing.T, ctx context.Context, s Stores) {
			for i, acta := range []string{"7", "7", "7", "8"} {
				d := person(fmt.Sprint("d", i), "Ana", "", "")
				d.ActaNumber = acta
				must(t, s.Documents.Create(ctx, d))
			}
			seven, eight, nine := document.Key{
				Kind:  document.KeyActa,
				Value: "7",
			}, document.Key{
				Kind:  document.KeyActa,
				Value: "8",
			}, document.Key{
				Kind:  document.KeyActa,
				Value: "9",
			}
			ana := document.KeysOf(document.KeyPlaintiff, "Ana")[0]
			got, err := s.Recurrences.Bearers(ctx, []document.Key{nine, eight, seven, ana})
			must(t, err)
			wantEqual(t, got, map[document.Key][]string{seven: {"d0", "d2"}, eight: {"d3"}, ana: {"d0", "d3"}})
			got, err = s.Recurrences.Bearers(ctx, nil)
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"many keys are looked up at once, awkward ones as well", func(t *testing.T, ctx context.Context, s Stores) {
			d := person("d1", "", "", "")
			d.ActaNumber = awkwardTexts[0]
			must(t, s.Documents.Create(ctx, d))
			keys := d.Numbers()
			for i := range 2000 {
				keys = append(keys, document.Key{Kind: document.KeyRadicado, Value: fmt.Sprint(i)})
			}
			for _, text := range awkwardTexts {
				keys = append(keys, document.Key{Kind: document.KeyPlaintiff, Value: text})
			}
			got, err := s.Recurrences.Bearers(ctx, keys)
			must(t, err)
			wantEqual(t, len(got), len(d.Numbers()))
		}},
		{"awkward values are found", func(t *testing.T, ctx context.Context, s Stores) {
			for i, text := range awkwardTexts {
				d := person(fmt.Sprint("d", i), text, text, text)
				must(t, s.Documents.Create(ctx, d))
				for _, k := range d.Keys() {
					wantMatches(t, ctx, s, []document.Key{k}, "", 10, 1, d.ID)
				}
			}
		}},
		{"awkward values are found no more once they are changed or their document is deleted", func(t *testing.T, ctx context.Context, s Stores) {
			for _, text := range append([]string{"a\x00b", "a\xffb"}, awkwardTexts...) {
				changed, deleted := person("d1", text, text, text), person("d2", text, text, text)
				must(t, s.Documents.Create(ctx, changed))
				must(t, s.Documents.Create(ctx, deleted))
				must(t, s.Documents.Update(ctx, "d1", func(d *document.Document) error { d.Plaintiff, d.Cedula, d.Email = "", "", ""; return nil }))
				must(t, s.Documents.Delete(ctx, "d2"))
				for _, k := range changed.Keys() {
					wantMatches(t, ctx, s, []document.Key{k}, "", 10, 0)
				}
				must(t, s.Documents.Delete(ctx, "d1"))
			}
		}},
	})
}

func wantMatches(t *testing.T, ctx context.Context, s Stores, keys []document.Key, except string, limit, total int, ids ...string) {
	t.Helper()
	m, err := s.Recurrences.WithKeys(ctx, keys, except, limit)
	must(t, err)
	got := []string{}
	for _, item := range m.Items {
		got = append(got, item.ID)
	}
	wantEqual(t, got, append([]string{}, ids...))
	wantEqual(t, m.Total, total)
}
