package storetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/ports"
)

func testTunings(t *testing.T, open func(t *testing.T) Stores) {
	t.Run("extraction", func(t *testing.T) {
		testTuningsOf(t, open, func(s Stores) ports.Tunings[ner.Config] { return s.Tunings }, document.DefaultTuning(), func(i int) ner.Config {
			c := ner.DefaultConfig()
			c.Extractors[1].Weight, c.Extractors[2].Enabled, c.MinConfidence = 1/float64(i+3), false, 1.0/3
			return c
		})
	})
	t.Run("comparing", func(t *testing.T) {
		testTuningsOf(t, open, func(s Stores) ports.Tunings[dedup.Config] { return s.DedupTunings }, document.DefaultDedupTuning(), func(i int) dedup.Config {
			c := dedup.DefaultConfig()
			c.Weights.MinHash, c.Thresholds.Habeas = 0.1+0.2*float64(i), float64(i)/3
			return c
		})
	})
	t.Run("rules of mailboxes", func(t *testing.T) {
		testTuningsOf(t, open, func(s Stores) ports.Tunings[document.MailRules] { return s.MailRules }, document.MailRuling{}, func(i int) document.MailRules {
			return document.MailRules{
				{Name: fmt.Sprint("boletín ", i), Enabled: true, Sender: []string{"a@x", "«b»"}, Recipient: []string{"c"}, Subject: []string{"d"},
					Attachment: []string{"e"}, Action: document.MailIgnore, Reason: "No es un escrito."},
				{Name: "tipo", Subject: []string{"tutela"}, Action: document.MailType, Type: document.Tutela},
				{Name: "etiqueta", Subject: []string{"salud"}, Action: document.MailTag, Tag: "salud"},
			}
		})
	})
	runRules(t, open, []rule{
		{"what a caller does to its copy changes nothing", func(t *testing.T, ctx context.Context, s Stores) {
			mine := document.DefaultTuning()
			yours, err := s.Tunings.Append(ctx, mine)
			must(t, err)
			mine.Config.Extractors[0].Weight, yours.Config.Extractors[0].Weight = 7, 8
			got, err := s.Tunings.Current(ctx)
			must(t, err)
			wantEqual(t, got.Config, ner.DefaultConfig())
		}},
		{"configurations of one subject are none of another", func(t *testing.T, ctx context.Context, s Stores) {
			_, err := s.Tunings.Append(ctx, document.DefaultTuning())
			must(t, err)
			got, err := s.DedupTunings.Append(ctx, document.DefaultDedupTuning())
			must(t, err)
			wantEqual(t, got.Number, 1)
		}},
	})
}

// testTuningsOf tests a store whose i-th configuration is config(i).
func testTuningsOf[C any](t *testing.T, open func(t *testing.T) Stores, of func(Stores) ports.Tunings[C], standard document.TuningOf[C], config func(int) C) {
	// tuning is the i-th that a test stores.
	tuning := func(i int) document.TuningOf[C] {
		return document.TuningOf[C]{At: epoch.Add(time.Duration(i) * time.Microsecond), By: "José", Origin: document.TuningUndone, Restored: i, Config: config(i)}
	}
	runRules(t, open, []rule{
		{"the default is in force until one is stored", func(t *testing.T, ctx context.Context, s Stores) {
			got, err := of(s).Current(ctx)
			must(t, err)
			wantEqual(t, got, standard)
			got, err = of(s).Get(ctx, 0)
			must(t, err)
			wantEqual(t, got, standard)
		}},
		{"the last one is in force, all others stay, under rising numbers", func(t *testing.T, ctx context.Context, s Stores) {
			var want []document.TuningOf[C]
			for i := range 5 {
				w := tuning(i)
				got, err := of(s).Append(ctx, w)
				must(t, err)
				w.Number = i + 1
				wantEqual(t, got, w)
				want = append([]document.TuningOf[C]{w}, want...)
				got, err = of(s).Current(ctx)
				must(t, err)
				wantEqual(t, got, w)
			}
			for n := 1; n <= 5; n++ {
				got, err := of(s).Get(ctx, n)
				must(t, err)
				wantEqual(t, got, want[5-n])
			}
			got, err := of(s).List(ctx, document.PageRequest{Number: 2, Size: 2})
			must(t, err)
			wantEqual(t, got, pagination.Of[document.TuningOf[C]]{Items: want[2:4], Total: 5, Page: document.PageRequest{Number: 2, Size: 2}})
		}},
		{"an unknown number is not found", func(t *testing.T, ctx context.Context, s Stores) {
			for _, n := range []int{-1, 1, math.MaxInt} {
				_, err := of(s).Get(ctx, n)
				wantKind(t, err, fault.NotFound)
			}
		}},
		{"a page past the end is empty", func(t *testing.T, ctx context.Context, s Stores) {
			_, err := of(s).Append(ctx, tuning(1))
			must(t, err)
			got, err := of(s).List(ctx, document.PageRequest{Number: math.MaxInt, Size: 10})
			must(t, err)
			wantEqual(t, len(got.Items), 0)
			wantEqual(t, got.Total, 1)
		}},
		{"a failed transaction stores none", func(t *testing.T, ctx context.Context, s Stores) {
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				_, err := of(s).Append(ctx, tuning(1))
				must(t, err)
				return errChange
			})
			wantEqual(t, errors.Is(err, errChange), true)
			got, err := of(s).Current(ctx)
			must(t, err)
			wantEqual(t, got, standard)
		}},
	})
}

