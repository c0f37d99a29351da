package parties

import (
	"math"
	"slices"
	"testing"
)

// smallLexicon has words of plaintiffs (1), of defendants (2) and one that tells nothing (3).
func smallLexicon() *Lexicon {
	return NewLexicon(map[uint32][Parts]float64{1: {0, 2, -1, 0}, 2: {0, -1, 3, 0}, 3: {}, math.MaxUint32: {1, 0, 0, -40}}, [Parts]float64{.5, 0, 0, 0})
}

func TestLexiconWeighsWords(t *testing.T) {
	for name, tc := range map[string]struct {
		around []uint32
		want   Part
	}{
		"nothing known": {[]uint32{7}, NoPart},
		"a plaintiff":   {[]uint32{1, 7}, PlaintiffPart},
		"a defendant":   {[]uint32{1, 2}, DefendantPart},
	} {
		chances := smallLexicon().Chances(tc.around)
		sum := 0.0
		for _, c := range chances {
			sum += c
		}
		if got := slices.Index(chances[:], slices.Max(chances[:])); Part(got) != tc.want || math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: %v, want %s to be likeliest", name, chances, PartNames[tc.want])
		}
	}
}

func TestLexiconIsReadAsWritten(t *testing.T) {
	b, err := smallLexicon().Write()
	if err != nil {
		t.Fatal(err)
	}
	l, err := ReadLexicon(b)
	if err != nil || len(l.weights) != 3 || l.weights[2] != smallLexicon().weights[2] || l.bias != smallLexicon().bias {
		t.Errorf("read %+v, %v", l, err)
	}
	for n := range len(b) - 8 { // the rest ends the compressed part
		if _, err := ReadLexicon(b[:n]); err == nil {
			t.Errorf("%d of %d bytes are read", n, len(b))
		}
	}
}
