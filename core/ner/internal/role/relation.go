package role

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
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
	if paper.Representing(t.Text, next) > 0 {
		if next-first <= maxRepresented || t.onlyIdentity(first, next-paper.Representing(t.Text, next)) {
			return agentOf // representada por su hija Y; X, con T.I. 1.020.111.222, representada por Y
		}
		return unrelated // who manages a party is none
	}
	r, own, words := unrelated, false, 0
	for k := first; k < next; k++ {
		switch t.Key(k) {
		case "y", "e":
			continue
		case "propio", "propia":
			own = own || t.Is(k-1, "nombre") || t.Is(k-1, "causa")
		default:
			r = t.relationAt(k, first, r)
		}
		words++
	}
	switch {
	case (r == unrelated || r == acts) && paper.ConductedBy(t.Text, next):
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

// relationAt reads what word k says of the persons before word first and behind word k,
// of whom the words between say r.
func (t *Text) relationAt(k, first int, r relation) relation {
	key := t.Key(k)
	switch key {
	case "agente", "agencia", "agenciando", "agencio":
		switch {
		case r == agentOf && t.named(k): // Actúa por medio de agente oficioso: SÍ. Nombre del agente oficioso: X
		case !t.oficioso(k+1) && key != "agenciando" && key != "agencio":
		case t.through(k, first):
			return agentOf
		default:
			return acts
		}
		return r
	case "apoderado", "apoderada", "mandatario", "mandataria":
		if r == servedBy && t.named(k) || t.through(k, first) {
			return servedBy
		}
		return represents
	case "poder", "mandato", "poderdante":
		if strings.HasPrefix(t.Key(k-1), "confier") || strings.HasPrefix(t.Key(k-1), "otorg") && !participle(t.Key(k-1)) {
			return servedBy // X confiere poder a Y
		}
		return represents
	}
	if r != unrelated {
		return r
	}
	said := false
	switch key {
	case "beneficio", "cuenta":
		said = t.Is(k+1, "de")
	case "abogado", "abogada":
		if t.through(k, first) {
			return servedBy
		}
	case "vengo", "venimos", "hablo", "firmo", "escribo", "acudo":
		said = t.Is(k+1, "por") // vengo por Y, que no se puede mover
	case "cuidado", "cargo":
		said = t.Is(k+1, "de") && t.Is(k-1, "al")
	case "quien":
		said = t.Is(k+1, "soy") || t.Is(k-1, "de") && t.Is(k+1, "es") // Y, de quien soy cuidadora
	case "madre", "padre":
		said = !t.Is(k-1, "mi") && !t.Is(k-1, "su") // of whom the agent acts for
	case "representacion", "representante", "favor", "progenitora", "progenitor", "curador", "curadora", "guardador", "guardadora", "tutor", "tutora", "acudiente":
		said = true
	case "nombre":
		said = t.Is(k+1, "de") || t.Is(k+1, "y")
	default:
		said = party.Kin[key] && t.Is(k+1, "de") // en calidad de hija de Y
	}
	if said {
		return acts
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
