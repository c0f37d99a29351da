package role

import (
	"bytes"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Who acts for whom. The person whose right is claimed is the plaintiff; who
// files for another is agent or, with a power of attorney, attorney.

// actor is a person with the part played in a filing.
type actor struct {
	party.Person
	field  field.Field
	cedula ident.Cedula // the zero value when none was read
	sure   bool         // the text says the part in words
	ward   bool         // another files for this one, without a power of attorney
	list   int          // of those who act together, one more than where the first is named; 0 alone
}

// actors reads who presents a filing, and for whom, between two code points.
// It stops where the text turns to the other side.
func (t *Text) actors(from, to int, how party.NameReading) []actor {
	to = t.beforeOpponent(from, to)
	people := party.Persons(t.Text, from, to, how)
	c := casting{t: t}
	var own ownName
	led := unrelated
	for n, p := range people {
		next := to
		if n+1 < len(people) {
			next = people[n+1].Start
		}
		if p.Aside {
			continue
		}
		a := actor{Person: p, field: field.Plaintiff, cedula: firstCedula(t, p.End, next)}
		if len(c.out) == 0 {
			a.field, a.sure = t.partAfter(p.Last+1, next)
			if a.field == field.Plaintiff && !a.sure && t.lawyerBefore(p.First) {
				a.field = field.Attorney
			}
			c.out = append(c.out, a)
			led = t.leadingRole(from, p.First)
			continue
		}
		before := &c.out[len(c.out)-1]
		r := c.relation(before, p, next, n == 1 && led != unrelated, led)
		if r == acts && !before.sure && t.inOwnName(&own, p.Last+1, to) {
			before.sure = true
			continue // X, hijo de Y, en nombre propio
		}
		if r != unrelated {
			c.add(a, r)
		}
	}
	return c.out
}

// firstCedula returns the first number of an identity document between two code points, the
// zero value when there is none.
func firstCedula(t *Text, from, to int) (first ident.Cedula) {
	ident.Cedulas(t.Text, from, to, func(c ident.Cedula) {
		if first.Digits == "" && c.Kind != "nit" {
			first = c
		}
	})
	return first
}

// casting gives parts to people one after the other.
type casting struct {
	t                 *Text
	out               []actor
	agents, attorneys int // out[:agents] act for others or themselves, out[:attorneys] are attorneys
}

// relation reads what the text says of the last actor and the person p behind, about whom
// it says more up to position next. Where it opens with a part, leads is true and led is that part.
func (c *casting) relation(before *actor, p party.Person, next int, leads bool, led relation) relation {
	t := c.t
	r := t.relationBetween(before.Last+1, p.First)
	lawyer := t.lawyerBefore(p.First) || t.lawyerCard(p.Last+1, t.WordAt(next))
	switch open := r == unrelated || r == together; {
	case leads && open && !t.Is(p.First-1, "y"):
		before.field = field.Plaintiff
		if r = agentOf; led == represents || lawyer {
			r = servedBy // como apoderado de Y, yo, X
		}
	case before.field == field.Plaintiff && lawyer && open:
		r = servedBy // en nombre de Y, yo, X, abogado
	case open && before.field == field.Plaintiff && paper.ConductedBy(t.Text, p.First):
		if r = agentOf; lawyer {
			r = servedBy // por conducto de X, abogada
		} else if f, _ := t.partAfter(p.Last+1, next); f == field.Attorney {
			r = servedBy
		}
	case before.field == field.Plaintiff && !before.sure && open:
		if f, sure := t.partAfter(p.Last+1, next); sure && f == field.Agent {
			r = agentOf // X (accionante), Y (agente oficioso)
		} else if sure && f == field.Attorney {
			r = servedBy
		}
	case before.field == field.Attorney && r == unrelated && (t.Is(p.First-1, "a") || t.Is(p.First-1, "al")):
		r = represents // represento como abogado (X) a Y
	}
	if r == unrelated && !before.sure && before.field == field.Plaintiff && t.bothIdentified(before.Last+1, p) {
		r = acts // X, identificada con C.C. …, en tavor dc Y, identificado con C.C. …
	}
	return r
}

// add adds an actor who is to the one before as r says.
func (c *casting) add(a actor, r relation) {
	switch before := &c.out[len(c.out)-1]; r {
	case together:
		a.field, a.ward = before.field, before.ward
		if before.list == 0 {
			before.list = before.Start + 1
		}
		a.list = before.list
	case acts:
		a.ward, a.sure = before.field != field.Attorney, true
		for ; c.agents < len(c.out); c.agents++ {
			switch o := &c.out[c.agents]; {
			case o.sure && o.field == field.Plaintiff:
			case o.field == field.Attorney:
				o.sure = true // a lawyer, en nombre de Y
			default:
				o.field, o.sure = field.Agent, true
			}
		}
	case represents:
		for ; c.attorneys < len(c.out); c.attorneys++ {
			c.out[c.attorneys].field, c.out[c.attorneys].sure = field.Attorney, true
		}
		c.agents, a.sure = c.attorneys, true
	case servedBy:
		before.field, a.field, a.sure = field.Plaintiff, field.Attorney, true
	case agentOf:
		before.field, before.ward, a.field, a.sure = field.Plaintiff, true, field.Agent, true
	case alsoFor:
		before.field, before.sure, a.sure, a.ward = field.Plaintiff, true, true, true
	}
	c.out = append(c.out, a)
}

// bothIdentified reports whether the words from first to the person p, and those
// behind p, identify somebody, and what stands between is more: of two persons of
// whom a paper says so before it turns to the other side, the first acts for the second.
func (t *Text) bothIdentified(first int, p party.Person) bool {
	last := p.First - 1
	if p.First-first > maxRelation || !party.Identified(t.Text, p) || len(t.Between(last)) != 1 || t.Words[last].Class&(lex.Given|lex.Surname) != 0 || t.Words[last].Shape == doc.Number || t.Is(last, "y") || t.Is(last, "e") {
		return false
	}
	found := false
	for k := first; k < p.First; k++ {
		if party.Presents[t.Key(k)] || t.Chars[t.Words[k].End] == '.' && party.PointEnds(t.Text, k) {
			return false
		}
		found = found || t.Words[k].Class&lex.Identity != 0
	}
	return found && !t.onlyIdentity(first, p.First)
}

// leadingRole reads the part in which somebody acts for the person at word
// first when the text says it before either: Actuando como agente oficioso de Y,
// yo, X.
func (t *Text) leadingRole(from, first int) relation {
	k := t.WordAt(from)
	if first-k < 3 || first-k > maxLead {
		return unrelated
	}
	if r := t.relationBetween(k, first); r == acts || r == represents {
		return r
	}
	return unrelated
}

// maxLead bounds the words of such an opening.
const maxLead = 16

// beforeOpponent returns where "contra" or a verb of filing with what follows
// it turns to the other side.
func (t *Text) beforeOpponent(from, to int) int {
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		switch t.Key(k) {
		case "contra", "accionado", "accionada", "accionados", "accionadas", "demandado", "demandada", "vs":
			return int(t.Words[k].Start)
		case "frente", "tutela", "entutelo", "demando", "entutelar":
			if next := k + 1; (t.Is(next, "a") || t.Is(next, "al")) && party.Begins(t.Text, next+1) {
				return int(t.Words[k].Start)
			}
		}
	}
	return to
}

