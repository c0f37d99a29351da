package ident

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What calls a number that of an identity document: cédula de ciudadanía No., C.C.,
// identificada con, and what scanners make of it.

// DocumentWords reads what calls a number that of an identity document and
// returns the word that comes after.
func DocumentWords(t *doc.Text, k int) (kind string, next int) {
	if kind, next = documentName(t, k); kind == "" || kind == "nit" {
		return kind, next
	}
	for next < len(t.Words) && next < k+10 {
		switch t.Key(next) {
		case "extranjeria":
			kind = "ce"
			next++
			continue
		case "nuip":
			kind = "rc"
			next++
			continue
		case "de", "ciudadania", "ciudadana", "ciudadano", "no", "nro", "numero", "num", "n", "c", "la", "con", "personal", "numeros", "identidad", "el", "cc", "cedula", "es", "bajo", "civilmente", "ppt", "distinguida", "colombiana":
			next++
			continue
		}
		if strings.HasPrefix(t.Key(next), "ciud") {
			next++ // ciudanía
			continue
		}
		if shortBeforeNumber(t, next) {
			next++ // No. or NUIP misread
			continue
		}
		if n := garbledDocument(t, next); n > 0 {
			next += n
			continue
		}
		break
	}
	return kind, next + spelledNumber(t, next)
}

// documentName reads the name of an identity document that begins with word k, or what
// says that a person is identified by one.
func documentName(t *doc.Text, k int) (kind string, next int) {
	switch key := t.Key(k); key {
	case "cedula", "identificado", "identificada", "identificacion", "cedulado", "cedulada":
		return "cc", k + 1
	case "ced":
		if end := int(t.Words[k].End); end >= len(t.Chars) || t.Chars[end] == '.' {
			return "cc", k + 1
		}
	case "permiso":
		if t.Phrase(k+1, "por proteccion temporal") > 0 || t.Phrase(k+1, "de proteccion temporal") > 0 {
			return "ppt", k + 4
		}
	case "p":
		if t.Is(k+1, "p") && t.Is(k+2, "t") && len(t.Between(k)) <= 3 && len(t.Between(k+1)) <= 3 {
			return "ppt", k + 3
		}
	case "cc", "ti", "ce", "rc", "ppt", "nuip", "dni":
		if w := t.Words[k]; w.Shape != doc.Lower || w.End-w.Start >= 3 || numberFollows(t, k) {
			return key, k + 1
		}
	case "c":
		last := k + 1
		if t.Is(last, "de") && t.Is(last+1, "c") {
			last++ // C. de C.
		}
		if (t.Is(last, "c") || t.Is(last, "e")) && len(t.Between(k)) <= 3 {
			return "c" + t.Key(last), last + 1
		}
	case "t":
		if t.Is(k+1, "i") && len(t.Between(k)) <= 3 {
			return "ti", k + 2
		}
	case "d":
		if t.Is(k+1, "i") && len(t.Between(k)) <= 3 && numberFollows(t, k+1) {
			return "cc", k + 2 // D.I., documento de identidad
		}
	case "nit":
		return "nit", k + 1
	case "tarjeta":
		if t.Key(k+1) == "de" && t.Key(k+2) == "identidad" {
			return "ti", k + 3
		}
	case "registro":
		if t.Key(k+1) == "civil" {
			return "rc", k + 2
		}
	case "documento":
		switch {
		case t.Is(k+1, "de") && (t.Key(k+2) == "identidad" || t.Key(k+2) == "identificacion"):
			return "cc", k + 3
		case t.Is(k-1, "mi"), t.Is(k-1, "del") && t.Is(k-2, "titular"),
			t.Is(k-1, "de") && (t.Is(k-2, "numero") || t.Is(k-2, "no") || t.Is(k-2, "nro")): // Número de documento
			return "cc", k + 1
		}
	case "no", "n":
		if issuedTo(t, k) {
			return "cc", k + 1
		}
	}
	return "", k
}

