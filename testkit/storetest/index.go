package storetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

func testIndex(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"what is put comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			want := fingerprint("d1", "salud")
			must(t, s.Index.Put(ctx, want))
			got, err := s.Index.Get(ctx, "d1")
			must(t, err)
			wantSame(t, got, want)
			found, err := s.Index.Lookup(ctx, nil, want.Keys(), 10)
			must(t, err)
			wantEqual(t, len(found), 1)
			wantSame(t, found[0], want)
		}},
		{"an unknown ID is not found, and deleting it no error", func(t *testing.T, ctx context.Context, s Stores) {
			_, err := s.Index.Get(ctx, "d1")
			if !errors.Is(err, dedup.ErrNotFound) {
				t.Fatalf("got %v, want dedup.ErrNotFound", err)
			}
			must(t, s.Index.Delete(ctx, "d1"))
		}},
		{"a later fingerprint takes the place of the earlier", func(t *testing.T, ctx context.Context, s Stores) {
			before, after := fingerprint("d1", "antes"), fingerprint("d1", "después")
			must(t, s.Index.Put(ctx, before))
			must(t, s.Index.Put(ctx, after))
			got, err := s.Index.Get(ctx, "d1")
			must(t, err)
			wantSame(t, got, after)
			wantFound(t, ctx, s, after.Keys(), 10, "d1")
			wantFound(t, ctx, s, before.Keys(), 10)
		}},
		{"the same fingerprint put twice is found once", func(t *testing.T, ctx context.Context, s Stores) {
			f := fingerprint("d1", "salud")
			must(t, s.Index.Put(ctx, f))
			must(t, s.Index.Put(ctx, f))
			wantFound(t, ctx, s, f.Keys(), 10, "d1")
		}},
		{"a deleted fingerprint is found no more", func(t *testing.T, ctx context.Context, s Stores) {
			f := fingerprint("d1", "salud")
			must(t, s.Index.Put(ctx, f))
			must(t, s.Index.Delete(ctx, "d1"))
			_, err := s.Index.Get(ctx, "d1")
			wantKind(t, err, fault.NotFound)
			wantFound(t, ctx, s, f.Keys(), 10)
		}},
		{"a fingerprint without keys is kept and never found", func(t *testing.T, ctx context.Context, s Stores) {
			f := fingerprintOf("d1", "")
			wantEqual(t, len(f.Keys()), 0)
			must(t, s.Index.Put(ctx, f))
			must(t, s.Index.Put(ctx, f))
			_, err := s.Index.Get(ctx, "d1")
			must(t, err)
			wantFound(t, ctx, s, nil, 10)
		}},
		{"no keys, no room or keys unknown find nothing", func(t *testing.T, ctx context.Context, s Stores) {
			f := fingerprint("d1", "salud")
			must(t, s.Index.Put(ctx, f))
			wantFound(t, ctx, s, nil, 10)
			wantFound(t, ctx, s, f.Keys(), 0)
			wantFound(t, ctx, s, f.Keys(), -1)
			wantFound(t, ctx, s, []dedup.Key{1, -1, 0}, 10)
		}},
		{"those that share most come first, then by ID", func(t *testing.T, ctx context.Context, s Stores) {
			f := fingerprint("x", "salud")
			must(t, s.Index.Put(ctx, partly("b", "salud", 0.5)))
			must(t, s.Index.Put(ctx, withID(f, "d")))
			must(t, s.Index.Put(ctx, withID(f, "a")))
			must(t, s.Index.Put(ctx, withID(f, "c")))
			must(t, s.Index.Put(ctx, fingerprint("e", "otro")))
			wantFound(t, ctx, s, f.Keys(), 10, "a", "c", "d", "b")
			wantFound(t, ctx, s, f.Keys(), 2, "a", "c")
		}},
		{"three hints or a telling key make a candidate", func(t *testing.T, ctx context.Context, s Stores) {
			f := fingerprint("a", "uno")
			must(t, s.Index.Put(ctx, f))
			keys := f.Keys()
			for _, c := range []struct {
				hints, telling []dedup.Key
				want           []string
			}{
				{keys[:2], nil, []string{}},
				{[]dedup.Key{keys[0], keys[1], keys[1], keys[0]}, nil, []string{}},
				{keys[:3], nil, []string{"a"}},
				{nil, keys[:1], []string{"a"}},
				{keys[1:3], keys[:1], []string{"a"}},
				{keys[:2], []dedup.Key{1, 2, 3}, []string{}},
			} {
				found, err := s.Index.Lookup(ctx, c.hints, c.telling, 10)
				must(t, err)
				if got := ids(found); !slices.Equal(got, c.want) {
					t.Errorf("%d hints and %d telling keys find %v, want %v", len(c.hints), len(c.telling), got, c.want)
				}
			}
		}},
		{"a telling key counts as much as three hints", func(t *testing.T, ctx context.Context, s Stores) {
			one, two, three := fingerprint("a", "uno"), fingerprint("b", "dos"), fingerprint("c", "tres")
			for _, f := range []dedup.Fingerprint{one, two, three} {
				must(t, s.Index.Put(ctx, f))
			}
			hints := append(slices.Clone(one.Keys()[:4]), three.Keys()[:3]...)
			found, err := s.Index.Lookup(ctx, hints, append(two.Keys()[:2:2], three.Keys()[3]), 10)
			must(t, err)
			wantEqual(t, fmt.Sprint(ids(found)), "[b c a]")
		}},
		{"a key named twice counts once", func(t *testing.T, ctx context.Context, s Stores) {
			one, two := fingerprint("a", "uno"), fingerprint("b", "dos")
			must(t, s.Index.Put(ctx, one))
			must(t, s.Index.Put(ctx, two))
			keys := append(slices.Repeat(two.Keys()[:1], 50), one.Keys()[:2]...)
			wantFound(t, ctx, s, keys, 10, "a", "b")
		}},
		{"thousands of keys are one lookup", func(t *testing.T, ctx context.Context, s Stores) {
			f := fingerprint("d1", "salud")
			must(t, s.Index.Put(ctx, f))
			keys := f.Keys()
			for i := range 40_000 {
				keys = append(keys, dedup.Key(i))
			}
			wantFound(t, ctx, s, keys, 10, "d1")
		}},
		{"any sequence of puts and deletes finds what a scan finds", testIndexModel},
	})
}

