package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// How two persons who are named one after the other belong together.

// relation is what the words between two persons say of them.
type relation int

const (
	unrelated  relation = iota
	together            // X y Y
	acts                // X, agente oficioso de Y
	represents          // X, apoderado de Y
	servedBy            // X, por conducto de su apoderado Y
	agentOf             // X, por medio de agente oficioso Y
	alsoFor             // X, en nombre propio y en representación de Y
)

// maxRelation bounds the words between two persons who belong together.
const maxRelation = 90

// maxRepresented bounds the words between a person and who represents that one.
const maxRepresented = 4

// relationBetween reads what the words from first up to, not including, next
// say of the persons on both sides.
func (t *Text) relationBetween(first, next int) relation {
	if next-first > maxRelation {
		return unrelated
	}
	if t.representing(next) > 0 {
		if next-first <= maxRepresented || t.onlyIdentity(first, next-t.representing(next)) {
			return agentOf // representada por su hija Y; X, con T.I. 1.020.111.222, representada por Y
		}
		return unrelated // who manages a party is none
	}
	r, own, words := unrelated, false, 0
	for k := first; k < next; k++ {
		key := t.Key(k)
		if key != "y" && key != "e" {
			words++
		}
		switch key {
		case "propio", "propia":
			own = own || t.Is(k-1, "nombre") || t.Is(k-1, "causa")
		case "agente", "agencia", "agenciando", "agencio":
			if r == agentOf && t.named(k) {
				continue // Actúa por medio de agente oficioso: SÍ. Nombre del agente oficioso: X
			}
			if t.oficioso(k+1) || key == "agenciando" || key == "agencio" {
				r = acts
				if t.through(k, first) {
					r = agentOf
				}
			}
		case "apoderado", "apoderada", "mandatario", "mandataria":
			if r == servedBy && t.named(k) {
				continue
			}
			r = represents
			if t.through(k, first) {
				r = servedBy
			}
		case "beneficio", "cuenta":
			if r == unrelated && t.Is(k+1, "de") {
				r = acts
			}
		case "abogado", "abogada":
			if r == unrelated && t.through(k, first) {
				r = servedBy
			}
		case "poder", "mandato", "poderdante":
			if r = represents; strings.HasPrefix(t.Key(k-1), "confier") || strings.HasPrefix(t.Key(k-1), "otorg") && !participle(t.Key(k-1)) {
				r = servedBy // X confiere poder a Y
			}
		case "vengo", "venimos", "hablo", "firmo", "escribo", "acudo":
			if r == unrelated && t.Is(k+1, "por") {
				r = acts // vengo por Y, que no se puede mover
			}
		case "cuidado", "cargo":
			if r == unrelated && t.Is(k+1, "de") && t.Is(k-1, "al") {
				r = acts
			}
		case "quien":
			if r == unrelated && (t.Is(k+1, "soy") || t.Is(k-1, "de") && t.Is(k+1, "es")) {
				r = acts // Y, de quien soy cuidadora
			}
		case "representacion", "representante", "favor", "madre", "padre", "progenitora", "progenitor", "curador", "curadora", "guardador", "guardadora", "tutor", "tutora", "acudiente":
			if key == "madre" && (t.Is(k-1, "mi") || t.Is(k-1, "su")) || key == "padre" && (t.Is(k-1, "mi") || t.Is(k-1, "su")) {
				continue // whom the agent acts for
			}
			if r == unrelated {
				r = acts
			}
		case "nombre":
			if r == unrelated && (t.Is(k+1, "de") || t.Is(k+1, "y")) {
				r = acts
			}
		default:
			if r == unrelated && party.Kin[key] && t.Is(k+1, "de") {
				r = acts // en calidad de hija de Y
			}
		}
	}
	switch {
	case (r == unrelated || r == acts) && t.conductedBy(next):
		r = agentOf
	case r == unrelated && t.filesFor(first, next):
		r = acts
	}
	switch {
	case own && r != unrelated:
		return alsoFor
	case r == unrelated && (words <= 2 || t.onlyIdentity(first, next)):
		return together
	case r == unrelated && t.Is(next-1, "y") || t.Is(next-1, "e") && r == unrelated:
		return together
	}
	return r
}

// named reports whether word k is asked for by name: Nombre del apoderado.
func (t *Text) named(k int) bool {
	return t.Is(k-2, "nombre") || t.Is(k-3, "nombre") || t.Is(k-2, "nombres") || t.Is(k-2, "apellidos")
}

// onlyIdentity reports whether the words from first up to, not including, next
// only identify a person: "identificado con C.C. 123 expedida en Cali (Valle)".
func (t *Text) onlyIdentity(first, next int) bool {
	for k := first; k < next; k++ {
		w := t.Words[k]
		if w.Class&(lex.Identity|lex.Function|lex.Particle|lex.Honorific) != 0 || w.Shape == doc.Number || w.Shape == doc.Alnum || w.End-w.Start <= 2 {
			continue
		}
		if _, n := place.At(t.Text, k); n > 0 {
			k += n - 1
			continue
		}
		if w.Start > 0 && t.Chars[w.Start-1] == '(' { // a department
			for k < next && string(t.Between(k)) == " " {
				k++
			}
			continue
		}
		switch t.Key(k) {
		case "numero", "nro", "correo", "electronico", "tipo", "menor", "mayor", "edad":
			continue
		}
		return false
	}
	return true
}

// representing returns how many words before word k "representada (legalmente) por"
// stands, 0 when it does not.
func (t *Text) representing(k int) int {
	for n := 1; n <= 8; n++ {
		switch t.Key(k - n) {
		case "representada", "representado", "representadas", "representados":
			if t.Is(k-n+1, "por") || t.Is(k-n+2, "por") {
				return n
			}
			return 0
		case "apoderado", "apoderada":
			return 0
		}
	}
	return 0
}

// holders act for others by law: the representative of a company, the guardian of a person.
var holders = map[string]bool{"representante": true, "curador": true, "curadora": true, "guardador": true, "guardadora": true, "tutor": true, "tutora": true, "acudiente": true,
	"administrador": true, "administradora": true, "gerente": true, "presidente": true, "presidenta": true, "director": true, "directora": true, "rector": true, "rectora": true,
	"liquidador": true, "liquidadora": true, "delegado": true, "delegada": true}

// conductedBy reports whether "por conducto de", "a través de" or the like stands before
// word k, with nothing but what the person is to the other: a través de su progenitora.
func (t *Text) conductedBy(k int) bool {
	holder := false
	for n := 1; n <= party.MaxWard && k-n >= 0; n++ {
		switch key := t.Key(k - n); key {
		case "conducto", "intermedio", "traves", "mediante":
			return true
		case "medio":
			return t.Is(k-n-1, "por")
		case "por":
			return holder && t.Is(k-n+1, "su") // por su representante legal
		case "de", "del", "la", "el", "su":
		default:
			holder = holder || holders[key]
			if !holders[key] && !party.Kin[key] && !party.Adjectives[key] && t.Words[k-n].Class&lex.Honorific == 0 {
				return false
			}
		}
	}
	return false
}

// through reports whether word k names a means: a través de su apoderado, por
// conducto de apoderada, mediante agente oficiosa. It does not look before word first.
func (t *Text) through(k, first int) bool {
	for n := 1; n <= 5 && k-n >= first; n++ {
		switch t.Key(k - n) {
		case "traves", "conducto", "intermedio", "medio", "mediante", "por":
			return true
		}
	}
	return false
}