// shortDocument are the words that begin what calls a number that of a document
// though they say nothing of a person.
var shortDocument = lex.FilterOf(map[string]bool{"ced": true, "permiso": true, "identificacion": true, "cedulado": true, "cedulada": true})

// maxSpelled bounds the words of a number.
const maxSpelled = 24

// spelledNumber returns how many words from k on spell the number whose digits follow
// in brackets: cincuenta y dos millones ciento once (52.000.111).
func spelledNumber(t *doc.Text, k int) int {
	n := 0
	for ; k+n < len(t.Words) && n < maxSpelled && t.Words[k+n].Shape != doc.Number; n++ {
		key := t.Key(k + n)
		if _, ok := lex.Numerals[key]; !ok && !thousands[key] {
			return 0
		}
	}
	if n < 2 || k+n >= len(t.Words) || t.Words[k+n].Shape != doc.Number || t.Chars[t.Words[k+n].Start-1] != '(' {
		return 0
	}
	return n
}

// thousands are the words of large numbers that no court bears, see lex.Numerals.
var thousands = lex.Set("ident.thousands")

// issuedTo reports whether what a scanner made of "titular de C.C." stands
// between a name and word k: X, Gtular de ec. No. 1.048.900.521 expedida en Cali.
// Cards and resolutions are issued too, but bear other names or fewer digits.
func issuedTo(t *doc.Text, k int) bool {
	named := false
	for n := 2; n <= 4 && k-n >= 0; n++ {
		named = named || t.Words[k-n].Class&(lex.Given|lex.Surname) != 0 && t.Words[k-n].Shape != doc.Lower
	}
	if !named {
		return false
	}
	digits, next := 0, k+1
	for ; next < len(t.Words) && next <= k+4 && t.Words[next].Shape == doc.Number; next++ {
		digits += int(t.Words[next].End - t.Words[next].Start)
	}
	if digits < 7 || digits > 10 || !t.Is(next+1, "en") {
		return false
	}
	return t.Is(next, "expedida") || t.Is(next, "expedido")
}

// shortBeforeNumber reports whether word k is a short one before a number that
// names no other kind of number.
func shortBeforeNumber(t *doc.Text, k int) bool {
	w := t.Words[k]
	if w.Shape != doc.Title && w.Shape != doc.Upper || w.End-w.Start < 2 || w.End-w.Start > 3 || k+1 >= len(t.Words) || t.Words[k+1].Shape != doc.Number {
		return false
	}
	return !otherNumbers[t.Key(k)]
}

// garbledDocument returns how many words from k on a scanner made of "cédula de
// ciudadanía" or the like, before "número" and the number; 0 when they say
// something.
func garbledDocument(t *doc.Text, k int) int {
	for n := 0; n < 3 && k+n+1 < len(t.Words); n++ {
		switch t.Key(k + n) {
		case "numero", "no", "nro":
			if t.Words[k+n+1].Shape != doc.Number {
				return 0
			}
			return n
		}
		if t.Words[k+n].Class != 0 || t.Words[k+n].Shape == doc.Number || CardAt(t, k+n) || otherNumbers[t.Key(k+n)] {
			return 0
		}
	}
	return 0
}

// numberFollows reports whether a number, or "No.", stands behind word k.
func numberFollows(t *doc.Text, k int) bool {
	return k+1 < len(t.Words) && (t.Words[k+1].Shape == doc.Number || t.Key(k+1) == "no")
}

// otherNumbers are short labels of numbers that identify no person.
var otherNumbers = lex.Set("ident.otherNumbers")

// CardAt reports whether word k begins "tarjeta profesional", T.P.
func CardAt(t *doc.Text, k int) bool {
	switch t.Key(k) {
	case "tp":
		return true
	case "t":
		return t.Is(k+1, "p")
	case "tarjeta":
		return t.Is(k+1, "profesional")
	}
	return false
}