// testIndexModel compares the index with a scan over all fingerprints.
func testIndexModel(t *testing.T, ctx context.Context, s Stores) {
	words := []string{"salud", "pensión", "vivienda", "petición"}
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		scan := map[string]dedup.Fingerprint{}
		defer func() {
			for id := range scan {
				s.Index.Delete(ctx, id)
			}
		}()
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			id := fmt.Sprint(run, rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "id"))
			if rapid.IntRange(0, 3).Draw(t, "delete") == 0 {
				if err := s.Index.Delete(ctx, id); err != nil {
					t.Fatal(err)
				}
				delete(scan, id)
				continue
			}
			f := partly(id, rapid.SampledFrom(words).Draw(t, "word"), rapid.SampledFrom([]float64{1, 0.7, 0.3}).Draw(t, "part"))
			if err := s.Index.Put(ctx, f); err != nil {
				t.Fatal(err)
			}
			scan[id] = f
		}
		keys := fingerprint("?", rapid.SampledFrom(words).Draw(t, "lookup")).Keys()
		limit := rapid.IntRange(1, 5).Draw(t, "limit")
		found, err := s.Index.Lookup(ctx, nil, keys, limit)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := ids(found), scanLookup(scan, keys, limit); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func scanLookup(all map[string]dedup.Fingerprint, keys []dedup.Key, limit int) []string {
	shared := map[string]int{}
	for id, f := range all {
		for _, k := range f.Keys() {
			if slices.Contains(keys, k) {
				shared[id]++
			}
		}
	}
	found := []string{}
	for id := range shared {
		found = append(found, id)
	}
	slices.SortFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(a, b))
	})
	return found[:min(limit, len(found))]
}

// fingerprint returns the fingerprint of a filing that is all about one thing:
// two about different things share no key.
func fingerprint(id, about string) dedup.Fingerprint {
	return fingerprintOf(id, sentences(about, 0, 60))
}

// partly returns a fingerprint of a filing that is about it only in part.
func partly(id, about string, part float64) dedup.Fingerprint {
	same := int(60 * part)
	return fingerprintOf(id, sentences(about, 0, same)+sentences("relleno"+id, same, 60))
}

func withID(f dedup.Fingerprint, id string) dedup.Fingerprint {
	f.ID = id
	return f
}

func sentences(about string, from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "%s%d %s%d %s%d. ", about, i, about, i*i+100, about, i*31+7)
	}
	return b.String()
}

func fingerprintOf(id, text string) dedup.Fingerprint {
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		panic(err)
	}
	return d.Fingerprint(dedup.Filing{ID: id, Type: "tutela", Text: text})
}

func wantSame(t *testing.T, got, want dedup.Fingerprint) {
	t.Helper()
	g, err := got.MarshalBinary()
	must(t, err)
	w, err := want.MarshalBinary()
	must(t, err)
	if string(g) != string(w) {
		t.Fatalf("got fingerprint %q (%d bytes), want %q (%d bytes)", got.ID, len(g), want.ID, len(w))
	}
}

func wantFound(t *testing.T, ctx context.Context, s Stores, keys []dedup.Key, limit int, want ...string) {
	t.Helper()
	found, err := s.Index.Lookup(ctx, nil, keys, limit)
	must(t, err)
	if got := ids(found); !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func ids(found []dedup.Fingerprint) []string {
	list := []string{}
	for _, f := range found {
		list = append(list, f.ID)
	}
	return list
}
