package extsort

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/cotejo/cotejo/core/dedup"
)

func compareEntries(a, b dedup.Posting) int {
	if a.Key != b.Key {
		return cmp.Compare(a.Key, b.Key)
	}
	return cmp.Compare(a.Value, b.Value)
}

const (
	// Up to so many entries are sorted by comparing them.
	fewEntries = 24
	// 1<<placeBits places of memory are written to in turn, at most: more do not
	// fit the caches.
	placeBits = 10
)

// sortEntries sorts entries; scratch must be as long. It is a bucket sort: entries are distributed by
// key between the least and the greatest, and each bucket again, until it is small enough to be
// sorted by comparison. Keys are hashes or pairs of document numbers, spread so evenly that two or
// three rounds suffice.
func sortEntries(entries, scratch []dedup.Posting) {
	if len(entries) <= fewEntries {
		slices.SortFunc(entries, compareEntries)
		return
	}
	least, greatest := entries[0].Key, entries[0].Key
	for _, e := range entries {
		least, greatest = min(least, e.Key), max(greatest, e.Key)
	}
	if least == greatest {
		slices.SortFunc(entries, compareEntries)
		return
	}
	digits := min(placeBits, bits.Len(uint(len(entries)/4))-1)
	shift := max(0, bits.Len64(greatest-least)-digits)
	var all [1 << placeBits]int
	ends := all[:1<<digits] // of each place
	for _, e := range entries {
		ends[(e.Key-least)>>shift]++
	}
	sum := 0
	for i, n := range ends {
		ends[i] = sum // where it begins, for now
		sum += n
	}
	for _, e := range entries {
		at := &ends[(e.Key-least)>>shift]
		scratch[*at] = e
		*at++
	}
	copy(entries, scratch[:len(entries)])
	begin := 0
	for _, end := range ends {
		if end-begin > 1 {
			sortEntries(entries[begin:end], scratch[begin:end])
		}
		begin = end
	}
}
