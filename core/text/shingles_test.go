package text_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/text"
)

func TestTextsShorterThanAShingleHaveNone(t *testing.T) {
	for _, s := range []string{"", "uno", "uno dos", "..."} {
		if got := text.Shingles(text.AppendWords(nil, s)); len(got) != 0 {
			t.Errorf("%q has shingles %#x", s, got)
		}
	}
	for _, s := range []string{"", "abcd", "a b", "....."} {
		if got := text.AppendGrams(nil, s); len(got) != 0 {
			t.Errorf("%q has grams %#x", s, got)
		}
	}
}

func TestShinglesKeepTheOrderOfWords(t *testing.T) {
	one := text.Shingles(text.AppendWords(nil, "el juez ordena"))
	for _, other := range []string{"el ordena juez", "juez el ordena", "ordena juez el", "ordena el juez"} {
		if slices.Equal(one, text.Shingles(text.AppendWords(nil, other))) {
			t.Errorf("%q has the shingle of another order", other)
		}
	}
}

func TestGramsIgnoreCaseAccentsAndSpacing(t *testing.T) {
	want := text.AppendGrams(nil, "accion de tutela")
	if n := len("accion de tutela") - text.GramWidth + 1; len(want) != n {
		t.Fatalf("%d grams, want %d", len(want), n)
	}
	for _, s := range []string{"ACCIÓN DE TUTELA", "  Acción,\n de... tutela. ", "accio\u0301n de tutela"} {
		if got := text.AppendGrams(nil, s); !slices.Equal(got, want) {
			t.Errorf("grams of %q differ", s)
		}
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	s := strings.Repeat("La acción de tutela procede contra la entidad. ", 50)
	words, grams := make([]uint64, 0, 1000), make([]uint64, 0, 5000)
	if n := testing.AllocsPerRun(20, func() {
		text.Shingles(text.AppendWords(words[:0], s))
		text.AppendGrams(grams[:0], s)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"abc", "acb", 1}, {"", "abc", 3},
		{"gomez", "gornez", 2}, {"52418903", "25418930", 2}, {"abcdef", "ghijkl", 4},
	} {
		if got := text.Distance(c.a, c.b, 4); got != c.want {
			t.Errorf("distance of %q and %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"correo", "rol", "nombre"}
	for name, want := range map[string]string{
		"correo": "correo", "coreo": "correo", "corroe": "correo", "nombres": "nombre", "roll": "rol",
		"": "", "x": "", "ro": "", "telefono": "", "co": "", strings.Repeat("nombre", 20): "",
	} {
		if got := text.Nearest(name, known); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
}

func TestDistanceIsSymmetricAndBounded(t *testing.T) {
	short := rapid.StringMatching(`[abc]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := short.Draw(t, "a"), short.Draw(t, "b")
		limit := rapid.IntRange(1, 9).Draw(t, "limit")
		d := text.Distance(a, b, limit)
		if d != text.Distance(b, a, limit) {
			t.Fatal("not symmetric")
		}
		if text.OneEdit(a, b) != (text.Distance(a, b, 9) == 1) {
			t.Fatalf("OneEdit is %v", text.OneEdit(a, b))
		}
		if full := text.Distance(a, b, 100); d != min(full, limit) {
			t.Fatalf("%d at limit %d, %d without", d, limit, full)
		}
		if (d == 0) != (a == b) {
			t.Fatalf("distance %d", d)
		}
	})
}

func TestGramsCanBeVisited(t *testing.T) {
	pieces := []string{"Acción ", "de tutela", "\n", "  ", "...", "ñandú", "a\u0301", " \u0301", "\xff", "\ufeff", strings.Repeat("x", 40_000), strings.Repeat("palabra larga ", 3000), strings.Repeat(" ", 17_000)}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
		var got []uint64
		text.VisitGrams(s, func(hashes []uint64) { got = append(got, hashes...) })
		if want := text.AppendGrams(nil, s); !slices.Equal(got, want) {
			t.Fatalf("%d grams were visited, %d are there", len(got), len(want))
		}
	})
}
