package ner

import "slices"

// Structure reads a filing as its writer built it: the salutation names the
// court, the presentation says who acts for whom against whom, the
// notifications say where both sides are found, the signature repeats name
// and cédula. Of rulings it reads "acción de tutela instaurada por X contra Y".
type Structure struct{}

// Name returns "structure".
func (Structure) Name() string { return "structure" }

// Extract returns what the parts of t name.
func (Structure) Extract(t *Text) []Mention {
	var out []Mention
	out = append(out, t.salutation()...)
	out = append(out, t.addressees()...)
	out = append(out, t.presentationParties()...)
	out = append(out, t.rulingParties()...)
	named := len(out)
	out = append(out, t.signatures()...)
	out = append(out[:named], bySamePart(out[:named], out[named:])...)
	out = append(out, t.linkedParties()...)
	out = append(out, t.notificationParties()...)
	return t.withRaw(out)
}

// bySamePart gives signers the part that the presentation gave them. A signer
// whom it does not name may have signed for another.
func bySamePart(named, signed []Mention) []Mention {
	partOf := func(name string) (Field, bool) {
		for _, m := range named {
			if m.Field != Defendant && m.Field != LinkedParty && m.Field != Court && m.Field != Cedula && sameOwner(m.Value, name) {
				return m.Field, true
			}
		}
		return "", false
	}
	claimed := slices.ContainsFunc(named, func(m Mention) bool { return m.Field == Plaintiff })
	var out []Mention
	for _, m := range signed {
		name := m.Value
		if m.Field == Cedula {
			name = m.Owner
		}
		f, ok := partOf(name)
		switch {
		case m.Field == Cedula && ok && f != Plaintiff:
			continue
		case m.Field != Cedula && ok:
			m.Field = f
		case !ok && claimed && m.Field == Plaintiff:
			m.Field = Agent // whom the paper does not name signs for who it names
			m.Confidence *= 0.75
		case !ok && claimed && m.Field == Cedula:
			m.Confidence *= 0.3
		case !ok:
			m.Confidence *= 0.65 // who signs may not be who complains
		}
		out = append(out, m)
	}
	return out
}

// salutation reads the court that the paper is addressed to.
func (t *Text) salutation() []Mention {
	for k := 0; k < len(t.words) && k < 250; k++ {
		if !t.courtHeadAt(k) || int(t.words[k].start) > t.presented {
			continue
		}
		c, ok := t.courtAt(k)
		if !ok || !c.specific || t.clauseCourt(k) {
			continue
		}
		score := 0.7
		if t.addressed(k) {
			score = 0.95
		}
		if c.city == "" {
			score *= 0.8
		}
		return []Mention{{Field: Court, Value: c.value, Start: c.start, End: c.end, Confidence: score}}
	}
	return nil
}

// maxAddressees bounds the lines of an address head.
const maxAddressees = 8

// addressees reads the institutions that a letter is addressed to when no
// court is: a petition, or a claim of habeas data.
func (t *Text) addressees() []Mention {
	if t.flat {
		return t.addresseesInline()
	}
	for l := 0; l < len(t.lines) && l < 12; l++ {
		k := t.wordAt(int(t.lines[l].start))
		if k >= len(t.words) || t.words[k].class&honorific == 0 || t.words[k].start != t.lines[l].start {
			continue
		}
		for k < len(t.words) && (t.words[k].class&honorific != 0 || t.words[k].end-t.words[k].start <= 2 && t.words[k].shape == lower) {
			k++
		}
		if k >= len(t.words) {
			return nil
		}
		return t.addresseesFrom(t.lineAt(int(t.words[k].start)), int(t.words[k].start))
	}
	return nil
}

// addresseesInline is addressees for a text without line ends.
func (t *Text) addresseesInline() []Mention {
	for k := 0; k+1 < len(t.words) && k < 40; k++ {
		if t.words[k].class&honorific == 0 || t.words[k+1].class&honorific != 0 || t.words[k+1].end-t.words[k+1].start <= 2 {
			continue
		}
		last := k + 1
		for last+1 < len(t.words) && last-k < 30 && !t.wideGap(last) {
			last++
		}
		first := k + 1
		if t.words[first].class&(courtHead|common|identity) != 0 {
			return nil
		}
		for last > first && (t.is(last, "ciudad") || t.words[last].end-t.words[last].start == 1 && !t.dotted(last)) {
			last--
		}
		var out []Mention
		for _, p := range t.parties(int(t.words[first].start), int(t.words[last].end)) {
			if !p.person {
				out = append(out, Mention{Field: Defendant, Value: p.value, Start: p.start, End: p.end, Confidence: 0.85 * p.score})
			}
		}
		return out
	}
	return nil
}

