package pdftext

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

// pageOf is a page with the words of a text, line below line.
func pageOf(text string) document.Page {
	p := document.Page{Text: text}
	runes := []rune(text)
	for y, start := 0., 0; start < len(runes); {
		end := start
		for end < len(runes) && runes[end] != ' ' && runes[end] != '\n' {
			end++
		}
		if end > start {
			x := float64(start % 40)
			p.Words = append(p.Words, document.Word{Text: string(runes[start:end]), Start: start, End: end,
				Box: document.Box{X0: x, Y0: y, X1: x + 45, Y1: y + 10}})
		}
		if end < len(runes) && runes[end] == '\n' {
			y += 12
		}
		start = end + 1
	}
	return p
}

func TestDividedWordsGetSoftHyphens(t *testing.T) {
	for text, want := range map[string]string{
		"soy mayor iden-\ntificada con":            "soy mayor iden\u00ad\ntificada con",
		"soy mayor iden-\n\ntificada con":          "soy mayor iden\u00ad\ntificada con",
		"la PARRA QUI-\nJANO, mayor\nROSA QUIJANO": "la PARRA QUI\u00ad\nJANO, mayor\nROSA QUIJANO",
		"la PARRA QUI-\nJANO, mayor":               "la PARRA QUI-\nJANO, mayor",
		"ROSA RUIZ-\nGIL contra AIR-\nE y EPS":     "ROSA RUIZ-\nGIL contra AIR-\nE y EPS",
		"lo socio-\npolítico y socio-político":     "lo socio-\npolítico y socio-político",
		"rosa-\nruiz@ejemplo.co":                   "rosa-\nruiz@ejemplo.co",
		"acta 2026-\n0012, 45-\ncatorce":           "acta 2026-\n0012, 45-\ncatorce",
		"un renglón - \nsin palabra":               "un renglón - \nsin palabra",
	} {
		p := dehyphenated(pageOf(text), nil)
		if p.Text != want {
			t.Errorf("%q is read as %q, want %q", text, p.Text, want)
		}
		runes := []rune(p.Text)
		for _, w := range p.Words {
			if got := string(runes[w.Start:w.End]); got != w.Text {
				t.Errorf("%q: %q stands at %q", text, got, w.Text)
			}
		}
	}
}

func TestWordsOfEarlierPagesProveDivision(t *testing.T) {
	p := dehyphenated(pageOf("PARRA QUI-\nJANO"), document.Memory{"ROSA QUIJANO\n"})
	if !strings.Contains(p.Text, "QUI\u00ad\nJANO") {
		t.Errorf("read %q", p.Text)
	}
}

func FuzzDehyphenated(f *testing.F) {
	f.Add("iden-\n\ntificada -\nx‐\ny")
	f.Fuzz(func(t *testing.T, text string) {
		p := dehyphenated(pageOf(strings.ToValidUTF8(text, "")), nil)
		runes := []rune(p.Text)
		for _, w := range p.Words {
			if got := string(runes[w.Start:w.End]); got != w.Text {
				t.Fatalf("%q stands at %q", got, w.Text)
			}
		}
	})
}
