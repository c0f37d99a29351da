package ner

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestPartsMakeUpTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.OneOf(rapid.StringN(1, 40, -1), rapid.StringOfN(rapid.RuneFrom([]rune{'ñ', '\u0301', '€', '😀'}), 1, 9, -1),
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 1, 9), func(b []byte) string { return string(b) })).Draw(t, "piece")
		s := strings.Repeat(piece, rapid.IntRange(1, 3*maxPart).Draw(t, "bytes")/len(piece))
		whole := s
		var parts []string
		points := 0
		for s != "" {
			n := partLen(s)
			if n <= 0 || n > maxPart {
				t.Fatalf("a part of %d bytes of %d", n, len(s))
			}
			points += utf8.RuneCountInString(s[:n])
			parts, s = append(parts, s[:n]), s[n:]
		}
		if points != utf8.RuneCountInString(whole) {
			t.Fatal("a code point is cut in two")
		}
		if strings.Join(parts, "") != whole {
			t.Fatal("the parts are not the text")
		}
	})
}

func TestALongTextIsCutAtALineEnd(t *testing.T) {
	line := strings.Repeat("á", 500) + "\n"
	s := strings.Repeat(line, 2*maxPart/len(line))
	if n := partLen(s); n%len(line) != 0 {
		t.Errorf("cut %d bytes behind a line end", n%len(line))
	}
	s = strings.ReplaceAll(s, "\n", " ")
	if n := partLen(s); n%len(line) != 0 {
		t.Errorf("cut %d bytes behind a blank", n%len(line))
	}
	s = strings.Repeat("á", maxPart)
	if n := partLen("x" + s); n != maxPart-1 {
		t.Errorf("cut at %d, within a letter", n)
	}
}

// Behind two hundred pages: a paper of others, and once more what belongs to
// the plaintiff.
func TestAnnexesOfALongPaper(t *testing.T) {
	const paper = `Señor
JUEZ 5° PENAL MUNICIPAL DE CALI (REPARTO)

ACCIONANTE: ROSA RUIZ MUÑOZ
ACCIONADO: NUEVA EPS S.A.

ROSA RUIZ MUÑOZ, identificada con la cédula de ciudadanía No. 52.000.111 de Cali, en nombre propio
interpongo acción de tutela contra NUEVA EPS S.A.

NOTIFICACIONES
La accionante: Calle 45 # 12-30, Cali.

Atentamente,

ROSA RUIZ MUÑOZ
C.C. No. 52.000.111 de Cali

ANEXOS
`
	const annex = `
Señor
JUEZ 9 CIVIL MUNICIPAL DE TUNJA

ACCIONANTE: PEDRO CASAS NIÑO
ACCIONADO: SANITAS EPS

PEDRO CASAS NIÑO, mayor de edad, interpongo acción de tutela contra SANITAS EPS.
Correo de la accionante ROSA RUIZ MUÑOZ: rosa.ruiz@gmail.com
`
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	s := paper + strings.Repeat("El resultado del examen del niño es el que sigue.\n", 3*maxPart/51) + annex
	if len(s) < 3*maxPart {
		t.Fatal("too short")
	}
	r := e.Extract(s)
	for field, want := range map[Field]string{Plaintiff: "Rosa Ruiz Muñoz", Defendant: "NUEVA EPS S.A.", Cedula: "52000111", Email: "rosa.ruiz@gmail.com",
		Court: "Juzgado 5 Penal Municipal de Cali"} {
		if got := r.Joined(field); got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
	runes := []rune(s)
	for _, x := range append(r.Entities, r.Alternatives...) {
		if got := string(runes[x.Start:x.End]); got != x.Raw {
			t.Errorf("%s: %q stands at %d, raw is %q", x.Field, got, x.Start, x.Raw)
		}
	}
}
