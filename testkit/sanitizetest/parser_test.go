package sanitizetest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/sanitize"
)

func TestAParserFindsNoElementInWhatIsLeftOfAnAttack(t *testing.T) {
	for _, v := range Vectors {
		if found := Elements(sanitize.Text(v)); len(found) > 0 {
			t.Errorf("%q became %q, in which there is %v", v, sanitize.Text(v), found)
		}
	}
}

func TestAParserFindsNoElementInWhatIsLeftOfPiecesOfAttacks(t *testing.T) {
	pieces := slices.Clone(Vectors)
	for _, v := range Vectors {
		pieces = append(pieces, strings.SplitAfter(v, "<")...)
		pieces = append(pieces, strings.SplitAfter(v, " ")...)
		pieces = append(pieces, v[:len(v)/2], v[len(v)/2:], v[:len(v)/3], v[len(v)/3:])
	}
	piece := rapid.SampledFrom(pieces)
	rapid.Check(t, func(rt *rapid.T) {
		s := strings.Join(rapid.SliceOfN(piece, 1, 6).Draw(rt, "pieces"), "")
		if found := Elements(sanitize.Text(s)); len(found) > 0 {
			rt.Fatalf("%q became %q, in which there is %v", s, sanitize.Text(s), found)
		}
	})
}

// Lists of attacks and of awkward strings, where they are at hand.
func TestAParserFindsNoElementInPayloads(t *testing.T) {
	data, err := os.ReadFile("../../../shared/samples/payloads/blns/blns.txt")
	if err != nil {
		t.Log("no list of awkward strings here")
	}
	for line := range strings.Lines(string(data)) {
		if found := Elements(sanitize.Text(line)); len(found) > 0 {
			t.Errorf("%q became %q, in which there is %v", line, sanitize.Text(line), found)
		}
	}
}

func FuzzAParserFindsNoElement(f *testing.F) {
	for _, v := range Vectors {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if found := Elements(sanitize.Text(s)); len(found) > 0 {
			t.Errorf("%q became %q, in which there is %v", s, sanitize.Text(s), found)
		}
	})
}
