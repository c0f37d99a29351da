package ner

import (
	"strings"
	"testing"
)

// Keywords are known with any one letter wrong, missing or too many.
func TestKeywordsSurviveOneDamagedLetter(t *testing.T) {
	l := defaultLexicon()
	for _, keyword := range []string{"accionante", "demandado", "identificada", "ciudadania", "peticionario"} {
		for i := range keyword {
			for _, damaged := range []string{keyword[:i] + "x" + keyword[i+1:], keyword[:i] + keyword[i+1:], keyword[:i] + "x" + keyword[i:]} {
				if _, isWord := l.words[damaged]; isWord {
					continue // demandad_: the other gender
				}
				if got := l.repair([]byte(damaged)); got != keyword && !strings.HasPrefix(got, keyword[:len(keyword)-1]) {
					t.Errorf("%s for %s: repaired to %q", damaged, keyword, got)
				}
			}
		}
	}
	if got := l.repair([]byte("ventana")); got != "" {
		t.Errorf("ventana was repaired to %q", got)
	}
}

// Sentences that name nobody are left out of what the sequence model decodes, names
// and what may be a torn piece of one are not.
func TestPlainWordsAreThoseOfSentencesThatNameNobody(t *testing.T) {
	x := NewText("por lo que se ordene la entrega a Ana Ruiz, haparro que vive con su madre")
	var d decoder
	f := d.read(x, 0, len(x.words))
	f.leavePlain()
	for i := range x.words {
		w := string(x.folded(i))
		named := w == "ana" || w == "ruiz" || w == "haparro"
		if f.isPlain(i) == named {
			t.Errorf("%s: left out %v", w, f.isPlain(i))
		}
	}
}

// Numbers and words of filings with capitals are left out where no name is near.
func TestWordsFarFromAnyNameAreLeftOut(t *testing.T) {
	left := func(paper string) (out int) {
		x := NewText(paper)
		var d decoder
		f := d.read(x, 0, len(x.words))
		f.leavePlain()
		for i := range x.words {
			if f.isPlain(i) {
				out++
			}
		}
		return out
	}
	numbers := strings.Repeat("12 ", 20)
	for paper, want := range map[string]int{
		"El Decreto 2591 de 1991":                   5,
		numbers + "Ana Ruiz":                        20 - farFromNames,
		"Ana Ruiz " + numbers + "Ana Ruiz":          20 - 2*farFromNames,
		"12 12 Ana Ruiz 12 12":                      0,
		numbers + "juez " + numbers + "Ana Ruiz 12": 2*20 - 3*farFromNames,
	} {
		if got := left(paper); got != want {
			t.Errorf("%s: %d words left out, want %d", paper, got, want)
		}
	}
}

// The words of a text are looked up in a table that has what the lexicon has, and no more.
func TestWordTableHasTheLexicon(t *testing.T) {
	l := defaultLexicon()
	for w, want := range l.words {
		if got, ok := l.table.find([]byte(w)); w != "" && (!ok || got != want) {
			t.Fatalf("%s: %b, %v; want %b", w, got, ok, want)
		}
		other := w + "xq"
		if _, ok := l.words[other]; !ok {
			if _, ok := l.table.find([]byte(other)); ok {
				t.Fatalf("%s was found", other)
			}
		}
	}
}
