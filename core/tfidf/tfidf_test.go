package tfidf_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/tfidf"
)

func vector(s string) tfidf.Vector { return tfidf.NewVector(tfidf.AppendWords(nil, s)) }

func TestWordsOfOneBeginningAreOne(t *testing.T) {
	for _, same := range [][]string{
		{"solicitó", "SOLICITUD", "solicitud"}, {"autorización", "autorizaron"}, {"médico", "medico"},
	} {
		for _, w := range same[1:] {
			if tfidf.Word(w) != tfidf.Word(same[0]) {
				t.Errorf("%q and %q differ", w, same[0])
			}
		}
	}
	for _, nothing := range []string{"", "de", "la", "2024", "4to"} {
		if h := tfidf.Word(nothing); h != 0 {
			t.Errorf("%q counts as %#x", nothing, h)
		}
	}
}

func TestCountsSaturate(t *testing.T) {
	hashes := make([]uint32, 1000)
	if v := tfidf.NewVector(hashes); len(v) != 1 || v[0].Count != math.MaxUint8 {
		t.Errorf("got %+v", v)
	}
}

func TestRareWordsWeighMoreThanCommonOnes(t *testing.T) {
	table := tfidf.Background()
	common, rare := table.IDF(tfidf.Word("derecho")), table.IDF(tfidf.Word("rituximab"))
	if !(common < 1 && rare > 5) {
		t.Errorf("derecho weighs %v, rituximab %v", common, rare)
	}
	a := vector("la entidad negó el rituximab")
	if same, other := tfidf.Cosine(a, vector("el rituximab fue negado"), table), tfidf.Cosine(a, vector("la entidad negó el derecho"), table); same <= other {
		t.Errorf("a rare word in common gives %.2f, common ones %.2f", same, other)
	}
}

func TestNothingIsLikeTheEmptyText(t *testing.T) {
	table := tfidf.Background()
	for _, s := range []string{"", "hechos"} {
		if c, o := tfidf.Cosine(nil, vector(s), table), tfidf.Overlap(nil, vector(s), table); c != 0 || o != 0 {
			t.Errorf("%q: %v, %v", s, c, o)
		}
	}
}

var anyVector = rapid.Custom(func(t *rapid.T) tfidf.Vector {
	return tfidf.NewVector(rapid.SliceOf(rapid.Uint32Range(0, 40)).Draw(t, "hashes"))
})

func TestSimilaritiesAreSymmetricAndBounded(t *testing.T) {
	table := tfidf.Background()
	for name, similarity := range map[string]func(a, b tfidf.Vector, t *tfidf.Table) float64{"cosine": tfidf.Cosine, "overlap": tfidf.Overlap} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				a, b := anyVector.Draw(t, "a"), anyVector.Draw(t, "b")
				s := similarity(a, b, table)
				if r := similarity(b, a, table); math.Abs(s-r) > 1e-12 {
					t.Fatalf("%v one way, %v the other", s, r)
				}
				if !(s >= 0 && s <= 1) {
					t.Fatalf("similarity %v", s)
				}
				if self := similarity(a, a, table); len(a) > 0 && math.Abs(self-1) > 1e-9 {
					t.Fatalf("a text is like itself by %v", self)
				}
			})
		})
	}
}

func TestRarestKeepsTheHeaviestInOrder(t *testing.T) {
	table := tfidf.Background()
	rapid.Check(t, func(t *rapid.T) {
		v := anyVector.Draw(t, "vector")
		n := rapid.IntRange(0, 30).Draw(t, "limit")
		kept := v.Rarest(table, n)
		if len(kept) != min(n, len(v)) {
			t.Fatalf("%d kept of %d at limit %d", len(kept), len(v), n)
		}
		least := math.Inf(1)
		in := map[uint32]bool{}
		for i, k := range kept {
			if i > 0 && kept[i-1].Hash >= k.Hash {
				t.Fatal("not sorted")
			}
			in[k.Hash] = true
			least = min(least, k.Weight(table))
		}
		for _, k := range v {
			if !in[k.Hash] && k.Weight(table) > least {
				t.Fatal("a heavier term was dropped")
			}
		}
	})
}

func TestTableSurvivesBeingStored(t *testing.T) {
	table := tfidf.Build(map[uint32]float64{1: 1, 2: .5, 3: .01, 4: .0001}, .001)
	back, err := tfidf.ReadTable(table.Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	if back.Len() != 3 || back.Rare() != table.Rare() {
		t.Errorf("%d words, rare %v", back.Len(), back.Rare())
	}
	for h := uint32(0); h < 6; h++ {
		if back.IDF(h) != table.IDF(h) {
			t.Errorf("word %d weighs %v, weighed %v", h, back.IDF(h), table.IDF(h))
		}
	}
	if table.IDF(1) != 0 || math.Abs(table.IDF(2)-math.Ln2) > .03 || table.IDF(4) != table.Rare() {
		t.Errorf("weights %v %v %v", table.IDF(1), table.IDF(2), table.IDF(4))
	}
}

func TestTablesOfAnotherVersionAreRefused(t *testing.T) {
	good := tfidf.Build(map[uint32]float64{1: .5}, .001).Append(nil)
	scheme := append([]byte(nil), good...)
	scheme[8]++
	for name, b := range map[string][]byte{"empty": nil, "cut": good[:len(good)-1], "other scheme": scheme, "no table": []byte("hello, this is no table at all")} {
		if _, err := tfidf.ReadTable(b); !errors.Is(err, tfidf.ErrTable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReadTable(f *testing.F) {
	f.Add([]byte{})
	f.Add(tfidf.Build(map[uint32]float64{1: .5, 2: .1}, .001).Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if table, err := tfidf.ReadTable(b); err == nil {
			if w := table.IDF(1); !(w >= 0 && w <= math.MaxUint8) {
				t.Fatalf("weight %v", w)
			}
		}
	})
}

func Example() {
	table := tfidf.Background()
	facts := func(s string) tfidf.Vector { return tfidf.NewVector(tfidf.AppendWords(nil, s)) }
	a := facts("La EPS negó el rituximab que ordenó el reumatólogo")
	b := facts("El reumatólogo formuló rituximab y la EPS no lo entregó")
	c := facts("La EPS negó la cirugía que ordenó el ortopedista")
	fmt.Println(tfidf.Cosine(a, b, table) > tfidf.Cosine(a, c, table))
	// Output: true
}

func BenchmarkCosine(b *testing.B) {
	var x, y []uint32
	for i := range uint32(250) {
		x, y = append(x, i*7919), append(y, i*7919+i%2)
	}
	u, v, table := tfidf.NewVector(x), tfidf.NewVector(y), tfidf.Background()
	b.ReportAllocs()
	for b.Loop() {
		_ = tfidf.Cosine(u, v, table)
	}
}
