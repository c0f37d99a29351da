package dedupindex

import (
	"math"
	"testing"
)

// Fingerprints that follow one another move ranges that follow one another, from the
// last to the first, and each range once in a cycle.
func TestRecentRangesCoverAllKeys(t *testing.T) {
	const cycle = 1 << 12 // of fingerprints whose numbers have 14 or 15 bits
	for _, batch := range []int64{1, 7, 1000, cycle - 1, cycle} {
		first := int64(20_001)
		var at, covered uint64 // from the least key
		for n, last := int64(0), first; n < cycle; n, first = n+last-first+1, last+1 {
			last = first + min(batch, cycle-n) - 1
			for _, r := range recentRanges(first, last) {
				from, to := uint64(r.from)^1<<63, uint64(r.to)^1<<63
				if covered > 0 && from != at || from > to {
					t.Fatalf("batches of %d: a range from %x to %x, want it from %x", batch, from, to, at)
				}
				at, covered = to+1, covered+(to-from)/(1<<32)+1
			}
		}
		if covered != 1<<32 {
			t.Errorf("batches of %d cover %x of %x parts", batch, covered, uint64(1<<32))
		}
	}
	if all := recentRanges(20_001, 20_001+cycle); len(all) != 1 || all[0] != (keyRange{math.MinInt64, math.MaxInt64}) {
		t.Errorf("a batch of more than a cycle moves %v", all)
	}
}
