package extsort

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
)

// spreads are the ways in which keys may be spread.
var spreads = map[string]func(rng *rand.Rand) uint64{
	"hashes":              func(rng *rand.Rand) uint64 { return rng.Uint64() },
	"pairs of documents":  func(rng *rand.Rand) uint64 { a := rng.Uint64N(500); return a<<32 | a + rng.Uint64N(9) },
	"one key":             func(*rand.Rand) uint64 { return 7 },
	"two far apart":       func(rng *rand.Rand) uint64 { return rng.Uint64N(2) * (1<<64 - 1) },
	"each half the other": func(rng *rand.Rand) uint64 { return 1 << rng.Uint64N(64) },
}

func TestEntriesAreSortedHoweverTheyAreSpread(t *testing.T) {
	for name, key := range spreads {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
				entries := make([]dedup.Posting, rapid.IntRange(0, 6000).Draw(t, "n"))
				for i := range entries {
					entries[i] = dedup.Posting{Key: key(rng), Value: rng.Uint32N(5)}
				}
				want := slices.Clone(entries)
				slices.SortFunc(want, compareEntries)
				if sortEntries(entries, make([]dedup.Posting, len(entries))); !slices.Equal(entries, want) {
					t.Fatal("not sorted")
				}
			})
		})
	}
}

func BenchmarkSort(b *testing.B) {
	const n = 1 << 20
	rng := rand.New(rand.NewPCG(1, 1))
	entries, scratch := make([]dedup.Posting, n), make([]dedup.Posting, n)
	for b.Loop() {
		for i := range entries {
			entries[i] = dedup.Posting{Key: rng.Uint64(), Value: uint32(i)}
		}
		sortEntries(entries, scratch)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/entry")
}
