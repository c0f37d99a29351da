package ner

// Who acts for whom. The person whose right is claimed is the plaintiff; who
// files for another is agent or, with a power of attorney, attorney.

// actor is a person with the part played in a filing.
type actor struct {
	person
	field  Field
	cedula cedula // the zero value when none was read
	sure   bool   // the text says the part in words
	list   int    // of those who act together, one more than where the first is named; 0 alone
}

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

// actors reads who presents a filing, and for whom, between two code points.
// It stops where the text turns to the other side.
func (t *Text) actors(from, to int, how nameReading) []actor {
	to = t.beforeOpponent(from, to)
	people := t.persons(from, to, how)
	var out []actor
	for n, p := range people {
		a := actor{person: p, field: Plaintiff}
		next := to
		if n+1 < len(people) {
			next = people[n+1].start
		}
		t.cedulas(p.end, next, func(c cedula) {
			if a.cedula.digits == "" && c.kind != "nit" {
				a.cedula = c
			}
		})
		if n == 0 {
			a.field, a.sure = t.partAfter(p.last+1, next)
			if a.field == Plaintiff && !a.sure && t.lawyerBefore(p.first) {
				a.field = Attorney
			}
			out = append(out, a)
			continue
		}
		before := &out[len(out)-1]
		r := t.relationBetween(before.last+1, p.first)
		lawyer := t.lawyerBefore(p.first) || t.lawyerCard(p.last+1, t.wordAt(next))
		switch {
		case before.field == Plaintiff && lawyer && (r == unrelated || r == together):
			r = servedBy // en nombre de Y, yo, X, abogado
		case before.field == Attorney && r == unrelated && (t.is(p.first-1, "a") || t.is(p.first-1, "al")):
			r = represents // represento como abogado (X) a Y
		}
		switch r {
		case unrelated:
			continue
		case together:
			a.field = before.field
			if before.list == 0 {
				before.list = before.start + 1
			}
			a.list = before.list
		case acts:
			for i := range out {
				switch {
				case out[i].sure && out[i].field == Plaintiff:
				case out[i].field == Attorney:
					out[i].sure = true // a lawyer, en nombre de Y
				default:
					out[i].field, out[i].sure = Agent, true
				}
			}
			a.sure = true
		case represents:
			for i := range out {
				out[i].field, out[i].sure = Attorney, true
			}
			a.sure = true
		case servedBy:
			before.field, a.field, a.sure = Plaintiff, Attorney, true
		case agentOf:
			before.field, a.field, a.sure = Plaintiff, Agent, true
		case alsoFor:
			before.field, before.sure, a.sure = Plaintiff, true, true
		}
		out = append(out, a)
	}
	return out
}

// beforeOpponent returns where "contra" or a verb of filing with what follows
// it turns to the other side.
func (t *Text) beforeOpponent(from, to int) int {
	for k := t.wordAt(from); k < len(t.words) && int(t.words[k].start) < to; k++ {
		switch t.key(k) {
		case "contra", "accionado", "accionada", "accionados", "accionadas", "demandado", "demandada", "vs":
			return int(t.words[k].start)
		}
	}
	return to
}

// partAfter reads the part that the words after a person give to that person.
func (t *Text) partAfter(k, to int) (Field, bool) {
	lawyer := false
	for n := 0; k < len(t.words) && int(t.words[k].start) < to && n < 120; k, n = k+1, n+1 {
		switch key := t.key(k); key {
		case "propio", "propia":
			if t.is(k-1, "nombre") || t.is(k-1, "causa") || t.is(k-1, "representacion") {
				return Plaintiff, true
			}
		case "agente":
			if t.oficioso(k + 1) {
				return Agent, true
			}
		case "apoderado", "apoderada":
			if t.is(k-1, "de") || t.is(k-1, "su") || t.is(k-1, "mi") {
				continue
			}
			return Attorney, true
		case "abogado", "abogada":
			lawyer = lawyer || !t.through(k)
		default:
			lawyer = lawyer || t.cardAt(k)
		}
	}
	if lawyer {
		return Attorney, false
	}
	return Plaintiff, false
}

// lawyerBefore reports whether "abogado" or "como apoderado" introduces the
// name that begins with word first.
func (t *Text) lawyerBefore(first int) bool {
	k := first - 1
	for n := 0; k >= 0 && n < 3 && t.words[k].class&honorific != 0; k, n = k-1, n+1 {
	}
	switch t.key(k) {
	case "abogado", "abogada", "apoderado", "apoderada":
		return true
	}
	return false
}

// lawyerCard reports whether words from first up to, not including, next name
// a lawyer's professional card.
func (t *Text) lawyerCard(first, next int) bool {
	for k := first; k < min(next, first+maxRelation, len(t.words)); k++ {
		if t.cardAt(k) {
			return true
		}
	}
	return false
}

// cardAt reports whether word k begins "tarjeta profesional", T.P.
func (t *Text) cardAt(k int) bool {
	switch t.key(k) {
	case "tp":
		return true
	case "t":
		return t.is(k+1, "p")
	case "tarjeta":
		return t.is(k+1, "profesional")
	}
	return false
}