func testExamples(t *testing.T, open func(t *testing.T) Stores) {
	example := func(id string, f document.Field, at int) document.Example {
		return document.Example{DocumentID: id, Field: f, Corrected: "José «Ñ»", At: epoch.Add(time.Duration(at) * time.Second)}
	}
	all := func(t *testing.T, ctx context.Context, s Stores) (got []document.Example) {
		must(t, s.Examples.Each(ctx, func(e *document.Example) error { got = append(got, *e); return nil }))
		return got
	}
	runRules(t, open, []rule{
		{"what is put comes back whole, by document and field", func(t *testing.T, ctx context.Context, s Stores) {
			a, b, c := example("d2", document.FieldCedula, 1), example("d1", document.FieldPlaintiff, 2), example("d1", document.FieldCedula, 3)
			must(t, s.Examples.Put(ctx, []document.Example{a, b}, 10))
			must(t, s.Examples.Put(ctx, []document.Example{c}, 10))
			must(t, s.Examples.Put(ctx, nil, 10))
			wantEqual(t, all(t, ctx, s), []document.Example{c, b, a})
		}},
		{"a later one of the same document and field takes its place", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Examples.Put(ctx, []document.Example{example("d1", document.FieldCedula, 1)}, 10))
			later := example("d1", document.FieldCedula, 2)
			later.Corrected = ""
			must(t, s.Examples.Put(ctx, []document.Example{later}, 10))
			wantEqual(t, all(t, ctx, s), []document.Example{later})
		}},
		{"the latest stay", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 7 {
				must(t, s.Examples.Put(ctx, []document.Example{example(fmt.Sprint("d", 9-i), document.FieldCedula, i)}, 3))
			}
			var ids string
			for _, e := range all(t, ctx, s) {
				ids += e.DocumentID
			}
			wantEqual(t, ids, "d3d4d5")
		}},
		{"those of one document, by field", func(t *testing.T, ctx context.Context, s Stores) {
			a, b := example("d1", document.FieldPlaintiff, 1), example("d1", document.FieldCedula, 2)
			must(t, s.Examples.Put(ctx, []document.Example{a, b, example("d2", document.FieldCedula, 1)}, 10))
			got, err := s.Examples.Of(ctx, "d1")
			must(t, err)
			wantEqual(t, got, []document.Example{b, a})
			got, err = s.Examples.Of(ctx, "d3")
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"they go with their document, alone", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, fullDocument("d1")))
			must(t, s.Documents.Create(ctx, fullDocument("d2")))
			kept := example("d2", document.FieldCedula, 1)
			must(t, s.Examples.Put(ctx, []document.Example{example("d1", document.FieldCedula, 1), example("d1", document.FieldEmail, 1), kept}, 10))
			must(t, s.Documents.Delete(ctx, "d1"))
			wantEqual(t, all(t, ctx, s), []document.Example{kept})
		}},
		{"a visit that fails ends them, and its error is returned", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Examples.Put(ctx, []document.Example{example("d1", document.FieldCedula, 1), example("d2", document.FieldCedula, 1)}, 10))
			visits := 0
			err := s.Examples.Each(ctx, func(*document.Example) error { visits++; return errChange })
			wantEqual(t, errors.Is(err, errChange), true)
			wantEqual(t, visits, 1)
		}},
	})
}