// dotted reports whether word k ends an abbreviation without blanks: E.S.P.
func (t *Text) dotted(k int) bool { return k > 0 && string(t.between(k-1)) == "." }

func (t *Text) addresseesFrom(l, from int) []Mention {
	var out []Mention
	for last := l + maxAddressees; l < len(t.lines) && l < last; l++ {
		start, end := max(from, int(t.lines[l].start)), int(t.lines[l].end)
		if l > 0 && t.lines[l].gap && len(out) > 0 {
			break
		}
		k := t.wordAt(start)
		if k >= len(t.words) || t.words[k].class&(courtHead|common|identity) != 0 || t.is(k, "reparto") || t.is(k, "oficina") && t.is(k+1, "judicial") {
			break
		}
		if _, n := t.placeAt(k); n > 0 || t.words[k].shape == lower || t.words[k].end-t.words[k].start == 1 && t.is(k, "e") {
			break
		}
		if t.endsLabel(int(t.words[k].end)) && !t.initialAt(k) && t.words[k].end-t.words[k].start > 2 {
			break
		}
		for l+1 < len(t.lines) && t.goesOn(l, 0) {
			l++
			end = int(t.lines[l].end)
		}
		for _, p := range t.parties(start, end) {
			if p.person {
				continue // an official, by name
			}
			out = append(out, Mention{Field: Defendant, Value: p.value, Start: p.start, End: p.end, Confidence: 0.95 * p.score})
		}
	}
	return out
}

// addressed reports whether a salutation stands before word k.
func (t *Text) addressed(k int) bool {
	for n := 1; n <= 4 && k-n >= 0; n++ {
		if t.words[k-n].class&honorific != 0 {
			return true
		}
	}
	return false
}

// clauseCourt reports whether the court at word k is spoken of, not to: the
// other side, or the one whose decision is attacked.
func (t *Text) clauseCourt(k int) bool {
	for n := 1; n <= 4; n++ {
		switch t.key(k - n) {
		case "contra", "accionado", "accionada", "demandado", "por", "accionados", "vinculado":
			return true
		}
	}
	return false
}

// presentationParties reads the paragraph in which the filing is presented.
func (t *Text) presentationParties() []Mention {
	if t.presented >= t.Len() {
		return nil
	}
	from, to := t.presentationBounds()
	var out []Mention
	people := t.actors(from, to, nameReading{breaks: true, lowercase: t.lowercaseText()})
	for n, a := range people {
		score := 0.75 + 0.2*a.score
		if !a.sure {
			score -= 0.1
		}
		if n > 2 {
			score *= 0.7
		}
		name := t.name(a.person)
		out = append(out, Mention{Field: a.field, Value: name, Start: a.start, End: a.end, Confidence: score, Explicit: a.sure})
		if a.cedula.digits != "" && a.field == Plaintiff && !a.cedula.lawyer {
			out = append(out, Mention{Field: Cedula, Value: a.cedula.digits, Start: a.cedula.start, End: a.cedula.end, Confidence: score * a.cedula.score, Owner: name})
		}
	}
	if against := t.against(from, to); against >= 0 {
		for _, p := range t.opponents(against, to) {
			out = append(out, Mention{Field: Defendant, Value: p.value, Start: p.start, End: p.end, Confidence: 0.95 * p.score})
		}
	}
	return out
}

// presentationBounds returns the paragraph of the presentation and, when the
// other side is not named in it, the one that follows.
func (t *Text) presentationBounds() (from, to int) {
	from, to = t.paragraph(t.presented)
	from = max(from, t.presented)
	for _, s := range t.sections { // a text without line ends
		if s.Kind == Facts && s.Start > from && s.Start < to {
			to = s.Start
		}
	}
	if t.against(from, to) < 0 {
		if l := t.lineAt(to); l < len(t.lines) && t.SectionAt(int(t.lines[l].start)) == Heading {
			if _, next := t.paragraph(int(t.lines[l].start)); next > to {
				to = next
			}
		}
	}
	return from, to
}

