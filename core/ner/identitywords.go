package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What calls a number that of an identity document: cédula de ciudadanía No., C.C.,
// identificada con, and what scanners make of it.

// documentWords reads what calls a number that of an identity document and
// returns the word that comes after.
func (t *Text) documentWords(k int) (kind string, next int) {
	switch t.key(k) {
	case "cedula":
		kind, next = "cc", k+1
	case "ced":
		if int(t.words[k].end) < len(t.cp) && t.cp[t.words[k].end] != '.' {
			return "", k
		}
		kind, next = "cc", k+1
	case "permiso":
		if t.phrase(k+1, "por proteccion temporal") == 0 && t.phrase(k+1, "de proteccion temporal") == 0 {
			return "", k
		}
		kind, next = "ppt", k+4
	case "p":
		if !t.is(k+1, "p") || !t.is(k+2, "t") || len(t.between(k)) > 3 || len(t.between(k+1)) > 3 {
			return "", k
		}
		kind, next = "ppt", k+3
	case "cc", "ti", "ce", "rc", "ppt", "nuip", "dni":
		if t.words[k].shape == lower && t.words[k].end-t.words[k].start < 3 && !t.numberFollows(k) {
			return "", k
		}
		kind, next = t.key(k), k+1
	case "c":
		last := k + 1
		if t.is(last, "de") && t.is(last+1, "c") {
			last++ // C. de C.
		}
		if !t.is(last, "c") && !t.is(last, "e") || len(t.between(k)) > 3 {
			return "", k
		}
		kind, next = "c"+t.key(last), last+1
	case "t":
		if !t.is(k+1, "i") || len(t.between(k)) > 3 {
			return "", k
		}
		kind, next = "ti", k+2
	case "d":
		if !t.is(k+1, "i") || len(t.between(k)) > 3 || !t.numberFollows(k+1) {
			return "", k
		}
		kind, next = "cc", k+2 // D.I., documento de identidad
	case "nit":
		return "nit", k + 1
	case "tarjeta":
		if t.key(k+1) != "de" || t.key(k+2) != "identidad" {
			return "", k
		}
		kind, next = "ti", k+3
	case "registro":
		if t.key(k+1) != "civil" {
			return "", k
		}
		kind, next = "rc", k+2
	case "documento":
		switch {
		case t.is(k+1, "de") && (t.key(k+2) == "identidad" || t.key(k+2) == "identificacion"):
			kind, next = "cc", k+3
		case t.is(k-1, "del") && t.is(k-2, "titular"):
			kind, next = "cc", k+1
		case t.is(k-1, "de") && (t.is(k-2, "numero") || t.is(k-2, "no") || t.is(k-2, "nro")):
			kind, next = "cc", k+1 // Número de documento
		default:
			return "", k
		}
	case "identificado", "identificada", "identificacion", "cedulado", "cedulada":
		kind, next = "cc", k+1
	case "no", "n":
		if !t.issuedTo(k) {
			return "", k
		}
		return "cc", k + 1
	default:
		return "", k
	}
	for next < len(t.words) && next < k+10 {
		switch t.key(next) {
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
		if strings.HasPrefix(t.key(next), "ciud") {
			next++ // ciudanía
			continue
		}
		if t.shortBeforeNumber(next) {
			next++ // No. or NUIP misread
			continue
		}
		if n := t.garbledDocument(next); n > 0 {
			next += n
			continue
		}
		break
	}
	return kind, next + t.spelledNumber(next)
}

// shortDocument are the words that begin what calls a number that of a document
// though they say nothing of a person.
var shortDocument = lex.FilterOf(map[string]bool{"ced": true, "permiso": true, "identificacion": true, "cedulado": true, "cedulada": true})

// maxSpelled bounds the words of a number.
const maxSpelled = 24

// spelledNumber returns how many words from k on spell the number whose digits follow
// in brackets: cincuenta y dos millones ciento once (52.000.111).
func (t *Text) spelledNumber(k int) int {
	n := 0
	for ; k+n < len(t.words) && n < maxSpelled && t.words[k+n].shape != number; n++ {
		key := t.key(k + n)
		if _, ok := numerals[key]; !ok && !thousands[key] {
			return 0
		}
	}
	if n < 2 || k+n >= len(t.words) || t.words[k+n].shape != number || t.cp[t.words[k+n].start-1] != '(' {
		return 0
	}
	return n
}

// thousands are the words of large numbers that no court bears, see numerals.
var thousands = map[string]bool{"mil": true, "millon": true, "millones": true, "y": true, "un": true, "una": true, "cien": true, "ciento": true, "doscientos": true,
	"trescientos": true, "cuatrocientos": true, "quinientos": true, "seiscientos": true, "setecientos": true, "ochocientos": true, "novecientos": true}

// issuedTo reports whether what a scanner made of "titular de C.C." stands
// between a name and word k: X, Gtular de ec. No. 1.048.900.521 expedida en Cali.
// Cards and resolutions are issued too, but bear other names or fewer digits.
func (t *Text) issuedTo(k int) bool {
	named := false
	for n := 2; n <= 4 && k-n >= 0; n++ {
		named = named || t.words[k-n].class&(lex.Given|lex.Surname) != 0 && t.words[k-n].shape != lower
	}
	if !named {
		return false
	}
	digits, next := 0, k+1
	for ; next < len(t.words) && next <= k+4 && t.words[next].shape == number; next++ {
		digits += int(t.words[next].end - t.words[next].start)
	}
	if digits < 7 || digits > 10 || !t.is(next+1, "en") {
		return false
	}
	return t.is(next, "expedida") || t.is(next, "expedido")
}

// shortBeforeNumber reports whether word k is a short one before a number that
// names no other kind of number.
func (t *Text) shortBeforeNumber(k int) bool {
	w := t.words[k]
	if w.shape != title && w.shape != upper || w.end-w.start < 2 || w.end-w.start > 3 || k+1 >= len(t.words) || t.words[k+1].shape != number {
		return false
	}
	return !otherNumbers[t.key(k)]
}

// garbledDocument returns how many words from k on a scanner made of "cédula de
// ciudadanía" or the like, before "número" and the number; 0 when they say
// something.
func (t *Text) garbledDocument(k int) int {
	for n := 0; n < 3 && k+n+1 < len(t.words); n++ {
		switch t.key(k + n) {
		case "numero", "no", "nro":
			if t.words[k+n+1].shape != number {
				return 0
			}
			return n
		}
		if t.words[k+n].class != 0 || t.words[k+n].shape == number || t.cardAt(k+n) || otherNumbers[t.key(k+n)] {
			return 0
		}
	}
	return 0
}

func (t *Text) numberFollows(k int) bool {
	return k+1 < len(t.words) && (t.words[k+1].shape == number || t.key(k+1) == "no")
}
