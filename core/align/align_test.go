package align_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/text"
)

// shown writes an alignment down: =both, -left, +right.
func shown(left, right string) string {
	var parts []string
	l, r := []rune(left), []rune(right)
	for _, p := range align.Texts(left, right) {
		switch p.Kind {
		case align.Both:
			parts = append(parts, "="+string(l[p.Left.Start:p.Left.End]))
		case align.Left:
			parts = append(parts, "-"+string(l[p.Left.Start:p.Left.End]))
		case align.Right:
			parts = append(parts, "+"+string(r[p.Right.Start:p.Right.End]))
		}
	}
	return strings.Join(parts, "|")
}

func TestAlignment(t *testing.T) {
	for _, c := range []struct{ rule, left, right, want string }{
		{"nothing has no passages", "", "", ""},
		{"one text alone", "uno dos", "", "-uno dos"},
		{"the other alone", "", "uno dos", "+uno dos"},
		{"the same", "uno dos.", "uno dos.", "=uno dos."},
		{"case, accents, spacing and punctuation make no difference", "Acción  de\ntutela", "ACCION DE TUTELA.", "=Acción  de\ntutela"},
		{"a word added", "ordenar a la EPS que pague", "ordenar a la nueva EPS que pague", "=ordenar a la |+nueva |=EPS que pague"},
		{"a word left out", "ordenar a la nueva EPS que pague", "ordenar a la EPS que pague", "=ordenar a la |-nueva |=EPS que pague"},
		{"a word replaced", "el 3 de febrero de 2026 me ordenó", "el 4 de febrero de 2026 me ordenó", "=el |-3 |+4 |=de febrero de 2026 me ordenó"},
		{"a number in it replaced", "pagó $1.000.000 ayer", "pagó $2.000.000 ayer", "=pagó $|-1.|+2.|=000.000 ayer"},
		{"words in common by chance part nothing", "la casa roja de mi madre vieja", "un perro negro de otro pueblo lejano",
			"-la casa roja de mi madre vieja|+un perro negro de otro pueblo lejano"},
		{"no words at all", "—", "...", "-—|+..."},
		{"code points, not bytes", "ñandú ñoño 😀 fin", "ñandú 😀 fin", "=ñandú |-ñoño 😀 |=fin"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := shown(c.left, c.right); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// What moved is there on both sides, once each way.
func TestAParagraphThatMovedIsFoundOnBothSides(t *testing.T) {
	a := "El médico me ordenó una resonancia magnética de columna lumbar el lunes. "
	b := "La entidad accionada no ha programado el examen pese a tres solicitudes verbales y una escrita. "
	want := "-" + a + "|=" + b + "|+" + a
	if got := shown(a+b, b+a); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// prose draws texts that share much, with some of everything else.
func prose(t *rapid.T, name string) string {
	words := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(strings.Fields("de la el que hechos EPS tutela Ana 2026 $1.000 ñ é . — \f")),
		rapid.StringN(0, 3, -1)), 0, 60).Draw(t, name)
	return strings.Join(words, " ")
}

func TestPartsMakeUpBothTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		left, right := prose(t, "left"), prose(t, "right")
		if rapid.Bool().Draw(t, "akin") {
			cut := rapid.IntRange(0, len(left)).Draw(t, "cut")
			right = left[cut:] + right + left[:cut]
		}
		check(t, left, right)
	})
}

func FuzzTexts(f *testing.F) {
	f.Add("uno dos tres", "uno tres")
	f.Add("\xff a\xc3", "a \x00 b")
	f.Add(strings.Repeat("a b ", 300), strings.Repeat("b c a ", 300))
	f.Fuzz(func(t *testing.T, left, right string) { check(t, left, right) })
}

// check holds an alignment to all that is promised of any.
func check(t rapid.TB, left, right string) {
	t.Helper()
	all := align.Texts(left, right)
	l, r := runes(left), runes(right)
	atL, atR := 0, 0
	for i, p := range all {
		if p.Left.Start != atL || p.Right.Start != atR || p.Left.End < atL || p.Right.End < atR {
			t.Fatalf("passage %d, %+v, does not follow %d, %d", i, p, atL, atR)
		}
		atL, atR = p.Left.End, p.Right.End
		wordsL, wordsR := text.AppendWords(nil, l(p.Left)), text.AppendWords(nil, r(p.Right))
		switch {
		case p.Kind == align.Both && !slices.Equal(wordsL, wordsR),
			p.Kind == align.Both && len(wordsL) != p.Left.Words,
			p.Kind == align.Left && (p.Right.Start != p.Right.End || p.Left.Start == p.Left.End),
			p.Kind == align.Right && (p.Left.Start != p.Left.End || p.Right.Start == p.Right.End),
			i > 0 && all[i-1].Kind == p.Kind,
			i > 0 && all[i-1].Kind == align.Right && p.Kind == align.Left:
			t.Fatalf("passage %d, %+v after %+v: %q and %q", i, p, all[max(0, i-1)], l(p.Left), r(p.Right))
		}
	}
	if atL != utf8.RuneCountInString(left) || atR != utf8.RuneCountInString(right) {
		t.Fatalf("the passages end at %d and %d of %q and %q", atL, atR, left, right)
	}
	if same := align.Texts(left, left); len(text.AppendWords(nil, left)) > 0 && (len(same) != 1 || same[0].Kind != align.Both) {
		t.Fatalf("%q aligned with itself: %+v", left, same)
	}
}

// runes returns the text of a span, its broken bytes as they are.
func runes(s string) func(align.Span) string {
	var starts []int
	for i := range s {
		starts = append(starts, i)
	}
	starts = append(starts, len(s))
	return func(p align.Span) string { return s[starts[p.Start]:starts[p.End]] }
}

// Of texts that share nearly all, nearly all is found.
func TestWhatIsSharedIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var words []string
	for range 5000 {
		words = append(words, fmt.Sprintf("p%d", random.IntN(800)))
	}
	changed := slices.Clone(words)
	for range 100 {
		changed[random.IntN(len(changed))] = "cambiada"
	}
	common := 0
	for _, p := range align.Texts(strings.Join(words, " "), strings.Join(changed, " ")) {
		if p.Kind == align.Both {
			common += p.Left.Words
		}
	}
	if common < 4850 {
		t.Errorf("%d of 4900 words in common are found", common)
	}
}

func ExampleTexts() {
	left, right := "Ordenar a la EPS que pague.", "Ordenar a la EPS Sura que pague ya."
	for _, p := range align.Texts(left, right) {
		fmt.Printf("%-5s %q\n", p.Kind, right[p.Right.Start:p.Right.End])
	}
	// Output:
	// both  "Ordenar a la EPS "
	// right "Sura "
	// both  "que pague "
	// right "ya."
}