// against returns where the naming of the other side begins, -1 when it is
// not named: behind "contra", the last that a party follows.
func (t *Text) against(from, to int) int {
	for k := t.wordAt(from); k < len(t.words) && int(t.words[k].start) < to; k++ {
		switch t.key(k) {
		case "contra", "vs", "versus":
		case "frente", "accionando", "demandando", "entutelando", "entutelo", "demando", "convocando", "accionar", "entutelar", "demandar":
			if !t.is(k+1, "a") && !t.is(k+1, "al") {
				continue
			}
		case "accionado", "accionada", "accionados", "accionadas", "demandado", "demandada":
			if !t.is(k+1, "es") && !t.is(k+1, "son") && !t.is(k+1, "a") {
				continue
			}
			k++
		default:
			continue
		}
		next := k + 1
		for next < len(t.words) && (t.words[next].class&function != 0 || t.words[next].class&honorific != 0) && next < k+5 {
			if t.startsKnown(next) {
				break
			}
			next++
		}
		if next >= len(t.words) || int(t.words[next].start) >= to {
			return -1
		}
		if t.words[next].shape == lower && t.words[next].class&(entityHead|courtHead|entityStart) == 0 && t.phraseAny(next, leads) == 0 {
			continue // contra la sentencia, contra mis derechos
		}
		return int(t.words[k].end)
	}
	return -1
}

// lowercaseText reports whether the paper is written without capitals, as some
// people type.
func (t *Text) lowercaseText() bool {
	capitals, names := 0, 0
	for k := 0; k < len(t.words) && k < 200; k++ {
		if t.words[k].shape != lower && t.words[k].shape != number {
			capitals++
		}
		if t.words[k].class&(given|surname) != 0 && t.words[k].shape == lower {
			names++
		}
	}
	return names >= 3 && capitals < 25
}

// rulingParties reads "acción de tutela instaurada por X contra Y", "tutela de
// X vs. Y" where it first occurs.
func (t *Text) rulingParties() []Mention {
	for k := 0; k < len(t.words) && k < maxOpening; k++ {
		from := t.filerOf(k)
		if from < 0 {
			continue
		}
		_, to := t.paragraph(from)
		to = min(to, from+900)
		against := t.against(from, to)
		if against < 0 {
			continue
		}
		var out []Mention
		for _, a := range t.actors(from, against, nameReading{breaks: true}) {
			out = append(out, Mention{Field: a.field, Value: t.name(a.person), Start: a.start, End: a.end, Confidence: 0.7 + 0.2*a.score, Explicit: a.sure})
		}
		if len(out) == 0 { // an institution sues
			for _, p := range t.parties(from, t.partyEnd(from, t.beforeOpponent(from, to))) {
				out = append(out, Mention{Field: Plaintiff, Value: p.value, Start: p.start, End: p.end, Confidence: 0.6 * p.score})
			}
		}
		for _, p := range t.opponents(against, to) {
			out = append(out, Mention{Field: Defendant, Value: p.value, Start: p.start, End: p.end, Confidence: 0.9 * p.score})
		}
		return out
	}
	return nil
}

// filerOf returns where the filer's name begins when word k introduces it, -1
// otherwise.
func (t *Text) filerOf(k int) int {
	switch key := t.key(k); {
	case filed[key]:
		for n := 1; n <= 2; n++ {
			if t.is(k+n, "por") {
				return int(t.words[k+n].end)
			}
		}
	case key == "tutela" || key == "corpus" || key == "data":
		next := k + 1
		if t.is(next, "de") || t.is(next, "del") || t.is(next, "por") {
			next++
		}
		next = t.skipLead(next, t.Len())
		if p, ok := t.personAt(next, nameReading{limit: t.Len(), breaks: true}); ok && p.words >= 2 && p.score >= minName && next < k+6 {
			return p.start
		}
	}
	return -1
}

// linkedParties reads whom the filing asks to be heard besides: "vincúlese a",
// "integrar el contradictorio con".
func (t *Text) linkedParties() []Mention {
	var out []Mention
	for k := 0; k < len(t.words) && k < maxOpening; k++ {
		switch t.key(k) {
		case "vincular", "vincule", "vinculese", "vinculen", "vinculando", "vinculacion", "vincularse", "contradictorio":
		default:
			continue
		}
		next := k + 1
		for next < len(t.words) && next < k+6 && t.words[next].shape == lower && t.words[next].class&entityHead == 0 {
			next++
		}
		if next >= len(t.words) || t.words[next].shape == lower {
			continue
		}
		from := int(t.words[next].start)
		_, to := t.paragraph(from)
		for _, p := range t.opponents(from, min(to, from+600)) {
			out = append(out, Mention{Field: LinkedParty, Value: p.value, Start: p.start, End: p.end, Confidence: 0.9 * p.score})
		}
	}
	return out
}

