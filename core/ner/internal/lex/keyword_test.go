package lex

import (
	"strings"
	"testing"
)

// Keywords are known with any one letter wrong, missing or too many.
func TestKeywordsSurviveOneDamagedLetter(t *testing.T) {
	l := Default()
	for _, keyword := range []string{"accionante", "demandado", "identificada", "ciudadania", "peticionario"} {
		for i := range keyword {
			for _, damaged := range []string{keyword[:i] + "x" + keyword[i+1:], keyword[:i] + keyword[i+1:], keyword[:i] + "x" + keyword[i:]} {
				if _, isWord := l.Words[damaged]; isWord {
					continue // demandad_: the other gender
				}
				if got := l.Repair([]byte(damaged)); got != keyword && !strings.HasPrefix(got, keyword[:len(keyword)-1]) {
					t.Errorf("%s for %s: repaired to %q", damaged, keyword, got)
				}
			}
		}
	}
	if got := l.Repair([]byte("ventana")); got != "" {
		t.Errorf("ventana was repaired to %q", got)
	}
}

// The words of a text are looked up in a table that has what the lexicon has, and no more.
func TestWordTableHasTheLexicon(t *testing.T) {
	l := Default()
	for w, want := range l.Words {
		if got, ok := l.Table.Find([]byte(w)); w != "" && (!ok || got != want) {
			t.Fatalf("%s: %b, %v; want %b", w, got, ok, want)
		}
		other := w + "xq"
		if _, ok := l.Words[other]; !ok {
			if _, ok := l.Table.Find([]byte(other)); ok {
				t.Fatalf("%s was found", other)
			}
		}
	}
}

func TestCanonicalKnowsAliases(t *testing.T) {
	l := Default()
	for name, want := range map[string]string{"COLPENSIONES": "Colpensiones", "Administradora Colombiana de Pensiones - Colpensiones": "Colpensiones", "Banco Azul": ""} {
		if got := l.Canonical([]byte(joinedWords(name))); got != want {
			t.Errorf("%s: canonical %q, want %q", name, got, want)
		}
	}
}