// partAfter reads the part that the words after a person give to that person.
func (t *Text) partAfter(k, to int) (field.Field, bool) {
	lawyer := false
	for n := 0; k < len(t.Words) && int(t.Words[k].Start) < to && n < 120; k, n = k+1, n+1 {
		switch key := t.Key(k); key {
		case "propio", "propia":
			if t.Is(k-1, "nombre") || t.Is(k-1, "causa") || t.Is(k-1, "representacion") {
				return field.Plaintiff, true
			}
		case "agente":
			if t.oficioso(k + 1) {
				return field.Agent, true
			}
		case "apoderado", "apoderada":
			if t.Is(k-1, "de") || t.Is(k-1, "su") || t.Is(k-1, "mi") || t.Is(k-1, "mediante") || paper.ConductedBy(t.Text, k) {
				continue
			}
			return field.Attorney, true
		case "abogado", "abogada":
			lawyer = lawyer || !t.through(k, 0)
		default:
			lawyer = lawyer || ident.CardAt(t.Text, k)
		}
	}
	if lawyer {
		return field.Attorney, false
	}
	return field.Plaintiff, false
}

// maxActing bounds the words behind an identity number that say that its bearer acts.
const maxActing = 14

// bearerActs reports whether a text that was poorly read says behind the identity number
// that ends at position p that its bearer acts for another: T.P., como apoderado de, en
// calidad de agente oficiosa. In others the names tell it.
func (t *Text) bearerActs(p int) bool {
	if t.Noise < doc.MinNoise {
		return false
	}
	first := t.WordAt(p)
	last := first
	for last < len(t.Words) && last-first < maxActing && !(t.Words[last].Class&lex.Given != 0 && t.Words[last].Shape != doc.Lower) && !t.Labelled(last+1) {
		if end := int(t.Words[max(0, last-1)].End); last > 0 && bytes.IndexByte(t.Between(last-1), '\n') >= 0 && (!t.Wrapped(end) || t.ColonSoon(last)) {
			break // Apoderado: Z
		}
		last++
	}
	if last == first {
		return false
	}
	f, _ := t.partAfter(first, int(t.Words[last-1].End))
	return f != field.Plaintiff
}

// lawyerBefore reports whether "abogado" or "como apoderado" introduces the
// name that begins with word first.
func (t *Text) lawyerBefore(first int) bool {
	k := first - 1
	for n := 0; k >= 0 && n < 3 && (t.Words[k].Class&lex.Honorific != 0 || party.Adjectives[t.Key(k)]); k, n = k-1, n+1 {
	}
	switch t.Key(k) {
	case "abogado", "abogada", "apoderado", "apoderada":
		return true
	}
	return false
}

// lawyerCard reports whether words from first up to, not including, next name
// a lawyer's professional card.
func (t *Text) lawyerCard(first, next int) bool {
	for k := first; k < min(next, first+maxRelation, len(t.Words)); k++ {
		if ident.CardAt(t.Text, k) {
			return true
		}
	}
	return false
}

func (t *Text) oficioso(k int) bool {
	switch t.Key(k) {
	case "oficioso", "oficiosa", "oficiosos", "oficiosas":
		return true
	}
	return false
}