// maxNotifications bounds the notification section in code points.
const maxNotifications = 4000

// notificationParties reads e-mails, addresses and telephones of the
// notification section, whose words tell the side.
func (t *Text) notificationParties() []Mention {
	var out []Mention
	for _, s := range t.sections {
		if s.Kind != Notifications {
			continue
		}
		end := min(s.End, s.Start+maxNotifications)
		t.emails(s.Start, end, func(e email) {
			f, _ := t.sideBefore(e.start, s.Start)
			score := sideScore(f)
			if institutional(e.value) {
				score *= 0.3
			}
			out = append(out, Mention{Field: Email, Value: e.value, Start: e.start, End: e.end, Confidence: score * e.score})
		})
		t.addresses(s.Start, end, func(a address) {
			f, _ := t.sideBefore(a.start, s.Start)
			m := Mention{Field: PlaintiffAddress, Value: a.value, Start: a.start, End: a.end, Confidence: 0.9 * sideScore(f)}
			if f == Defendant {
				m.Field, m.Confidence = DefendantAddress, 0.9
			}
			out = append(out, m)
		})
		break
	}
	return out
}

func sideScore(f Field) float64 {
	switch f {
	case Plaintiff:
		return 0.97
	case Agent:
		return 0.8
	case Attorney:
		return 0.4
	case Defendant, LinkedParty:
		return 0.05
	}
	return 0.65
}

// maxSignature bounds the lines of a signature block.
const maxSignature = 7

// signatures reads the blocks of a name above a cédula.
func (t *Text) signatures() []Mention {
	var out []Mention
	for _, s := range t.sections {
		if s.Kind != Signature && s.Kind != Notifications && s.Kind != Annexes {
			continue
		}
		out = append(out, t.signature(s)...)
		if len(out) > 8 {
			break
		}
	}
	return out
}

func (t *Text) signature(s Section) []Mention {
	var out []Mention
	first := t.lineAt(s.Start)
	for l := first; l < len(t.lines) && l < first+60 && int(t.lines[l].start) < s.End; l++ {
		k := t.wordAt(int(t.lines[l].start))
		p, ok := t.personAt(k, nameReading{limit: int(t.lines[l].end)})
		if !ok || p.words < 2 || int(t.lines[l].end)-p.end > 30 && s.Kind != Signature || t.lines[l].end-t.lines[l].start > 90 {
			continue
		}
		end := min(l+maxSignature, len(t.lines)-1)
		limit := min(int(t.lines[end].end), p.end+300)
		if next := t.nextSigner(l+1, end); next > 0 {
			limit = min(limit, next)
		}
		var id cedula
		t.cedulas(p.end, limit, func(c cedula) {
			if id.digits == "" {
				id = c
			}
		})
		if id.digits == "" || id.start-p.end > 90 {
			continue
		}
		f := t.signerPart(p.last+1, limit)
		name := t.name(p)
		score := 0.7 + 0.25*p.score
		out = append(out, Mention{Field: f, Value: name, Start: p.start, End: p.end, Confidence: score})
		if f == Plaintiff {
			out = append(out, Mention{Field: Cedula, Value: id.digits, Start: id.start, End: id.end, Confidence: score * id.score, Owner: name})
		}
	}
	return out
}

// nextSigner returns where the next name alone on a line begins, 0 when there
// is none up to the last line.
func (t *Text) nextSigner(l, last int) int {
	for ; l <= last; l++ {
		k := t.wordAt(int(t.lines[l].start))
		if p, ok := t.personAt(k, nameReading{limit: int(t.lines[l].end)}); ok && p.words >= 2 && p.score >= minName && p.end+2 >= int(t.lines[l].end) {
			return p.start
		}
	}
	return 0
}

// signerPart reads the part that a signature block gives to its signer.
func (t *Text) signerPart(k, to int) Field {
	for ; k < len(t.words) && int(t.words[k].start) < to; k++ {
		switch t.key(k) {
		case "agente":
			if t.oficioso(k + 1) {
				return Agent
			}
		case "apoderado", "apoderada", "abogado", "abogada", "tp":
			return Attorney
		case "t":
			if t.is(k+1, "p") {
				return Attorney
			}
		case "tarjeta":
			if t.is(k+1, "profesional") {
				return Attorney
			}
		}
	}
	return Plaintiff
}
