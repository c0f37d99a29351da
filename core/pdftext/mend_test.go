package pdftext

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
)

// line sets words of 10-pixel letters on a line 20 pixels high; "_" before a
// word stands for a gap too narrow for a space.
func line(words ...string) document.Recognized {
	var r document.Recognized
	x, runes := 0.0, 0
	for i, w := range words {
		gap := 12.0
		if strings.HasPrefix(w, "_") {
			w, gap = w[1:], 5
		}
		if i > 0 {
			r.Text += " "
			runes++
			x += gap
		}
		n := len([]rune(w))
		r.Words = append(r.Words, document.Word{Text: w, Confidence: .9, Start: runes, End: runes + n,
			Box: document.Box{X0: x, X1: x + 10*float64(n), Y1: 20}})
		r.Text += w
		runes += n
		x += 10 * float64(n)
	}
	return r
}

func TestMend(t *testing.T) {
	tests := map[string]struct {
		words []string
		want  string
	}{
		"a bar alone is an I":                  {[]string{"Capítulo", "|", "HECHOS"}, "Capítulo I HECHOS"},
		"a bar between words parts columns":    {[]string{"Demandante", "|", "ANA"}, "Demandante | ANA"},
		"a bar in a word stays":                {[]string{"a|b"}, "a|b"},
		"a lost accent":                        {[]string{"la", "petición", "y", "artículo", "de", "la", "accion:"}, "la petición y artículo de la acción:"},
		"what needs no mending stays as it is": {[]string{"acción", "de", "tutela"}, "acción de tutela"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := mend(line(tt.words...), nil); got.Text != tt.want {
				t.Errorf("%q, want %q", got.Text, tt.want)
			}
		})
	}
}

func TestMendedWordsStandInTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`_?[a-zñ@|.]{1,4}`), 1, 12).Draw(t, "words")
		for i := range words {
			words[i] = strings.TrimSuffix(words[i], "_") + "x|"[len(words)%2:][:1]
		}
		got := mend(line(words...), nil)
		runes := []rune(got.Text)
		for _, e := range got.Emended {
			if string(runes[e.Start:e.End]) != e.To || e.From == e.To {
				t.Fatalf("%+v stands at %q", e, string(runes[e.Start:e.End]))
			}
		}
		for _, w := range got.Words {
			if string(runes[w.Start:w.End]) != w.Text {
				t.Fatalf("%q stands at %q in %q", w.Text, string(runes[w.Start:w.End]), got.Text)
			}
		}
		if strings.ReplaceAll(got.Text, " ", "") != strings.ReplaceAll(strings.ReplaceAll(line(words...).Text, " ", ""), " ", "") &&
			!strings.Contains(line(words...).Text, "|") {
			t.Fatalf("letters changed: %q", got.Text)
		}
	})
}

func TestEmendationsAreTold(t *testing.T) {
	got := mend(line("petición", "artículo", "accion", "parte", "|", "cédula", "52.34l.876"), nil)
	want := []document.Emendation{
		{Start: 18, End: 24, From: "accion", To: "acción", Rule: "accent"},
		{Start: 31, End: 32, From: "|", To: "I", Rule: "bar"},
		{Start: 40, End: 50, From: "52.34l.876", To: "52.341.876", Rule: "digit"},
	}
	if !slices.Equal(got.Emended, want) {
		t.Errorf("%+v", got.Emended)
	}
}
