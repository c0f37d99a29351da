package dedup

import (
	"math/bits"
	"slices"
)

// sampler takes samples of sets; its zero value is ready, and it keeps its
// scratch space from one to the next.
type sampler struct {
	seen  []uint32 // open addressing; zero is free
	found []uint32 // the distinct hashes, in no order
}

// take returns the sample of at most limit of the hashes, which may repeat.
func (p *sampler) take(hashes []uint64, limit int) sample {
	width := bits.Len(uint(2*len(hashes) + 1)) // at most half full
	p.seen = slices.Grow(p.seen[:0], 1<<width)[:1<<width]
	clear(p.seen)
	p.found = p.found[:0]
	mask, zero := uint32(len(p.seen)-1), false
	var counts [256]int // by the upper eight bits
	for _, wide := range hashes {
		h := uint32(wide)
		if h == 0 && zero {
			continue
		}
		zero = zero || h == 0
		at := h & mask
		for p.seen[at] != 0 && p.seen[at] != h {
			at = (at + 1) & mask
		}
		if p.seen[at] == h && h != 0 {
			continue
		}
		p.seen[at] = h
		p.found = append(p.found, h)
		counts[h>>24]++
	}
	s := sample{total: uint32(len(p.found))}
	// Only what may be among the least is sorted.
	last, enough := 0, 0
	for ; last < len(counts)-1; last++ {
		if enough += counts[last]; enough >= limit {
			break
		}
	}
	least := p.found[:0]
	for _, h := range p.found {
		if int(h>>24) <= last {
			least = append(least, h)
		}
	}
	slices.Sort(least)
	s.hashes = slices.Clone(least[:min(limit, len(least))])
	return s
}
