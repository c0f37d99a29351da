package reading

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
		"an address torn on both sides":        {[]string{"correo:", "ana.ruiz", "_@", "_gmail.com", "hoy"}, "correo: ana.ruiz@gmail.com hoy"},
		"an address torn after":                {[]string{"ana@", "_gmail.com"}, "ana@gmail.com"},
		"an address torn before":               {[]string{"ana", "_@gmail.com."}, "ana@gmail.com."},
		"a real space stays":                   {[]string{"arroba", "@", "gmail.com"}, "arroba @ gmail.com"},
		"a word with an accent is no address":  {[]string{"acción", "_@gmail.com"}, "acción @gmail.com"},
		"two addresses stay two":               {[]string{"a@b.co", "_@c.co"}, "a@b.co @c.co"},
		"a bar alone is an I":                  {[]string{"Capítulo", "|", "HECHOS"}, "Capítulo I HECHOS"},
		"a bar between words parts columns":    {[]string{"Demandante", "|", "ANA"}, "Demandante | ANA"},
		"an @ read as the domain's first":      {[]string{"juridica", "Qicetex.com.co.", "petición", "según"}, "juridica@icetex.com.co. petición según"},
		"a bar in a word stays":                {[]string{"a|b"}, "a|b"},
		"an @ read as a letter of its own":     {[]string{"correo", "ana.ruiz", "O", "gmail.com."}, "correo ana.ruiz@gmail.com."},
		"an @ read as the end of a word":       {[]string{"ana.ruizO", "_outlook.com"}, "ana.ruiz@outlook.com"},
		"what says that an address follows":    {[]string{"correo", "_anaOgmail.com"}, "correo ana@gmail.com"},
		"an @ read as a letter inside a word":  {[]string{"ana.ruizQhotmail.com,"}, "ana.ruiz@hotmail.com,"},
		"an office's address":                  {[]string{"tutelas", "O", "alcaldia.gov.co"}, "tutelas@alcaldia.gov.co"},
		"an O before a word stays":             {[]string{"ana", "O", "gmail"}, "ana O gmail"},
		"a name before an O stays":             {[]string{"Ana", "O", "gmail.com"}, "Ana O gmail.com"},
		"a lost accent":                        {[]string{"la", "petición", "y", "artículo", "de", "la", "accion:"}, "la petición y artículo de la acción:"},
		"what needs no mending stays as it is": {[]string{"acción", "de", "tutela"}, "acción de tutela"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := mend(line(tt.words...), nil, nil); got.Text != tt.want {
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
		got := mend(line(words...), nil, nil)
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
	got := mend(line("petición", "artículo", "accion", "ana", "_@", "_gmail.com", "parte", "|", "cédula", "52.34l.876"), nil, nil)
	want := []document.Emendation{
		{Start: 18, End: 24, From: "accion", To: "acción", Rule: "accent"},
		{Start: 25, End: 38, From: "ana @ gmail.com", To: "ana@gmail.com", Rule: "torn_address"},
		{Start: 45, End: 46, From: "|", To: "I", Rule: "bar"},
		{Start: 54, End: 64, From: "52.34l.876", To: "52.341.876", Rule: "digit"},
	}
	if !slices.Equal(got.Emended, want) {
		t.Errorf("%+v", got.Emended)
	}
}
