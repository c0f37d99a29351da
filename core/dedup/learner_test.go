package dedup_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

// collection is of filings that each have words of their own, and of which the
// first mass share a form letter of n sentences.
func collection(t testing.TB, filings, mass, n int) []dedup.Fingerprint {
	t.Helper()
	d, rng := detector(t), rand.New(rand.NewPCG(7, uint64(mass)))
	form := formLetter(n)
	all := make([]dedup.Fingerprint, filings)
	for i := range all {
		text := "HECHOS\n" + ownWords(rng, 60)
		if i < mass {
			text = "HECHOS\n" + form + ownWords(rng, 12)
		}
		all[i] = d.Fingerprint(dedup.Filing{ID: fmt.Sprintf("%05d", i), Type: "tutela", Text: text})
	}
	return all
}

func formLetter(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "plantilla%d oficina%d formato%d despacho%d. ", i, i*7, i*13, i*29)
	}
	return b.String()
}

func ownWords(rng *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "propia%x ", rng.Uint64())
	}
	return b.String()
}

func learned(t testing.TB, all []dedup.Fingerprint) *dedup.Boilerplate {
	t.Helper()
	var l dedup.Learner
	for i := range all {
		l.Add(&all[i])
	}
	b := l.Boilerplate()
	if b == nil {
		t.Fatal("nothing was learned")
	}
	return b
}

func TestLettersOfVeryManyAreLearned(t *testing.T) {
	const sentences = 40
	for _, c := range []struct {
		rule          string
		filings, mass int
		least, most   int // shingles
	}{
		{"a letter of one in a hundred is common", 3000, 30, 4*sentences - 4, 4 * sentences},
		{"a letter of a few is not", 3000, 10, 0, 0},
		{"nor one of a few among few", 1000, 20, 0, 0},
		{"one that came before all others is not forgotten", 4500, 40, 4*sentences - 4, 4 * sentences},
	} {
		t.Run(c.rule, func(t *testing.T) {
			b := learned(t, collection(t, c.filings, c.mass, sentences))
			if n := b.Shingles(); n < c.least || n > c.most {
				t.Errorf("%d shingles, want from %d to %d", n, c.least, c.most)
			}
		})
	}
}

func TestNothingIsLearnedFromFew(t *testing.T) {
	var l dedup.Learner
	if l.Boilerplate() != nil {
		t.Error("something was learned from nothing")
	}
	all := collection(t, dedup.LeastToLearn, 500, 10)
	for i := range all {
		if l.Boilerplate() != nil {
			t.Fatalf("something was learned from %d filings", i)
		}
		l.Add(&all[i])
	}
	if l.Boilerplate() == nil {
		t.Errorf("nothing was learned from %d filings", len(all))
	}
}

// Two people send in the same letter, which a twentieth of all filings are;
// the detector does not know their names.
func TestWhatVeryManySayCountsLess(t *testing.T) {
	const sentences = 60
	plain := detector(t)
	informed := plain.With(learned(t, collection(t, 2000, 100, sentences)))
	rng, form := rand.New(rand.NewPCG(1, 1)), formLetter(sentences)
	of := func(text string) dedup.Fingerprint {
		return plain.Fingerprint(dedup.Filing{ID: "x", Type: "tutela", Text: "HECHOS\n" + text})
	}
	own := ownWords(rng, 12)
	mine, theirs, again := of(form+own), of(form+ownWords(rng, 12)), of(form+own)

	before, after := plain.Explain(mine, theirs), informed.Explain(mine, theirs)
	if before.MinHash < 0.7 || after.MinHash > 0.1 {
		t.Errorf("the same letter with other words of one's own scores %.2f, and %.2f once it is known as common", before.MinHash, after.MinHash)
	}
	if reasons := strings.Join(dedup.Texts(after.Reasons), "; "); !strings.Contains(reasons, "texto de muchos escritos") {
		t.Errorf("the reasons do not say so: %s", reasons)
	}
	if m := informed.Explain(mine, again); m.MinHash < 0.99 {
		t.Errorf("the same paper scores %.2f", m.MinHash)
	}
	// Nearly nothing but the letter: there is nothing else to go by.
	if m := informed.Explain(of(form), of(form)); m.MinHash < 0.99 {
		t.Errorf("the letter alone scores %.2f beside itself", m.MinHash)
	}
	if m := informed.With(nil).Explain(mine, theirs); m.MinHash != before.MinHash {
		t.Errorf("%.2f after it was forgotten", m.MinHash)
	}
}

// A new table must not ask for a new index.
func TestFingerprintsDoNotDependOnWhatWasLearned(t *testing.T) {
	plain := detector(t)
	informed := plain.With(learned(t, collection(t, 1000, 100, 20)))
	for _, text := range []string{ana.letter(), ana.retold(), "HECHOS\n" + formLetter(20)} {
		a, _ := plain.Fingerprint(ana.filing(text)).MarshalBinary()
		b, _ := informed.Fingerprint(ana.filing(text)).MarshalBinary()
		if string(a) != string(b) {
			t.Error("the fingerprints differ")
		}
	}
}

func TestBoilerplateSurvivesBeingStored(t *testing.T) {
	b := learned(t, collection(t, 1000, 150, 15))
	data, err := b.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	back, err := dedup.ReadBoilerplate(data)
	if err != nil {
		t.Fatal(err)
	}
	if back.Shingles() != b.Shingles() || back.Words() != b.Words() || back.Shingles() == 0 {
		t.Errorf("came back with %d shingles and %d words, had %d and %d", back.Shingles(), back.Words(), b.Shingles(), b.Words())
	}
	if again, _ := back.MarshalBinary(); string(again) != string(data) {
		t.Error("stored again it differs")
	}
	if len(data) > 1<<20 {
		t.Errorf("it takes %d bytes", len(data))
	}
	words := len(data) - len("cotejoDF") - 12 - 5*b.Words() // where their table begins
	for n := range words + 20 {
		if _, err := dedup.ReadBoilerplate(data[:n]); !errors.Is(err, dedup.ErrBoilerplate) {
			t.Fatalf("the first %d of %d bytes: %v", n, len(data), err)
		}
	}
}

func TestAnotherTableSaysHowToGoOn(t *testing.T) {
	data, err := learned(t, collection(t, 1000, 100, 10)).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for at, what := range map[int]string{8: "another version", 12: "hashes of another scheme"} {
		other := append([]byte(nil), data...)
		binary.LittleEndian.PutUint32(other[at:], 99)
		_, err := dedup.ReadBoilerplate(other)
		if !errors.Is(err, dedup.ErrBoilerplate) || !strings.Contains(err.Error(), "reindex --learn") || !strings.Contains(err.Error(), "99") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func FuzzReadBoilerplate(f *testing.F) {
	f.Add([]byte{})
	data, _ := learned(f, collection(f, 1000, 100, 3)).MarshalBinary()
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := dedup.ReadBoilerplate(data)
		if err != nil {
			return
		}
		d, letter := detector(t).With(b), detector(t).Fingerprint(ana.filing(ana.letter()))
		if m, _ := d.Compare(letter, letter); !(m.Similarity >= 0 && m.Similarity <= 1) {
			t.Fatalf("score %v", m.Similarity)
		}
	})
}

func BenchmarkLearner(b *testing.B) {
	all := collection(b, 4000, 100, 40)
	for b.Loop() {
		var l dedup.Learner
		for i := range all {
			l.Add(&all[i])
		}
		if l.Boilerplate() == nil {
			b.Fatal("nothing")
		}
	}
}
