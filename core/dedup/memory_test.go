package dedup_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

func ids(found []dedup.Fingerprint) []string {
	var out []string
	for _, f := range found {
		out = append(out, f.ID)
	}
	return out
}

func TestMemoryIsAnIndex(t *testing.T) {
	d, m, ctx := detector(t), dedup.NewMemory(), context.Background()
	fingerprint := func(id, text string) dedup.Fingerprint {
		return d.Fingerprint(dedup.Filing{ID: id, Text: text})
	}
	letter, other := fingerprint("letter", ana.letter()), fingerprint("other", ana.retold())
	for _, f := range []dedup.Fingerprint{other, letter, fingerprint("copy", ana.letter()), fingerprint("empty", "")} {
		if err := m.Put(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	lookup := func(limit int, keys ...dedup.Key) []string {
		t.Helper()
		found, err := m.Lookup(ctx, nil, keys, limit)
		if err != nil {
			t.Fatal(err)
		}
		return ids(found)
	}
	if got := lookup(10, letter.Keys()...); !slices.Equal(got, []string{"copy", "letter", "other"}) {
		t.Errorf("found %q: most shared keys first, then by ID", got)
	}
	if got := lookup(2, letter.Keys()...); !slices.Equal(got, []string{"copy", "letter"}) {
		t.Errorf("found %q at limit 2", got)
	}
	if got := lookup(0, letter.Keys()...); len(got) != 0 {
		t.Errorf("found %q at limit 0", got)
	}
	k := letter.Keys()[0]
	if got := lookup(10, k, k, k); len(got) == 0 {
		t.Error("a repeated key finds nothing")
	}
	if got := lookup(10); len(got) != 0 {
		t.Errorf("no keys find %q", got)
	}
	if f, err := m.Get(ctx, "letter"); err != nil || f.ID != "letter" {
		t.Errorf("got %q, %v", f.ID, err)
	}

	replaced := other
	replaced.ID = "letter"
	_ = m.Put(ctx, replaced)
	if got := lookup(10, letter.Keys()...); got[0] != "copy" {
		t.Errorf("after being replaced it is found as before: %q", got)
	}
	for range 2 {
		if err := m.Delete(ctx, "letter"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.Get(ctx, "letter"); !errors.Is(err, dedup.ErrNotFound) {
		t.Errorf("after deletion: %v", err)
	}
	if got := lookup(10, other.Keys()...); slices.Contains(got, "letter") {
		t.Errorf("after deletion found %q", got)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := m.Lookup(cancelled, nil, letter.Keys(), 5); err == nil {
		t.Error("a cancelled lookup succeeded")
	}
}

func TestKeysAreDistinctAndSorted(t *testing.T) {
	keys := detector(t).Fingerprint(ana.filing(ana.letter())).Keys()
	if len(keys) < 50 || !slices.IsSorted(keys) || len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("keys %v", keys)
	}
}
