package ner

import (
	"strings"
)

// Label finds the values of labels: ACCIONANTE: …, on the same line, on the
// next, in columns, or in a text whose line ends were lost. A value ends where
// the next label begins.
type Label struct{}

// Name returns "label".
func (Label) Name() string { return "label" }

// Extract returns what the labels of t name.
func (Label) Extract(t *Text) []Mention {
	hits := t.labels()
	var out []Mention
	owner := "" // of the identifiers in the same block
	side := Field("")
	for i, h := range hits {
		value := t.labelValue(hits, i)
		if value.start >= value.end {
			continue
		}
		found := t.readLabel(h, value)
		for n := range found {
			m := &found[n]
			switch m.Field {
			case Plaintiff, Defendant, Agent, Attorney, LinkedParty:
				if n == 0 {
					owner, side = m.Value, m.Field
				}
			case Cedula:
				if m.Owner == "" && side != "" && t.near(hits, i) {
					m.Owner = owner
				}
			case Email, PlaintiffAddress, Phone:
				if side == "" || !t.near(hits, i) {
					break
				}
				switch {
				case side == Plaintiff:
				case m.Field == PlaintiffAddress && side == Defendant:
					m.Field = DefendantAddress
				case side == Agent:
					m.Confidence *= 0.8
				default:
					m.Confidence = 0.05
				}
			}
		}
		out = append(out, found...)
	}
	return t.withRaw(out)
}

// span is a stretch of the text in code points.
type span struct{ start, end int }

// labelHit is a label in the text.
type labelHit struct {
	start, after int // where it begins, and where its value may begin
	line         int
	kind         labelKind
	strength     float64
}

// labelKind is what the value of a label is.
type labelKind int

const (
	otherLabel labelKind = iota // ends the value before it
	plaintiffLabel
	defendantLabel
	agentLabel
	attorneyLabel
	linkedLabel
	radicadoLabel
	referenceLabel
	courtLabel
	cedulaLabel
	emailLabel
	addressLabel
	phoneLabel
	againstLabel
	nameLabel // whose name it is, words before it say
)

