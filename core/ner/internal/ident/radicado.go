package ident

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// The 23-digit number of a case, by its parts: five of the municipality
// (DIVIPOLA), two of the entity, two of the specialty, three of the office,
// four of the year, five of the serial and two of the instance (Acuerdo 201
// of 1997, Sala Administrativa del Consejo Superior de la Judicatura). It has
// no check digit, so every part is checked.

const radicadoDigits = 23

// FirstYear and LastYear bound the years in which a case that a paper of today names can
// have begun.
const FirstYear, LastYear = "1980", "2049"

var radicadoEntities = lex.Set("ident.radicadoEntities")

var radicadoSpecialties = lex.Set("ident.radicadoSpecialties")

// RadicadoScore says how believable 23 digits are as the number of a case: 1
// when all parts are known, 0 when one is impossible.
func RadicadoScore(l *lex.Lexicon, d string) float64 {
	if len(d) != radicadoDigits || d[12:16] < FirstYear || d[12:16] > LastYear || d[16:21] == "00000" {
		return 0
	}
	if _, ok := l.Codes[d[:2]]; !ok {
		return 0
	}
	score := 1.0
	if _, ok := l.Codes[d[:5]]; !ok && d[2:5] != "000" {
		score *= 0.6 // the table may lack a municipality
	}
	if !radicadoEntities[d[5:7]] {
		score *= 0.5
	}
	if !radicadoSpecialties[d[7:9]] {
		score *= 0.7
	}
	if d[21:] > "20" {
		score *= 0.8
	}
	return score
}
