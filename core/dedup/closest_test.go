package dedup_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/filings"
)

func TestClosestFindsBestPair(t *testing.T) {
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	g := filings.New(7, filings.Options{})
	print := func(side string, n int, text string) dedup.Fingerprint {
		return d.Fingerprint(dedup.Filing{ID: fmt.Sprint(side, n), Type: "tutela", Text: text})
	}
	var left, right []dedup.Fingerprint
	for n := range 9 {
		left, right = append(left, print("a", n, g.Filing().Text)), append(right, print("b", n, g.Filing().Text))
	}
	best := func(left, right []dedup.Fingerprint) (m dedup.Match) {
		for x, a := range left {
			for y, b := range right {
				if found := d.Explain(a, b); x+y == 0 || found.Compare(m) < 0 {
					m = found
				}
			}
		}
		return m
	}
	shared := g.Filing().Text
	related := append(append([]dedup.Fingerprint{}, left...), print("a", 9, shared))
	for _, c := range []struct {
		name        string
		left, right []dedup.Fingerprint
	}{
		{"one each", left[:1], right[:1]},
		{"few", left[:5], right[:5]},
		{"many, two of them related", related, append(append([]dedup.Fingerprint{}, right...), print("b", 9, shared))},
	} {
		i, j, m, err := d.Closest(t.Context(), c.left, c.right)
		want := best(c.left, c.right)
		if err != nil || m.ID != want.ID || m.Relation != want.Relation || m.Similarity != want.Similarity || c.right[j].ID != m.ID {
			t.Errorf("%s: %d and %d, %s %s %.3f, want %s %s %.3f; %v", c.name, i, j, m.ID, m.Relation, m.Similarity, want.ID, want.Relation, want.Similarity, err)
		}
	}
	if i, j, m, err := d.Closest(t.Context(), related, right); err != nil || m.Similarity != d.Explain(related[i], right[j]).Similarity {
		t.Errorf("many unrelated ones: %d and %d, %.3f, %v", i, j, m.Similarity, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err := d.Closest(gone, left, right); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