func (t *Text) oficioso(k int) bool {
	switch t.key(k) {
	case "oficioso", "oficiosa", "oficiosos", "oficiosas":
		return true
	}
	return false
}

// maxRelation bounds the words between two persons who belong together.
const maxRelation = 90

// relationBetween reads what the words from first up to, not including, next
// say of the persons on both sides.
func (t *Text) relationBetween(first, next int) relation {
	if next-first > maxRelation {
		return unrelated
	}
	if t.representedBy(next) || t.agenciadoBy(first, next) {
		if t.kinBetween(first, next) {
			return agentOf // representada por su hija Y
		}
		return unrelated // who manages a party is none
	}
	r, own, words := unrelated, false, 0
	for k := first; k < next; k++ {
		key := t.key(k)
		if key != "y" && key != "e" {
			words++
		}
		switch key {
		case "propio", "propia":
			own = own || t.is(k-1, "nombre") || t.is(k-1, "causa")
		case "agente", "agencia", "agenciando", "agencio":
			if t.oficioso(k+1) || key == "agenciando" || key == "agencio" {
				r = acts
				if t.through(k) {
					r = agentOf
				}
			}
		case "apoderado", "apoderada", "mandatario", "mandataria":
			r = represents
			if t.through(k) {
				r = servedBy
			}
		case "hijo", "hija", "hermano", "hermana", "esposo", "esposa", "nieto", "nieta", "sobrino", "sobrina", "abuela", "abuelo", "tio", "tia", "cuidador", "cuidadora", "conyuge", "companera", "companero", "permanente":
			if r == unrelated && t.is(k+1, "de") {
				r = acts // en calidad de hija de Y
			}
		case "beneficio", "cuenta":
			if r == unrelated && t.is(k+1, "de") {
				r = acts
			}
		case "abogado", "abogada":
			if r == unrelated && t.through(k) {
				r = servedBy
			}
		case "poder", "mandato", "poderdante":
			r = represents
		case "representacion", "representante", "favor", "madre", "padre", "progenitora", "progenitor", "curador", "curadora", "guardador", "guardadora", "tutor", "tutora", "acudiente":
			if key == "madre" && (t.is(k-1, "mi") || t.is(k-1, "su")) || key == "padre" && (t.is(k-1, "mi") || t.is(k-1, "su")) {
				continue // whom the agent acts for
			}
			if r == unrelated {
				r = acts
			}
		case "nombre":
			if r == unrelated && (t.is(k+1, "de") || t.is(k+1, "y")) {
				r = acts
			}
		}
	}
	switch {
	case own && r != unrelated:
		return alsoFor
	case r == unrelated && (words <= 2 || t.onlyIdentity(first, next)):
		return together
	case r == unrelated && t.is(next-1, "y") || t.is(next-1, "e") && r == unrelated:
		return together
	}
	return r
}

// agenciadoBy reports whether "agenciada por" stands between words first and
// next.
func (t *Text) agenciadoBy(first, next int) bool {
	for k := first; k+1 < next; k++ {
		if key := t.key(k); (key == "agenciada" || key == "agenciado") && t.is(k+1, "por") {
			return true
		}
	}
	return false
}

// kinBetween reports whether words first up to next name a relative.
func (t *Text) kinBetween(first, next int) bool {
	for k := first; k < next; k++ {
		switch t.key(k) {
		case "madre", "padre", "hijo", "hija", "hermano", "hermana", "esposo", "esposa", "nieto", "nieta", "abuela", "abuelo", "tia", "tio", "sobrino", "sobrina", "progenitora", "progenitor":
			return true
		}
	}
	return false
}

// onlyIdentity reports whether the words from first up to, not including, next
// only identify a person: "identificado con C.C. 123 expedida en Cali (Valle)".
func (t *Text) onlyIdentity(first, next int) bool {
	for k := first; k < next; k++ {
		w := t.words[k]
		if w.class&(identity|function|particle|honorific) != 0 || w.shape == number || w.shape == alnum || w.end-w.start <= 2 {
			continue
		}
		if _, n := t.placeAt(k); n > 0 {
			k += n - 1
			continue
		}
		if t.cp[w.start-1] == '(' { // a department
			for k < next && string(t.between(k)) == " " {
				k++
			}
			continue
		}
		switch t.key(k) {
		case "numero", "nro", "correo", "electronico", "tipo":
			continue
		}
		return false
	}
	return true
}

// representedBy reports whether "representada (legalmente) por" stands before
// word k.
func (t *Text) representedBy(k int) bool {
	for n := 1; n <= 6; n++ {
		switch t.key(k - n) {
		case "representada", "representado", "representadas":
			return t.is(k-n+1, "por") || t.is(k-n+2, "por")
		case "apoderado", "apoderada":
			return false
		}
	}
	return false
}

// through reports whether word k names a means: a través de su apoderado, por
// conducto de apoderada, mediante agente oficiosa.
func (t *Text) through(k int) bool {
	for n := 1; n <= 5; n++ {
		switch t.key(k - n) {
		case "traves", "conducto", "intermedio", "medio", "mediante", "por":
			return true
		}
	}
	return false
}
