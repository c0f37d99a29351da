package dedup

import (
	"math/bits"
	"slices"
)

// sampler takes samples of sets; its zero value is ready, and it keeps its
// scratch space from one to the next.
type sampler struct {
	seen    []uint32 // open addressing; zero is free
	found   []uint32 // the distinct hashes, in no order
	ordered []uint32
}

// take returns the sample of at most limit of the hashes, which may repeat.
func (p *sampler) take(hashes []uint64, limit int) sample {
	if len(hashes) > manyHashes {
		var m many
		m.add(hashes)
		return m.take(limit)
	}
	width := bits.Len(uint(2*len(hashes) + 1)) // at most half full
	p.seen = slices.Grow(p.seen[:0], 1<<width)[:1<<width]
	clear(p.seen)
	p.found = p.found[:0]
	mask, zero := uint32(len(p.seen)-1), false
	for _, wide := range hashes {
		h := uint32(wide) >> unkept << unkept
		if h == 0 && zero {
			continue
		}
		zero = zero || h == 0
		at := h >> unkept & mask
		for p.seen[at] != 0 && p.seen[at] != h {
			at = (at + 1) & mask
		}
		if p.seen[at] == h && h != 0 {
			continue
		}
		p.seen[at] = h
		p.found = append(p.found, h)
	}
	s := sample{hashes: slices.Clone(p.least(p.found, limit)), total: uint32(len(p.found))}
	for i := range s.hashes {
		s.hashes[i] >>= unkept
	}
	return s
}

// unkept is how much of 32 bits a sample does not keep.
const unkept = 32 - hashBits

// sort sorts hashes in place.
func (p *sampler) sort(hashes []uint32) { copy(hashes, p.least(hashes, len(hashes))) }

// least returns the least of hashes, sorted, at most limit. The result holds
// until the next call.
//
// Hashes are evenly spread, so that a distribution by the upper eight bits
// leaves a few in each of 256 places: sorting takes time in proportion to how
// many there are. Only what may be among the least is sorted.
func (p *sampler) least(hashes []uint32, limit int) []uint32 {
	var ends [256]int // of each place
	for _, h := range hashes {
		ends[h>>24]++
	}
	sum := 0
	for i, n := range ends {
		ends[i] = sum // where it begins, for now
		sum += n
	}
	p.ordered = slices.Grow(p.ordered[:0], len(hashes))[:len(hashes)]
	for _, h := range hashes {
		p.ordered[ends[h>>24]] = h
		ends[h>>24]++
	}
	begin := 0
	for _, end := range ends {
		if begin >= limit {
			break
		}
		if end-begin > 1 {
			slices.Sort(p.ordered[begin:end])
		}
		begin = end
	}
	return p.ordered[:min(limit, len(hashes))]
}

// manyHashes is from how many hashes on a bit for each that there may be, two
// megabytes, takes less room than the hashes.
const manyHashes = 1 << 17

// many is the set of very many hashes, as a sampler sees it.
type many struct {
	bits  []uint64
	total uint32
}

func (m *many) add(hashes []uint64) {
	if m.bits == nil {
		m.bits = make([]uint64, 1<<hashBits/64)
	}
	for _, wide := range hashes {
		h := uint32(wide) >> unkept
		word, bit := &m.bits[h/64], uint64(1)<<(h%64)
		if *word&bit == 0 {
			*word |= bit
			m.total++
		}
	}
}

// take returns what a sampler takes of the same hashes.
func (m *many) take(limit int) sample {
	s := sample{total: m.total}
	for i, word := range m.bits {
		for ; word != 0; word &= word - 1 {
			if len(s.hashes) == limit {
				return s
			}
			s.hashes = append(s.hashes, uint32(i*64+bits.TrailingZeros64(word)))
		}
	}
	return s
}
