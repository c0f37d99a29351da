package document

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestMemoryStaysAsLargeHoweverManyPages(t *testing.T) {
	var m Memory
	var read []Page
	for n := range 100 {
		p := Page{Number: n + 1, Text: fmt.Sprintf("page %d %s", n+1, strings.Repeat("ñ", rememberedText))}
		before := slices.Clone(m)
		read = append(read, p)
		next := m.With(p)
		if !slices.Equal(m, before) {
			t.Fatalf("page %d changed what was remembered before it", n+1)
		}
		m = next
		if resumed := (ReadRequest{}).Resume(read).Before; !slices.Equal(resumed, m) {
			t.Fatalf("a reading that goes on behind page %d remembers %.20q", n+1, resumed)
		}
	}
	if len(m) != remembered || !strings.HasPrefix(m[0], "page 1 ") || !strings.HasPrefix(m[1], "page 94 ") || !strings.HasPrefix(m[7], "page 100 ") {
		t.Errorf("%d pages are remembered: %.10q", len(m), m)
	}
	for _, text := range m {
		if len(text) > rememberedText || strings.ContainsRune(text, '\uFFFD') {
			t.Errorf("%d bytes of a page: %.10q…%q", len(text), text, text[len(text)-4:])
		}
	}
}
