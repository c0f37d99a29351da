package dedup_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
)

func TestAChainOfAccidentsIsNoCluster(t *testing.T) {
	// 1–2–3–4–5: neighbours are alike, others are not; 10–11–12 are all alike.
	edges := []dedup.Edge{{1, 2, .8}, {2, 3, .8}, {3, 4, .8}, {4, 5, .8}, {10, 11, .9}, {11, 12, .7}}
	verified := func(a, b uint32) (float32, bool) { return .75, a >= 10 && b >= 10 }
	clusters := dedup.Clusters(edges, verified)
	var got []string
	for _, c := range clusters {
		got = append(got, fmt.Sprint(c.Representative, c.Members, len(c.Edges)))
	}
	if want := []string{"2 [1 2 3] 2", "4 [4 5] 1", "11 [10 11 12] 2"}; !slices.Equal(got, want) {
		t.Errorf("clusters %q, want %q", got, want)
	}
}

func TestClustersArePartsWhoseMembersMatchTheirRepresentative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seen := map[[2]uint32]bool{}
		var edges []dedup.Edge
		for range rapid.IntRange(0, 60).Draw(t, "edges") {
			a, b := rapid.Uint32Range(0, 25).Draw(t, "a"), rapid.Uint32Range(0, 25).Draw(t, "b")
			if pair := [2]uint32{min(a, b), max(a, b)}; a != b && !seen[pair] {
				seen[pair] = true
				edges = append(edges, dedup.Edge{A: pair[0], B: pair[1], Score: rapid.Float32Range(.7, 1).Draw(t, "score")})
			}
		}
		alike := func(a, b uint32) bool { return seen[[2]uint32{min(a, b), max(a, b)}] || a%5 == b%5 }
		clusters := dedup.Clusters(edges, func(a, b uint32) (float32, bool) { return .7, alike(a, b) })
		in := map[uint32]bool{}
		for _, c := range clusters {
			if len(c.Members) < 2 || !slices.IsSorted(c.Members) || !slices.Contains(c.Members, c.Representative) {
				t.Fatalf("cluster %+v", c)
			}
			for _, m := range c.Members {
				if in[m] {
					t.Fatalf("%d is in two clusters", m)
				}
				in[m] = true
				if m != c.Representative && !alike(m, c.Representative) {
					t.Fatalf("%d is with %d, unlike it", m, c.Representative)
				}
			}
			for _, e := range c.Edges {
				if !slices.Contains(c.Members, e.A) || !slices.Contains(c.Members, e.B) || e.Score < .7 {
					t.Fatalf("edge %+v of %v", e, c.Members)
				}
			}
		}
	})
}
