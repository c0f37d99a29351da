package role

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
)

func TestTextOffsets(t *testing.T) {
	for _, s := range []string{"", "abc", "Señor juez", "a\xffb\xc3", "e\u0301tica ñ", strings.Repeat("ñandú ", 300), "日本 😀 x", "\x00\x00"} {
		x := NewText(s)
		if x.Len() != utf8.RuneCountInString(s) {
			t.Errorf("%.20q: %d code points, want %d", s, x.Len(), utf8.RuneCountInString(s))
		}
		i := 0
		for at := range s {
			if got := x.ByteOffset(i); got != at {
				t.Fatalf("%.20q: code point %d begins at %d, want %d", s, i, got, at)
			}
			if got := x.CodePoint(at); got != i {
				t.Fatalf("%.20q: byte %d is code point %d, want %d", s, at, got, i)
			}
			i++
		}
		if x.ByteOffset(i) != len(s) || x.CodePoint(len(s)) != i {
			t.Errorf("%.20q: the ends do not meet", s)
		}
		if got := x.Slice(0, x.Len()); got != s {
			t.Errorf("%.20q: whole slice is %.20q", s, got)
		}
	}
}

func TestTextWordsAndLines(t *testing.T) {
	x := NewText("  Ana  LÓPEZ,\n\n\tC.C. 52.000.111\r\nO0l\n")
	var words []string
	for i := range x.Words {
		words = append(words, x.Slice(int(x.Words[i].Start), int(x.Words[i].End)))
	}
	if got, want := strings.Join(words, "|"), "Ana|LÓPEZ|C|C|52|000|111|O0l"; got != want {
		t.Errorf("words %q, want %q", got, want)
	}
	if len(x.Lines) != 3 || x.Lines[0].Indent != 2 || !x.Lines[1].Gap || x.Lines[1].Indent != 8 || x.Lines[2].Gap {
		t.Errorf("lines %+v", x.Lines)
	}
	for i, want := range []doc.Shape{doc.Title, doc.Upper, doc.Upper, doc.Upper, doc.Number} {
		if x.Words[i].Shape != want {
			t.Errorf("shape of %q is %d, want %d", words[i], x.Words[i].Shape, want)
		}
	}
}

func TestDamagedKeywords(t *testing.T) {
	for damaged, want := range map[string]string{"ACClONANTE": "accionante", "cédu1a": "cedula", "cdula": "cedula", "c\uFFFDdula": "cedula",
		"accin": "accion", "identifcado": "identificado", "eontra": "contra", "N0TIFICACIONES": "notificaciones", "López": "lopez", "casa": "casa"} {
		if got := NewText(damaged).Key(0); got != want {
			t.Errorf("%s: %q, want %q", damaged, got, want)
		}
	}
}

func TestAccentsLostAreRestored(t *testing.T) {
	const s = "REF: ACCIN DE TUTELA\nACCIONANTE: JOS RAMREZ LVAREZ\nACCIONADO: SECRETARA DE EDUCACIN DE CALI\n\nidentificado con cdula de ciudadana 52.000.111"
	for f, want := range map[field.Field]string{field.Plaintiff: "José Ramírez Álvarez", field.Defendant: "SECRETARÍA DE EDUCACIÓN DE CALI"} {
		if got, _ := best(Label{}, f, s); got != want {
			t.Errorf("%s: %q, want %q", f, got, want)
		}
	}
}
