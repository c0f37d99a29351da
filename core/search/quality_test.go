package search_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/search"
)

// Laws of Colombia, an entry an article: what is asked for in one form of a
// word finds the articles that have another.
func TestWordsAreFoundInLaws(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/data/co_law_text/*.txt")
	if len(files) == 0 {
		files = []string{"testdata/law.txt"}
	}
	article := regexp.MustCompile(`(?mi)^\s*art[íi]culo\s+\d+`)
	var texts []string
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		begin := 0
		for _, at := range article.FindAllIndex(content, -1) {
			texts = append(texts, string(content[begin:at[0]]))
			begin = at[0]
		}
		texts = append(texts, string(content[begin:]))
	}
	entries := make([]search.Entry, len(texts))
	for i, s := range texts {
		entries[i] = text(s).Entry()
	}
	count := func(query string) (n int) {
		match := search.Parse(query).Plan().Match
		for _, e := range entries {
			if match.Has(e) {
				n++
			}
		}
		return n
	}
	for _, family := range []string{"tutela tutelas", "pensión pensiones pension", "vulneración vulnerados vulneraciones", "derecho derechos", "niño niños nino NIÑAS",
		"juez jueces", "notificación notificaciones notificarse notificado", "petición peticiones", "trabajador trabajadores trabajadora",
		"indemnización indemnizaciones", "prueba pruebas", "cónyuge cónyuges conyuge"} {
		forms := strings.Fields(family)
		literal := 0
		for _, s := range texts {
			if strings.Contains(strings.ToLower(s), strings.ToLower(forms[0])) {
				literal++
			}
		}
		first := count(forms[0])
		for _, form := range forms[1:] {
			if n := count(form); n < first*9/10 || n > first*11/10+1 {
				t.Errorf("%s finds %d articles, %s %d", forms[0], first, form, n)
			}
		}
		if len(files) > 1 && first < literal*9/10 {
			t.Errorf("%s finds %d articles of the %d that have it", forms[0], first, literal)
		}
	}
}
