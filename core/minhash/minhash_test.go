package minhash_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/minhash"
	"github.com/cotejo/cotejo/core/text"
)

// Stored signatures are compared with these: a change here needs a new
// minhash.Scheme.
func TestSchemeKnownAnswers(t *testing.T) {
	s := minhash.Of(elements(0, 10))
	if got, want := [4]uint16(s[:4]), [4]uint16{0x4e78, 0x4bd4, 0xcdfc, 0x231f}; got != want {
		t.Errorf("signature begins with %#v, was %#v", got, want)
	}
	if got, want := s.Bands(nil, 4)[0], uint64(0x9087b16283902947); got != want {
		t.Errorf("first band is %#x, was %#x", got, want)
	}
}

// elements returns the hashes of the numbers from–to.
func elements(from, to int) []uint64 {
	var hashes []uint64
	for i := from; i < to; i++ {
		hashes = append(hashes, text.Mix(uint64(i), 7))
	}
	return hashes
}

func TestEmptySetsAreLikeNothing(t *testing.T) {
	var empty minhash.Signature
	full := minhash.Of(elements(0, 500))
	if !empty.Empty() || empty != minhash.Of(nil) {
		t.Error("the zero signature is not that of the empty set")
	}
	if full.Empty() {
		t.Error("a full signature is empty")
	}
	for _, j := range []float64{empty.Jaccard(&empty), empty.Jaccard(&full), full.Jaccard(&empty)} {
		if j != 0 {
			t.Errorf("the empty set is like another by %v", j)
		}
	}
	if bands := empty.Bands(nil, 4); len(bands) != 0 {
		t.Errorf("the empty set has bands %v", bands)
	}
}

func TestSmallSetsFillAllBins(t *testing.T) {
	for n := 1; n < 200; n++ {
		s := minhash.Of(elements(0, n))
		if slices.Contains(s[:], 0) {
			t.Fatalf("a set of %d leaves a bin empty", n)
		}
		if j := s.Jaccard(&s); j != 1 {
			t.Fatalf("a set of %d is like itself by %v", n, j)
		}
	}
}

func TestOrderAndRepetitionDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.SliceOf(rapid.Uint64()).Draw(t, "set")
		want := minhash.Of(set)
		other := append(rapid.Permutation(set).Draw(t, "order"), set...)
		if minhash.Of(other) != want {
			t.Fatal("signatures differ")
		}
		var k minhash.Sketch
		cut := rapid.IntRange(0, len(set)).Draw(t, "cut")
		k.Add(set[:cut])
		k.Add(set[cut:])
		if k.Signature() != want {
			t.Fatal("a set added in two pieces differs")
		}
	})
}

// The estimate's root mean square error over many pairs must be near that of
// 128 independent trials, √(J(1−J)/128): for large sets, and for small ones,
// whose bins are mostly borrowed.
func TestEstimateErrorIsThatOfTheory(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{60, 300, 3000} {
		for _, want := range []float64{0.1, 0.5, 0.8, 0.95} {
			const pairs = 300
			var square, bias float64
			for range pairs {
				// Sets of n with s shared: J = s/(2n−s).
				n := size
				shared := int(math.Round(want * float64(2*n) / (1 + want)))
				a, b := make([]uint64, n), make([]uint64, n)
				for i := range n {
					a[i] = rng.Uint64()
					b[i] = a[i]
					if i >= shared {
						b[i] = rng.Uint64()
					}
				}
				exact := float64(shared) / float64(2*n-shared)
				sa, sb := minhash.Of(a), minhash.Of(b)
				e := sa.Jaccard(&sb) - exact
				square += e * e
				bias += e
			}
			rmse, theory := math.Sqrt(square/pairs), math.Sqrt(want*(1-want)/minhash.Bins)
			// Densification of a set smaller than the bins adds variance.
			allowed := 1.25 * theory
			if size < minhash.Bins {
				allowed = 2 * theory
			}
			if rmse > allowed {
				t.Errorf("sets of %d at J = %v: error %.4f, theory %.4f", size, want, rmse, theory)
			}
			if b := math.Abs(bias / pairs); b > 5*allowed/math.Sqrt(pairs) {
				t.Errorf("sets of %d at J = %v: bias %.4f", size, want, b)
			}
		}
	}
}

func TestBandsAgreeWhereTheirRowsDo(t *testing.T) {
	a := minhash.Of(elements(0, 1000))
	b := a
	b[5] ^= 1
	same := 0
	bandsA, bandsB := a.Bands(nil, 4), b.Bands(nil, 4)
	for i := range bandsA {
		if bandsA[i] == bandsB[i] {
			same++
		} else if i != 1 {
			t.Errorf("band %d differs, the change is in band 1", i)
		}
	}
	if len(bandsA) != 32 || same != 31 {
		t.Errorf("%d of %d bands agree", same, len(bandsA))
	}
	slices.Sort(bandsA)
	if len(slices.Compact(bandsA)) != 32 {
		t.Error("bands repeat")
	}
}

func Example() {
	words := func(s string) []uint64 { return text.Shingles(text.AppendWords(nil, s)) }
	a := minhash.Of(words("la entidad negó el medicamento que ordenó el médico tratante"))
	b := minhash.Of(words("La entidad NEGÓ el medicamento que ordenó el médico tratante."))
	c := minhash.Of(words("el banco reportó una deuda que ya estaba pagada"))
	fmt.Println(a.Jaccard(&b), a.Jaccard(&c))
	// Output: 1 0
}

func BenchmarkOf(b *testing.B) {
	set := elements(0, 1000)
	b.ReportAllocs()
	for b.Loop() {
		_ = minhash.Of(set)
	}
}

func BenchmarkJaccard(b *testing.B) {
	x, y := minhash.Of(elements(0, 1000)), minhash.Of(elements(500, 1500))
	b.ReportAllocs()
	for b.Loop() {
		_ = x.Jaccard(&y)
	}
}

func TestASignerSignsAsOfDoesAndAllocatesNothing(t *testing.T) {
	var s minhash.Signer
	texts := []string{"", "uno dos", "...", strings.Repeat("La acción de tutela procede contra la entidad. ", 100), "la entidad negó el medicamento"}
	for _, one := range texts {
		if s.Shingles(one) != minhash.Of(text.Shingles(text.AppendWords(nil, one))) || s.Grams(one) != minhash.Of(text.AppendGrams(nil, one)) {
			t.Errorf("signature of %.20q differs", one)
		}
	}
	if n := testing.AllocsPerRun(20, func() {
		for _, one := range texts {
			s.Shingles(one)
			s.Grams(one)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleSigner() {
	var s minhash.Signer
	a := s.Shingles("La entidad negó el medicamento que ordenó el médico tratante.")
	b := s.Shingles("la entidad NEGO el medicamento, que ordenó el médico tratante")
	fmt.Println(a.Jaccard(&b))
	// Output: 1
}
