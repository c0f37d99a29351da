package segment

import (
	"cmp"
	"errors"
	"hash/maphash"
	"slices"
	"strings"
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
	byFirst [256][]found // by their first bytes

	byThird []found  // those of one first byte in the order of their third
	thirds  [256]int // where those of each third byte end
	sorted  []uint64
	runs    []int64
	places  []uint32
}

// found is a hash, the place of a document that has it, and where its term stands
// in those of the document; of runs nothing.
type found struct {
	hash         uint64
	place, start uint32
}

func (g *gathered) begin() {
	for i := range g.byFirst {
		g.byFirst[i] = g.byFirst[i][:0]
	}
}

// add takes the hash of one document after another.
func (g *gathered) add(f found) {
	alike := &g.byFirst[f.hash>>56]
	*alike = append(*alike, f)
}

// each calls visit with each hash, in their order, and the places of its documents,
// in theirs. Both hold until the next call.
//
// Hashes are evenly spread. They are distributed by their first byte; those of each
// then by their third and second, which lie together in the cache of the processor,
// and of which next to nothing is left to be sorted. By then two bytes are known,
// and make room for the place.
func (g *gathered) each(visit func(hash uint64, places []uint32) error) error {
	for first, all := range g.byFirst {
		if err := g.eachOf(uint64(first), all, visit); err != nil {
			return err
		}
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
func (g *gathered) addRuns(entries []Entry) {
	g.begin()
	for place := range entries {
		g.runs = AppendRuns(g.runs[:0], entries[place].Words)
		for _, h := range g.runs {
			g.add(found{hash: uint64(h), place: uint32(place)})
		}
	}
}

// The hashes of terms are of this process alone: nobody can choose two of the same,
// and by chance there are such in one of some 10¹⁰ segments.
var seed = maphash.MakeSeed()

// addTerms gathers the terms of all entries.
func (g *gathered) addTerms(entries []Entry) {
	g.begin()
	for place := range entries {
		terms := entries[place].Terms
		for at := 0; at < len(terms); {
			t := termAt(terms, at)
			if t != "" {
				g.add(found{maphash.String(seed, t), uint32(place), uint32(at)})
			}
			at += len(t) + 1
		}
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
