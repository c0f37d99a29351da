package search_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/search"
)

// shown returns a snippet with what was found in brackets.
func shown(s search.Snippet) string {
	runes := []rune(s.Text)
	var b strings.Builder
	at := 0
	for _, m := range s.Marks {
		b.WriteString(string(runes[at:m.Start]) + "[" + string(runes[m.Start:m.End]) + "]")
		at = m.End
	}
	return b.String() + string(runes[at:])
}

func TestSnippet(t *testing.T) {
	filler := strings.Repeat("palabras y más palabras que llenan renglones, ", 20)
	for _, c := range []struct{ rule, query, text, want string }{
		{"what is found is marked", "tutelas", "Acción de tutela.", "Acción de [tutela]."},
		{"in every inflection", "vulnerados", "La vulneración de lo vulnerado", "La [vulneración] de lo [vulnerado]"},
		{"marks count code points", "señora", "ÑÑÑ 🏳 la Señora", "ÑÑÑ 🏳 la [Señora]"},
		{"a phrase is one mark", `"mínimo vital"`, "El mínimo, el Mínimo  vital", "El mínimo, el [Mínimo vital]"},
		{"a number in its groups", "52418903", "C.C. No. 52.418.903 de Cali", "C.C. No. [52.418.903] de Cali"},
		{"a beginning marks the whole word", "medic", "los medicamentos", "los [medicamentos]"},
		{"an abbreviation", "eps", "la E.P.S. niega", "la [E.P.S]. niega"},
		{"lines become one", "vida", "la\r\n\tvida\f\n y", "la [vida] y"},
		{"without a find the beginning", "nada", "Señor juez", "Señor juez"},
		{"an empty query", "", "Señor juez", "Señor juez"},
		{"an empty text", "vida", "", ""},
		{"what is left out is not marked", "vida -salud", "vida y salud", "[vida] y salud"},
		{"markup does not survive", "script", "a <script>alert(1)</script> script b", "a [script] b"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			s := search.Parse(c.query).Snippet(c.text)
			if got := shown(s); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			checkSnippet(t, s, c.text)
		})
	}
	t.Run("the stretch with most terms is taken", func(t *testing.T) {
		s := search.Parse("salud vida").Snippet("La salud. " + filler + "la salud y la vida. " + filler)
		if got := shown(s); !strings.Contains(got, "[salud] y la [vida]") || !strings.HasPrefix(got, "… ") || !strings.HasSuffix(got, " …") {
			t.Errorf("got %q", got)
		}
	})
	t.Run("words stay whole", func(t *testing.T) {
		s := search.Parse("muerte").Snippet(filler + "la muerte " + filler)
		for _, w := range strings.Fields(strings.Trim(s.Text, "… ")) {
			if !strings.Contains(filler+"la muerte", w) {
				t.Errorf("%q in %q", w, s.Text)
			}
		}
	})
}

// checkSnippet holds of every snippet.
func checkSnippet(t *testing.T, s search.Snippet, text string) {
	t.Helper()
	if !utf8.ValidString(s.Text) || strings.ContainsAny(s.Text, "\n\r\t\x00\f") || sanitize.Line(s.Text) != s.Text {
		t.Fatalf("snippet %q of %q", s.Text, text)
	}
	if n := len(norm.NFD.String(s.Text)); n > 4*400+len(longestWord(text)) {
		t.Fatalf("%d bytes in a snippet", n)
	}
	at, runes := 0, utf8.RuneCountInString(s.Text)
	for _, m := range s.Marks {
		if m.Start < at || m.End <= m.Start || m.End > runes {
			t.Fatalf("marks %v of %d code points", s.Marks, runes)
		}
		at = m.End
	}
}

func longestWord(s string) string {
	longest := ""
	for w := range strings.FieldsSeq(s) {
		if len(w) > len(longest) {
			longest = w
		}
	}
	return longest
}
