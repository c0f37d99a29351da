// Package tfidf weighs the words of a text by how rare they are and compares
// texts by the angle between their vectors of weights (Salton and Buckley,
// 1988): what two filings share counts the more, the fewer others say it.
//
// Words are hashes; a Table, learned once and frozen, says how rare each is.
package tfidf

import (
	"cmp"
	"math"
	"slices"
)

// Term is a word, as the lower half of its hash, and how often it occurs.
type Term struct {
	Hash  uint32
	Count uint8
}

// Vector is the bag of words of a text: sorted by hash, each once.
type Vector []Term

// NewVector counts hashes, which it sorts.
func NewVector(hashes []uint32) Vector { return AppendVector(nil, hashes) }

// AppendVector appends the vector of hashes, which it sorts, to an empty dst.
func AppendVector(dst Vector, hashes []uint32) Vector {
	slices.Sort(hashes)
	for _, h := range hashes {
		if n := len(dst); n > 0 && dst[n-1].Hash == h {
			dst[n-1].Count += min(1, math.MaxUint8-dst[n-1].Count)
		} else {
			dst = append(dst, Term{h, 1})
		}
	}
	return dst
}

// Weight returns the weight of a term: sublinear in how often it occurs, linear
// in its inverse document frequency.
func (t Term) Weight(table *Table) float64 {
	return frequency[t.Count] * table.IDF(t.Hash)
}

// frequency is what a word that occurs so often counts for: 1 + ln n.
var frequency = func() (t [math.MaxUint8 + 1]float64) {
	for n := 1; n < len(t); n++ {
		t[n] = 1 + math.Log(float64(n))
	}
	return t
}()

// Count returns how often a word is in v.
func (v Vector) Count(hash uint32) int {
	i, ok := slices.BinarySearchFunc(v, hash, func(t Term, hash uint32) int { return cmp.Compare(t.Hash, hash) })
	if !ok {
		return 0
	}
	return int(v[i].Count)
}

// Rarest returns a new vector of at most limit terms of v, those of the
// greatest weight, still sorted by hash; of equal weights the least hashes.
func (v Vector) Rarest(table *Table, limit int) Vector {
	if len(v) <= limit {
		return slices.Clone(v)
	}
	if limit <= 0 {
		return nil
	}
	weights := make([]float64, len(v), 2*len(v))
	for i, t := range v {
		weights[i] = t.Weight(table)
	}
	least, above := greatest(append(weights[len(v):], weights...), limit)
	ties := limit - above // terms of the least weight there is room for
	kept := make(Vector, 0, limit)
	for i, t := range v {
		if weights[i] == least {
			if ties--; ties < 0 {
				continue
			}
		}
		if weights[i] >= least {
			kept = append(kept, t)
		}
	}
	return kept
}

// greatest returns the nth greatest of values, counted from 1, and how many are
// greater. It sorts them in part (quickselect; Hoare, 1961).
func greatest(values []float64, n int) (nth float64, greater int) {
	for {
		// Three parts: greater than the pivot, equal to it, less.
		pivot := median(values[0], values[len(values)/2], values[len(values)-1])
		above, at, below := 0, 0, len(values)
		for at < below {
			switch v := values[at]; {
			case v > pivot:
				values[above], values[at] = v, values[above]
				above++
				at++
			case v < pivot:
				below--
				values[below], values[at] = v, values[below]
			default:
				at++
			}
		}
		switch {
		case n <= above:
			values = values[:above]
		case n <= below:
			return pivot, greater + above
		default:
			values, n, greater = values[below:], n-below, greater+below
		}
	}
}

func median(a, b, c float64) float64 {
	return max(min(a, b), min(max(a, b), c))
}

// Cosine is the cosine of the angle between the weighted vectors: 1 for the
// same words in the same proportion, 0 when none is shared or either is empty.
func Cosine(a, b Vector, table *Table) float64 {
	cosine, _ := Likeness(new(Weighed).Of(a, table), new(Weighed).Of(b, table))
	return cosine
}

// Overlap is how much of the weight of the lighter text the other shares: 1
// when all its words are in the other too. A copy that lacks pages keeps its
// Overlap and loses its Cosine.
func Overlap(a, b Vector, table *Table) float64 {
	_, overlap := Likeness(new(Weighed).Of(a, table), new(Weighed).Of(b, table))
	return overlap
}

// Weighed is a vector with the weights of its words, for comparing it with many.
type Weighed struct {
	terms  Vector
	idf    []float64 // of each
	square float64   // of its length
	sum    float64   // of idf
}

// Of weighs a vector, which must not change from then on, and returns w, of which
// the memory is used again.
func (w *Weighed) Of(v Vector, table *Table) *Weighed {
	w.terms, w.idf, w.square, w.sum = v, slices.Grow(w.idf[:0], len(v)), 0, 0
	for _, t := range v {
		idf := table.IDF(t.Hash)
		weight := frequency[t.Count] * idf
		w.idf = append(w.idf, idf)
		w.square += weight * weight
		w.sum += idf
	}
	return w
}

// Likeness returns the Cosine and the Overlap of two vectors.
func Likeness(a, b *Weighed) (cosine, overlap float64) {
	var dot, shared float64
	for i, j := 0, 0; i < len(a.terms) && j < len(b.terms); {
		x, y := a.terms[i], b.terms[j]
		if x.Hash == y.Hash {
			idf := a.idf[i]
			dot += frequency[x.Count] * idf * (frequency[y.Count] * idf)
			shared += idf
		}
		// Both without a jump, which could not be foretold.
		next := i
		if x.Hash <= y.Hash {
			next++
		}
		if y.Hash <= x.Hash {
			j++
		}
		i = next
	}
	if dot != 0 {
		cosine = min(1, dot/math.Sqrt(a.square*b.square))
	}
	if shared != 0 {
		overlap = min(1, shared/min(a.sum, b.sum))
	}
	return cosine, overlap
}