// labelPhrases are the labels by first word; of two that match the longer
// comes first.
var labelPhrases = map[string][]struct {
	rest string
	kind labelKind
}{
	"accionante":  {{"agente oficioso", agentLabel}, {"agente oficiosa", agentLabel}, {"", plaintiffLabel}},
	"accionantes": {{"", plaintiffLabel}}, "tutelante": {{"", plaintiffLabel}}, "tutelantes": {{"", plaintiffLabel}},
	"demandante": {{"", plaintiffLabel}}, "demandantes": {{"", plaintiffLabel}}, "actor": {{"", plaintiffLabel}}, "actora": {{"", plaintiffLabel}}, "actores": {{"", plaintiffLabel}},
	"peticionario": {{"", plaintiffLabel}}, "peticionaria": {{"", plaintiffLabel}}, "solicitante": {{"", plaintiffLabel}}, "solicitantes": {{"", plaintiffLabel}},
	"afectado": {{"", plaintiffLabel}}, "afectada": {{"", plaintiffLabel}}, "agenciado": {{"", plaintiffLabel}}, "agenciada": {{"", plaintiffLabel}},
	"incidentante": {{"", plaintiffLabel}}, "impugnante": {{"", otherLabel}}, "quejoso": {{"", plaintiffLabel}}, "titular": {{"", plaintiffLabel}}, "detenido": {{"", plaintiffLabel}},
	"accionado": {{"", defendantLabel}}, "accionada": {{"", defendantLabel}}, "accionados": {{"", defendantLabel}}, "accionadas": {{"", defendantLabel}},
	"demandado": {{"", defendantLabel}}, "demandada": {{"", defendantLabel}}, "demandados": {{"", defendantLabel}}, "demandadas": {{"", defendantLabel}},
	"tutelado": {{"", defendantLabel}}, "tutelada": {{"", defendantLabel}}, "tutelados": {{"", defendantLabel}}, "tuteladas": {{"", defendantLabel}},
	"convocado": {{"", defendantLabel}}, "convocada": {{"", defendantLabel}}, "convocados": {{"", defendantLabel}}, "convocadas": {{"", defendantLabel}}, "convocante": {{"", plaintiffLabel}},
	"afectados": {{"", plaintiffLabel}}, "agenciados": {{"", plaintiffLabel}}, "peticionarios": {{"", plaintiffLabel}}, "incidentado": {{"", defendantLabel}}, "incidentada": {{"", defendantLabel}},
	"entidad": {{"responsable", defendantLabel}, {"accionada", defendantLabel}, {"demandada", defendantLabel}, {"tutelada", defendantLabel}}, "entidades": {{"accionadas", defendantLabel}, {"demandadas", defendantLabel}},
	"autoridad": {{"responsable", defendantLabel}, {"accionada", defendantLabel}, {"demandada", defendantLabel}}, "autoridades": {{"accionadas", defendantLabel}}, "parte": {{"accionante", plaintiffLabel}, {"actora", plaintiffLabel}, {"demandante", plaintiffLabel}, {"accionada", defendantLabel}, {"demandada", defendantLabel}},
	"contra": {{"", againstLabel}}, "vs": {{"", againstLabel}},
	"agente": {{"oficioso", agentLabel}, {"oficiosa", agentLabel}}, "apoderado": {{"judicial", attorneyLabel}, {"", attorneyLabel}}, "apoderada": {{"judicial", attorneyLabel}, {"", attorneyLabel}},
	"vinculado": {{"", linkedLabel}}, "vinculada": {{"", linkedLabel}}, "vinculados": {{"de oficio", linkedLabel}, {"", linkedLabel}}, "vinculadas": {{"", linkedLabel}}, "terceros": {{"vinculados", linkedLabel}, {"con interes", linkedLabel}, {"interesados", linkedLabel}, {"intervinientes", linkedLabel}},
	"tercero": {{"vinculado", linkedLabel}, {"con interes", linkedLabel}, {"interesado", linkedLabel}}, "litisconsorte": {{"", linkedLabel}}, "litisconsortes": {{"", linkedLabel}},
	"radicado": {{"interno", otherLabel}, {"", radicadoLabel}}, "radicacion": {{"numero", radicadoLabel}, {"", radicadoLabel}}, "rad": {{"", radicadoLabel}}, "expediente": {{"", radicadoLabel}},
	"referencia": {{"", referenceLabel}}, "ref": {{"", referenceLabel}}, "asunto": {{"", referenceLabel}},
	"juzgado": {{"de conocimiento", courtLabel}, {"", courtLabel}}, "despacho": {{"", courtLabel}},
	"cedula": {{"de ciudadania", cedulaLabel}, {"", cedulaLabel}}, "cc": {{"", cedulaLabel}}, "identificacion": {{"", cedulaLabel}}, "documento": {{"de identidad", cedulaLabel}, {"", cedulaLabel}},
	"correo": {{"electronico", emailLabel}, {"", emailLabel}}, "email": {{"", emailLabel}}, "e": {{"mail", emailLabel}},
	"direccion": {{"de notificacion", addressLabel}, {"de notificaciones", addressLabel}, {"de residencia", addressLabel}, {"electronica", emailLabel}, {"", addressLabel}}, "domicilio": {{"", addressLabel}},
	"telefono": {{"", phoneLabel}}, "celular": {{"", phoneLabel}}, "tel": {{"", phoneLabel}}, "cel": {{"", phoneLabel}},
	"derecho": {{"fundamental", otherLabel}, {"vulnerado", otherLabel}, {"", otherLabel}}, "derechos": {{"fundamentales", otherLabel}, {"vulnerados", otherLabel}, {"invocados", otherLabel}, {"", otherLabel}},
	"nombres": {{"y apellidos completos", nameLabel}, {"y apellidos", nameLabel}, {"completos", nameLabel}, {"", nameLabel}}, "nombre": {{"y apellidos", nameLabel}, {"y apellido", nameLabel}, {"completo", nameLabel}, {"o razon social", nameLabel}, {"de la entidad", nameLabel}, {"del accionante", plaintiffLabel}, {"del accionado", defendantLabel}, {"", nameLabel}}, "razon": {{"social", nameLabel}},
	"tipo": {{"de documento", otherLabel}}, "numero": {{"", otherLabel}}, "edad": {{"", otherLabel}}, "municipio": {{"", otherLabel}}, "departamento": {{"", otherLabel}}, "calidad": {{"", otherLabel}}, "representante": {{"legal", otherLabel}, {"", agentLabel}},
	"proceso": {{"", otherLabel}}, "accion": {{"", otherLabel}}, "ciudad": {{"", otherLabel}}, "fecha": {{"", otherLabel}}, "magistrado": {{"ponente", otherLabel}}, "magistrada": {{"ponente", otherLabel}}, "nit": {{"", otherLabel}}, "tema": {{"", otherLabel}}, "temas": {{"", otherLabel}}, "juez": {{"", courtLabel}},
}

