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
		of := map[uint32]int{} // the cluster of each, from 1
		kept := map[[2]uint32]float32{}
		for i, c := range clusters {
			if len(c.Members) < 2 || !slices.IsSorted(c.Members) || !slices.Contains(c.Members, c.Representative) {
				t.Fatalf("cluster %+v", c)
			}
			for _, m := range c.Members {
				if in[m] {
					t.Fatalf("%d is in two clusters", m)
				}
				in[m] = true
				of[m] = i + 1
				if m != c.Representative && !alike(m, c.Representative) {
					t.Fatalf("%d is with %d, unlike it", m, c.Representative)
				}
			}
			for _, e := range c.Edges {
				if !slices.Contains(c.Members, e.A) || !slices.Contains(c.Members, e.B) || e.Score < .7 {
					t.Fatalf("edge %+v of %v", e, c.Members)
				}
				pair := [2]uint32{e.A, e.B}
				if _, ok := kept[pair]; ok {
					t.Fatalf("edge %+v twice", e)
				}
				kept[pair] = e.Score
			}
			for _, m := range c.Members {
				r := c.Representative
				if _, ok := kept[[2]uint32{min(m, r), max(m, r)}]; m != r && !ok {
					t.Fatalf("%d is with %d without an edge", m, r)
				}
			}
		}
		for _, e := range edges {
			score, ok := kept[[2]uint32{e.A, e.B}]
			if together := of[e.A] != 0 && of[e.A] == of[e.B]; ok != together || ok && score != e.Score {
				t.Fatalf("edge %+v: kept %v with %v, in clusters %d and %d", e, ok, score, of[e.A], of[e.B])
			}
		}
	})
}

// However far a chain of accidents goes, no cluster grows beyond what its
// representative is like, and the work with the number of edges.
func TestAGiantComponentIsNoGiantCluster(t *testing.T) {
	const n = 20_000
	for name, edges := range map[string][]dedup.Edge{
		"a chain": func() (edges []dedup.Edge) {
			for i := range uint32(n) {
				edges = append(edges, dedup.Edge{A: i, B: i + 1, Score: .8})
			}
			return edges
		}(),
		"rings that hang together": func() (edges []dedup.Edge) {
			for i := range uint32(n) {
				edges = append(edges, dedup.Edge{A: i, B: i + 1, Score: .8})
				if i%7 == 0 {
					edges = append(edges, dedup.Edge{A: i, B: i + 6, Score: .9})
				}
			}
			return edges
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			calls, members := 0, 0
			clusters := dedup.Clusters(edges, func(a, b uint32) (float32, bool) { calls++; return 0, false })
			for _, c := range clusters {
				members += len(c.Members)
				if len(c.Members) > 5 {
					t.Fatalf("a cluster of %d", len(c.Members))
				}
			}
			if calls > 4*len(edges) || members < n/2 {
				t.Errorf("%d comparisons for %d edges, %d members", calls, len(edges), members)
			}
		})
	}
}
