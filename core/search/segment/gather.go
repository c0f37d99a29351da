package segment

import (
	"cmp"
	"hash/maphash"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// occurrence is that a document has a key.
type occurrence struct {
	hash  uint64
	entry uint32 // the place of its document
	at    uint32 // where a term stands in its terms
}

// gathered groups the occurrences of keys. Its memory is used again.
type gathered struct {
	all, room []occurrence
	ends      []uint32 // of the places that the upper bits of a hash choose
	numbers   []uint32
}

var gatherers = sync.Pool{New: func() any { return new(gathered) }}

// mostPlaceBits of a hash choose a place: a segment of some hundred documents has one
// or two hashes in each.
const mostPlaceBits = 16

// sort puts occurrences in the order of their hashes, those of one hash in the order
// in which they were met. Hashes are evenly spread, so that a distribution by their
// upper bits leaves next to nothing to be sorted.
func (g *gathered) sort() {
	placeBits := min(mostPlaceBits, bits.Len(uint(len(g.all))))
	shift := 64 - placeBits
	g.ends = slices.Grow(g.ends[:0], 1<<placeBits)[:1<<placeBits]
	clear(g.ends)
	for i := range g.all {
		g.ends[g.all[i].hash>>shift]++
	}
	sum := uint32(0)
	for i, n := range g.ends {
		g.ends[i] = sum // where it begins, for now
		sum += n
	}
	g.room = slices.Grow(g.room[:0], len(g.all))[:len(g.all)]
	for _, o := range g.all {
		end := &g.ends[o.hash>>shift]
		g.room[*end] = o
		*end++
	}
	g.all, g.room = g.room, g.all
	begin := uint32(0)
	for _, end := range g.ends {
		if some := g.all[begin:end]; len(some) > 1 {
			slices.SortStableFunc(some, func(a, b occurrence) int { return cmp.Compare(a.hash, b.hash) })
		}
		begin = end
	}
}

// each calls visit with the occurrences of each hash.
func (g *gathered) each(visit func(run []occurrence) error) error {
	for begin := 0; begin < len(g.all); {
		end := begin + 1
		for end < len(g.all) && g.all[end].hash == g.all[begin].hash {
			end++
		}
		if err := visit(g.all[begin:end]); err != nil {
			return err
		}
		begin = end
	}
	return nil
}

// numbersOf returns the numbers of the documents of a run, each once. They hold
// until the next call.
func (g *gathered) numbersOf(run []occurrence, entries []Entry) []uint32 {
	g.numbers = g.numbers[:0]
	for i, o := range run {
		if i == 0 || o.entry != run[i-1].entry {
			g.numbers = append(g.numbers, entries[o.entry].Number)
		}
	}
	return g.numbers
}

// hashes gathers the runs of words of all entries.
func (g *gathered) hashes(entries []Entry, runs func(words string) iter.Seq[int64]) {
	g.all = g.all[:0]
	for i := range entries {
		for hash := range runs(entries[i].Words) {
			g.all = append(g.all, occurrence{hash: uint64(hash), entry: uint32(i)})
		}
	}
	g.sort()
}

var seed = maphash.MakeSeed()

// terms gathers the terms of all entries.
func (g *gathered) terms(entries []Entry) {
	g.all = g.all[:0]
	for i := range entries {
		terms := entries[i].Terms
		for at := 0; at < len(terms); {
			term := termAt(terms, at)
			if term != "" {
				g.all = append(g.all, occurrence{hash: maphash.String(seed, term), entry: uint32(i), at: uint32(at)})
			}
			at += len(term) + 1
		}
	}
	g.sort()
}

// termAt returns the term that begins at byte i.
func termAt(terms string, i int) string {
	if n := strings.IndexByte(terms[i:], ' '); n >= 0 {
		return terms[i : i+n]
	}
	return terms[i:]
}

// isTermAt reports whether the term that begins at byte i is t.
func isTermAt(terms string, i int, t string) bool {
	return strings.HasPrefix(terms[i:], t) && (i+len(t) == len(terms) || terms[i+len(t)] == ' ')
}

// term is a term with its occurrences.
type term struct {
	text  string
	first uint64 // its first bytes, as a number in whose order terms are
	run   []occurrence
}

// sortedTerms returns the terms that were gathered, in their order.
func (g *gathered) sortedTerms(entries []Entry) []term {
	all := make([]term, 0, len(g.all)/2)
	text := func(o occurrence) string { return termAt(entries[o.entry].Terms, int(o.at)) }
	_ = g.each(func(run []occurrence) error {
		for sorted := false; len(run) > 0; {
			t, n := text(run[0]), 1
			for n < len(run) && isTermAt(entries[run[n].entry].Terms, int(run[n].at), t) {
				n++
			}
			if n < len(run) && !sorted {
				// Two terms of one hash, which hardly ever happens.
				slices.SortStableFunc(run, func(a, b occurrence) int { return strings.Compare(text(a), text(b)) })
				sorted = true
				continue
			}
			all, run = append(all, term{t, firstBytes(t), run[:n]}), run[n:]
		}
		return nil
	})
	slices.SortFunc(all, func(a, b term) int {
		return cmp.Or(cmp.Compare(a.first, b.first), strings.Compare(a.text, b.text))
	})
	return all
}

// firstBytes returns the first eight bytes of a key, and zeroes behind a shorter one.
func firstBytes[K string | []byte](key K) (v uint64) {
	if len(key) >= 8 {
		return uint64(key[0])<<56 | uint64(key[1])<<48 | uint64(key[2])<<40 | uint64(key[3])<<32 |
			uint64(key[4])<<24 | uint64(key[5])<<16 | uint64(key[6])<<8 | uint64(key[7])
	}
	for i := range len(key) {
		v |= uint64(key[i]) << (56 - 8*i)
	}
	return v
}