// labels finds the labels of the text in order.
func (t *Text) labels() []labelHit {
	var out []labelHit
	line := 0
	for k := 0; k < len(t.words); k++ {
		w := t.words[k]
		if w.class&labelWord == 0 {
			continue
		}
		phrases, ok := labelPhrases[t.key(k)]
		if !ok {
			continue
		}
		for line < len(t.lines) && t.lines[line].end <= w.start {
			line++
		}
		for _, p := range phrases {
			n := 0
			if p.rest != "" {
				if n = t.phrase(k+1, p.rest); n == 0 {
					continue
				}
			}
			if h, ok := t.labelAt(k, k+n, line, p.kind); ok {
				out = append(out, h)
				k += n
			}
			break
		}
	}
	return out
}

// labelAt decides whether words first to last, at the given line, are a label.
func (t *Text) labelAt(first, last, line int, kind labelKind) (labelHit, bool) {
	h := labelHit{start: int(t.words[first].start), line: line, kind: kind}
	p := t.afterEnding(last)
	if p == 0 {
		return h, false
	}
	l := t.lines[line]
	atStart := h.start == int(l.start) || t.flat && first > 0 && t.words[first].shape == upper
	blanks := 0
	for ; p < len(t.cp) && isBlank(t.cp[p]); p++ {
		blanks++
	}
	h.after = p
	if p < len(t.cp) && (t.cp[p] == ':' || t.cp[p] == '=' || t.cp[p] == ';' && atStart) {
		h.after, h.strength = p+1, 0.95
		if !atStart && t.words[first].shape == lower {
			h.strength = 0.75
		}
		return h, true
	}
	capital := t.words[first].shape != lower
	lineEnds := p >= int(l.end) && !t.flat
	switch {
	case p < len(t.cp) && t.cp[p] == '.' && (kind == radicadoLabel || kind == referenceLabel || kind == cedulaLabel || kind == againstLabel) && (capital || atStart):
		h.after, h.strength = p+1, 0.85
	case !atStart || !capital || t.flat && blanks < 3:
		return h, false
	case p < len(t.cp) && t.cp[p] == '-' && blanks > 0 || p < len(t.cp) && t.cp[p] == '|':
		h.after, h.strength = p+1, 0.8
	case lineEnds && kind != otherLabel && t.words[first].shape == upper:
		h.strength = 0.75
	case lineEnds && kind == againstLabel:
		h.strength = 0.75
	case blanks >= 2:
		h.strength = 0.85
	case t.words[first].shape == upper && !lineEnds && kind != otherLabel && kind != courtLabel && kind != againstLabel && last+1 < len(t.words) && t.words[last+1].class&common == 0 && t.words[last+1].shape != lower:
		h.strength = 0.6
	default:
		return h, false
	}
	return h, true
}

// afterEnding returns the position after the word last and the endings in
// brackets or after a slash that a form leaves: (S), (a), /a, (es).
func (t *Text) afterEnding(last int) int {
	p := int(t.words[last].end)
	for p < len(t.cp) && (t.cp[p] == '(' || t.cp[p] == '/') {
		q := p + 1
		for q < len(t.cp) && isLetter(t.cp[q]) && q-p <= 3 {
			q++
		}
		if q == p+1 || t.cp[p] == '(' && (q >= len(t.cp) || t.cp[q] != ')') {
			break
		}
		if t.cp[p] == '(' {
			q++
		}
		p = q
	}
	return p
}

