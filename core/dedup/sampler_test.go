package dedup

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// A large and a small set give samples of one form.
func TestManyAreSampledAsFewAre(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var few sampler
	for _, n := range []int{0, 1, 30, 5000, manyHashes} {
		hashes := make([]uint64, n)
		for i := range hashes {
			hashes[i] = rng.Uint64()
			if i%3 == 2 {
				hashes[i] = hashes[rng.IntN(i)]
			}
			if i%1000 == 7 {
				hashes[i] = 0
			}
		}
		for _, limit := range []int{1, 256, n + 1} {
			var m many
			m.add(hashes[:n/2])
			m.add(hashes[n/2:])
			want, got := few.take(hashes, limit), m.take(limit)
			if fmt.Sprint(want) != fmt.Sprint(got) {
				t.Errorf("of %d at most %d: %d of %d, want %d of %d", n, limit, len(got.hashes), got.total, len(want.hashes), want.total)
			}
		}
	}
}

// longStory tells so many things that happened, each in other words.
func longStory(sentences int) string {
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	b.WriteString("ACCIONANTE: ANA LÓPEZ RUIZ\n\nHECHOS\n\n")
	for range sentences {
		for range 12 {
			b.WriteString([]string{"cirugía", "negó", "la", "autorización", "médico", "tratante", "ordenó", "EPS", "de", "dolor", "crónico"}[rng.IntN(11)])
			b.WriteByte(' ')
			fmt.Fprintf(&b, "v%x ", rng.IntN(1<<14))
		}
		b.WriteString(".\n")
	}
	return b.String()
}

func TestLongTextsHaveTheGramsOfShortOnes(t *testing.T) {
	var r reading
	r.read(longStory(1500))
	if !r.long {
		t.Fatal("the text is not long")
	}
	got := r.gramSample(maxGrams)
	r.long = false
	if want := r.gramSample(maxGrams); !reflect.DeepEqual(got, want) || want.total < 1000 {
		t.Errorf("%d of %d grams, want %d of %d", len(got.hashes), got.total, len(want.hashes), want.total)
	}
}

// A server reads many long texts: none may leave its scratch space behind, nor
// need many times its own length.
func TestLongTextsLeaveNothingBehind(t *testing.T) {
	d, err := NewDetector(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	d.Fingerprint(Filing{Text: "HECHOS: nada"})
	s := longStory(9000)
	memory := func() (live, allocated uint64) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, m.TotalAlloc
	}
	liveBefore, before := memory()
	fp := d.Fingerprint(Filing{Text: s})
	live, after := memory()
	if spent := after - before; spent > 25*uint64(len(s)) {
		t.Errorf("a text of %d bytes took %d", len(s), spent)
	}
	if live > liveBefore+1<<20 {
		t.Errorf("%d bytes stay", live-liveBefore)
	}
	runtime.KeepAlive(fp)
}
