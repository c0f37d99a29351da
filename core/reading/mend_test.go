package reading

import (
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
		"an address torn on both sides":        {[]string{"correo:", "ana.ruiz", "_@", "_gmail.com", "hoy"}, "correo: ana.ruiz@gmail.com hoy"},
		"an address torn after":                {[]string{"ana@", "_gmail.com"}, "ana@gmail.com"},
		"an address torn before":               {[]string{"ana", "_@gmail.com."}, "ana@gmail.com."},
		"a real space stays":                   {[]string{"arroba", "@", "gmail.com"}, "arroba @ gmail.com"},
		"a word with an accent is no address":  {[]string{"acción", "_@gmail.com"}, "acción @gmail.com"},
		"two addresses stay two":               {[]string{"a@b.co", "_@c.co"}, "a@b.co @c.co"},
		"a bar alone is an I":                  {[]string{"Capítulo", "|", "HECHOS"}, "Capítulo I HECHOS"},
		"a bar in a word stays":                {[]string{"a|b"}, "a|b"},
		"what needs no mending stays as it is": {[]string{"acción", "de", "tutela"}, "acción de tutela"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := mend(line(tt.words...)); got.Text != tt.want {
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
		got := mend(line(words...))
		runes := []rune(got.Text)
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
