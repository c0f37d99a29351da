package segment

import (
	"cmp"
	"errors"
	"hash/maphash"
	"slices"
	"strings"
	"sync"
)

// mostEntries is of how many documents a segment can be built at once: the place of
// one has to fit into placeBits. More of them are merged.
const (
	placeBits   = 16
	mostEntries = 1 << placeBits
)

var errTooMany = errors.New("segment: more than 65,536 documents at once")

// gathered groups the hashes of what documents have. Its memory is used again.
type gathered struct {
	hashes []uint64 // of one document after another
	starts []uint32 // where each term stands in those of its document; of runs none
	ends   []int    // where the hashes of each document end

	byFirst, byThird []found  // in the order of their first bytes, and those of one of their third bytes
	thirds           [256]int // where those of each third byte end
	sorted           []uint64
	runs             []int64
	places           []uint32
}

// found is a hash, the place of a document that has it, and where its term stands.
type found struct {
	hash         uint64
	place, start uint32
}

var gatherers = sync.Pool{New: func() any { return new(gathered) }}

func (g *gathered) begin() {
	g.hashes, g.ends, g.starts = g.hashes[:0], g.ends[:0], g.starts[:0]
}

// each calls visit with each hash, in their order, and the places of its documents,
// in theirs. Both hold until the next call.
//
// Hashes are evenly spread. They are distributed by their first byte; those of each
// then by their third and second, which lie together in the cache of the processor,
// and of which next to nothing is left to be sorted. By then two bytes are known,
// and make room for the place.
func (g *gathered) each(visit func(hash uint64, places []uint32) error) error {
	var ends [256]int
	for _, h := range g.hashes {
		ends[h>>56]++
	}
	begins(&ends)
	g.byFirst = slices.Grow(g.byFirst[:0], len(g.hashes))[:len(g.hashes)]
	begin := 0
	for place, end := range g.ends {
		for i := begin; i < end; i++ {
			f := found{hash: g.hashes[i], place: uint32(place)}
			if i < len(g.starts) {
				f.start = g.starts[i]
			}
			at := &ends[f.hash>>56]
			g.byFirst[*at] = f
			*at++
		}
		begin = end
	}
	begin = 0
	for first, end := range ends {
		if err := g.eachOf(uint64(first), g.byFirst[begin:end], visit); err != nil {
			return err
		}
		begin = end
	}
	return nil
}

// begins makes of how many there are of each byte where they begin.
func begins(counts *[256]int) {
	sum := 0
	for i, n := range counts {
		counts[i] = sum
		sum += n
	}
}

// eachOf visits the hashes of one first byte.
func (g *gathered) eachOf(first uint64, all []found, visit func(hash uint64, places []uint32) error) error {
	var ends [256]int
	g.thirds = ends
	for _, f := range all {
		ends[f.hash>>48&0xff]++
		g.thirds[f.hash>>40&0xff]++
	}
	begins(&ends)
	begins(&g.thirds)
	g.byThird = slices.Grow(g.byThird[:0], len(all))[:len(all)]
	for _, f := range all {
		at := &g.thirds[f.hash>>40&0xff]
		g.byThird[*at] = f
		*at++
	}
	g.sorted = slices.Grow(g.sorted[:0], len(all))[:len(all)]
	for _, f := range g.byThird {
		at := &ends[f.hash>>48&0xff]
		g.sorted[*at] = f.hash<<placeBits | uint64(f.place)
		*at++
	}
	begin := 0
	for second, end := range ends {
		if err := g.eachSorted(first<<56|uint64(second)<<48, g.sorted[begin:end], visit); err != nil {
			return err
		}
		begin = end
	}
	return nil
}

// eachSorted visits the hashes of two bytes, which are in the order of the third.
func (g *gathered) eachSorted(high uint64, all []uint64, visit func(hash uint64, places []uint32) error) error {
	for begin := 0; begin < len(all); {
		alike, inOrder := begin+1, true
		for ; alike < len(all) && all[alike]>>56 == all[begin]>>56; alike++ {
			inOrder = inOrder && all[alike-1] <= all[alike]
		}
		if !inOrder {
			slices.Sort(all[begin:alike])
		}
		for begin < alike {
			low := all[begin] >> placeBits
			g.places = append(g.places[:0], uint32(all[begin]&(mostEntries-1)))
			for begin++; begin < alike && all[begin]>>placeBits == low; begin++ {
				if all[begin] != all[begin-1] {
					g.places = append(g.places, uint32(all[begin]&(mostEntries-1)))
				}
			}
			if err := visit(high|low, g.places); err != nil {
				return err
			}
		}
	}
	return nil
}

// termOf returns the term of a hash that is visited, which the document at a place
// has.
func (g *gathered) termOf(hash uint64, entries []Entry, place uint32) string {
	third, begin := hash>>40&0xff, 0
	if third > 0 {
		begin = g.thirds[third-1]
	}
	for g.byThird[begin].hash != hash {
		begin++
	}
	return termAt(entries[place].Terms, int(g.byThird[begin].start))
}

// addRuns gathers the runs of words of all entries.
func (g *gathered) addRuns(entries []Entry, runs Runs) {
	g.begin()
	for i := range entries {
		g.runs = runs(g.runs[:0], entries[i].Words)
		for _, h := range g.runs {
			g.hashes = append(g.hashes, uint64(h))
		}
		g.ends = append(g.ends, len(g.hashes))
	}
}

// The hashes of terms are of this process alone: nobody can choose two of the same,
// and by chance there are such in one of some 10¹⁰ segments.
var seed = maphash.MakeSeed()

// addTerms gathers the terms of all entries.
func (g *gathered) addTerms(entries []Entry) {
	g.begin()
	for i := range entries {
		terms := entries[i].Terms
		for at := 0; at < len(terms); {
			t := termAt(terms, at)
			if t != "" {
				g.hashes, g.starts = append(g.hashes, maphash.String(seed, t)), append(g.starts, uint32(at))
			}
			at += len(t) + 1
		}
		g.ends = append(g.ends, len(g.hashes))
	}
}

// termAt returns the term that begins at byte i.
func termAt(terms string, i int) string {
	if n := strings.IndexByte(terms[i:], ' '); n >= 0 {
		return terms[i : i+n]
	}
	return terms[i:]
}

// term is a term with the numbers of its documents.
type term struct {
	text  string
	first uint64 // its first bytes, as a number in whose order terms are
	list  list
}

// terms returns the terms that were gathered, in their order.
func (g *gathered) terms(entries []Entry) ([]term, error) {
	var all []term
	var room []byte // for their lists
	var numbers []uint32
	err := g.each(func(hash uint64, places []uint32) error {
		t := term{text: g.termOf(hash, entries, places[0])}
		t.first = firstBytes(t.text)
		numbers = numbersOf(numbers[:0], entries, places)
		t.list, room = newList(numbers, room)
		all = append(all, t)
		return nil
	})
	slices.SortFunc(all, func(a, b term) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return strings.Compare(a.text, b.text)
	})
	return all, err
}

func numbersOf(numbers []uint32, entries []Entry, places []uint32) []uint32 {
	for _, p := range places {
		numbers = append(numbers, entries[p].Number)
	}
	return numbers
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
