package intake

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sanitize"
)

// printed lays words out in lines of three, as a reader does.
func printed(words ...string) document.Page {
	p := document.Page{Number: 1}
	var b strings.Builder
	points := 0
	for i, w := range words {
		if i > 0 {
			b.WriteString(map[bool]string{true: "\n", false: " "}[i%3 == 0])
			points++
		}
		n := len([]rune(w))
		p.Words = append(p.Words, document.Word{Text: w, Start: points, End: points + n, Box: document.Box{X0: float64(i)}})
		b.WriteString(w)
		points += n
	}
	p.Text = b.String()
	return p
}

func TestWhatAPDFSaysIsCleaned(t *testing.T) {
	for _, c := range []struct {
		rule  string
		pages []document.Page
		text  string
		words int
	}{
		{"nothing to clean", []document.Page{printed("Yo,", "ANA", "LÓPEZ")}, "Yo, ANA\nLÓPEZ", 3},
		{"a tag", []document.Page{printed("Yo,", "<b>ANA</b>", "LÓPEZ", "RUIZ")}, "Yo, ANA\nLÓPEZ RUIZ", 4},
		{"a word that a soft hyphen divides", []document.Page{printed("soy", "mayor", "iden\u00ad", "tificada", "con", "cédula")}, "soy mayor identificada\ncon cédula", 6},
		{"a script with what it holds", []document.Page{printed("Yo,", "<script>", "alert(1)", "</script>", "ANA")}, "", 2},
		{"a tag over two pages", []document.Page{printed("Yo", "<img"), printed("src=x", "onerror=alert(1)>", "fin")}, "", 4},
	} {
		t.Run(c.rule, func(t *testing.T) {
			r := Clean(document.Reading{Pages: c.pages})
			checkCleaned(t, r)
			words := 0
			for _, p := range r.Pages {
				words += len(p.Words)
			}
			if words != c.words || c.text != "" && strings.ReplaceAll(r.Text(), "\n", " ") != strings.ReplaceAll(c.text, "\n", " ") {
				t.Errorf("%d words are left, want %d, of %q", words, c.words, r.Text())
			}
		})
	}
}

func TestCleanedPagesAreHarmlessAndTheirWordsStandWhereTheySay(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("Yo ANA LÓPEZ <b>ANA</b> <script> </script> <img src=x onerror=alert(1)> < > <svg <!-- --> javascript:alert(1) ñ e\u0301 na\u00adda na\u00ad \u202eabc \x00 <a href='x"))
	rapid.Check(t, func(t *rapid.T) {
		var r document.Reading
		for range rapid.IntRange(1, 4).Draw(t, "pages") {
			r.Pages = append(r.Pages, printed(rapid.SliceOfN(word, 0, 12).Draw(t, "words")...))
		}
		checkCleaned(t, Clean(r))
	})
}

func checkCleaned(t rapid.TB, r document.Reading) {
	t.Helper()
	for i, p := range r.Pages {
		if sanitize.Text(p.Text) != p.Text {
			t.Errorf("page %d is left as %q", i, p.Text)
		}
		runes, last := []rune(p.Text), 0
		for _, w := range p.Words {
			if w.Start < last || w.End > len(runes) || string(runes[w.Start:w.End]) != w.Text {
				t.Errorf("%q does not stand at %d of %q", w.Text, w.Start, p.Text)
			}
			last = w.End
		}
	}
	if whole := strings.ReplaceAll(r.Text(), document.PageBreak, "\n"); sanitize.Text(whole) != whole {
		t.Errorf("the pages together are left as %q", whole)
	}
}