// readLabel reads the value of a label by its kind.
func (t *Text) readLabel(h labelHit, v span) []Mention {
	switch h.kind {
	case plaintiffLabel:
		return t.readClaimant(h, v, Plaintiff)
	case agentLabel:
		return t.readClaimant(h, v, Agent)
	case attorneyLabel:
		return t.readClaimant(h, v, Attorney)
	case defendantLabel:
		return t.readParties(h, v, Defendant)
	case nameLabel:
		switch f, _ := t.sideBefore(h.start, h.start-400); f {
		case Plaintiff, Agent, Attorney:
			return t.readClaimant(h, v, f)
		case Defendant, LinkedParty:
			return t.readParties(h, v, f)
		}
	case linkedLabel:
		return t.readParties(h, v, LinkedParty)
	case againstLabel:
		if h.start > t.presented {
			return nil
		}
		return t.readParties(h, v, Defendant)
	case courtLabel:
		for k := t.wordAt(h.start); k < len(t.words) && int(t.words[k].start) < v.end; k++ {
			if c, ok := t.courtAt(k); ok && c.specific {
				return []Mention{{Field: Court, Value: c.value, Start: c.start, End: c.end, Confidence: 0.8}}
			}
		}
	case radicadoLabel, referenceLabel:
		var out []Mention
		t.radicados(v.start, v.end, func(r digitRun, score float64) {
			out = append(out, Mention{Field: Radicado, Value: r.digits, Start: r.start, End: r.end, Confidence: score * t.ownCase(r.start)})
		})
		return out
	case cedulaLabel:
		if c, ok := t.numberAfter("cc", t.wordAt(v.start), v.end); ok && c.start < v.start+20 {
			return []Mention{{Field: Cedula, Value: c.digits, Start: c.start, End: c.end, Confidence: c.score}}
		}
	case emailLabel:
		var out []Mention
		t.emails(v.start, v.end, func(e email) {
			if len(out) == 0 {
				score := e.score * t.plaintiffSide(e.start)
				if institutional(e.value) {
					score *= 0.15
				}
				out = append(out, Mention{Field: Email, Value: e.value, Start: e.start, End: e.end, Confidence: score})
			}
		})
		return out
	case addressLabel:
		var out []Mention
		t.addresses(v.start, v.end, func(a address) {
			if len(out) == 0 && a.start <= v.start+2 {
				out = append(out, Mention{Field: PlaintiffAddress, Value: a.value, Start: a.start, End: a.end, Confidence: 0.8 * t.plaintiffSide(a.start)})
			}
		})
		return out
	}
	return nil
}

// readClaimant reads the value of a label of the filing side. field is the
// part that the label gives to the first person.
func (t *Text) readClaimant(h labelHit, v span, field Field) []Mention {
	var out []Mention
	people := t.actors(v.start, v.end, nameReading{breaks: true})
	first := t.wordAt(v.start)
	if len(people) == 0 || people[0].first > first+3 {
		// the label vouches for a name that the tables do not know
		p, ok := t.personAt(t.skipLead(first, v.end), nameReading{limit: v.end, breaks: true})
		if ok && p.words >= 2 && !t.institutionAt(p.first) {
			people = []actor{{person: p, field: field}}
		} else if parties := t.parties(v.start, t.partyEnd(v.start, v.end)); field == Plaintiff && t.SectionAt(h.start) != Notifications && len(parties) > 0 && parties[0].score > 0.5 && t.words[t.wordAt(parties[0].start)].shape != lower {
			for _, p := range parties {
				out = append(out, Mention{Field: Plaintiff, Value: p.value, Start: p.start, End: p.end, Confidence: h.strength * p.score})
			}
			return out
		} else {
			return nil
		}
	}
	for n, a := range people {
		f := a.field
		if field != Plaintiff && (n == 0 && f == Plaintiff && !a.sure || n > 0 && f == Plaintiff && !a.sure) {
			f = field
		}
		if field == Plaintiff && f == Attorney && !a.sure {
			f = Plaintiff
		}
		out = append(out, Mention{Field: f, Value: t.name(a.person), Start: a.start, End: a.end, Confidence: h.strength * (0.7 + 0.3*a.score), Explicit: a.sure || f != Plaintiff, list: a.list})
		if a.cedula.digits != "" && f == Plaintiff {
			out = append(out, Mention{Field: Cedula, Value: a.cedula.digits, Start: a.cedula.start, End: a.cedula.end, Confidence: h.strength * a.cedula.score, Owner: t.name(a.person)})
		}
	}
	return out
}

// institutionAt reports whether an institution is named at word k.
func (t *Text) institutionAt(k int) bool {
	_, n := t.entityAt(k)
	return n > 0 || t.words[k].class&entityHead != 0
}

// readParties reads a list of parties.
func (t *Text) readParties(h labelHit, v span, field Field) []Mention {
	var out []Mention
	if t.SectionAt(h.start) == Notifications {
		h.strength *= 0.7
	}
	for _, p := range t.opponents(v.start, v.end) {
		if strings.HasPrefix(p.value, "Juzgado") && field == Defendant && h.kind == againstLabel {
			p.score *= 0.9
		}
		out = append(out, Mention{Field: field, Value: p.value, Start: p.start, End: p.end, Confidence: h.strength * p.score, list: v.start + 1})
	}
	return out
}
