package role

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
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
	side := field.Field("")
	var wards []string
	for i, h := range hits {
		value := t.labelValue(hits, i)
		if value.start >= value.end {
			continue
		}
		found := t.readLabel(h, value)
		if h.kind == wardLabel {
			for _, m := range found {
				if m.Field == field.Plaintiff {
					wards = append(wards, m.Value)
				}
			}
		}
		for n := range found {
			m := &found[n]
			switch m.Field {
			case field.Plaintiff, field.Defendant, field.Agent, field.Attorney, field.LinkedParty:
				if n == 0 {
					owner, side = m.Value, m.Field
				}
			case field.Cedula:
				if m.Owner == "" && side != "" && t.near(hits, i) {
					m.Owner = owner
				}
			case field.Email, field.PlaintiffAddress, field.Phone:
				if side == "" || !t.near(hits, i) {
					break
				}
				switch {
				case side == field.Plaintiff:
				case m.Field == field.PlaintiffAddress && side == field.Defendant:
					m.Field = field.DefendantAddress
				case side == field.Agent:
					m.Confidence *= 0.8
				default:
					m.Confidence = 0.05
				}
			}
		}
		out = append(out, found...)
	}
	joined := t.namesInParts()
	out = slices.DeleteFunc(out, func(m Mention) bool {
		return m.Field.IsParty() && slices.ContainsFunc(joined, func(n Mention) bool { return n.Start <= m.Start && m.End <= n.End })
	})
	return t.WithRaw(append(byWard(append(out, joined...), wards), t.distributed()...))
}

// byWard makes agents of those who file when a label names for whom they do:
// SOLICITANTE beside A FAVOR DE.
func byWard(found []Mention, wards []string) []Mention {
	if len(wards) == 0 {
		return found
	}
	ward := func(name string) bool {
		return slices.ContainsFunc(wards, func(w string) bool { return field.SameOwner(w, name) })
	}
	for i, m := range found {
		if m.Field == field.Plaintiff && !m.Explicit && !ward(m.Value) {
			found[i].Field, found[i].Explicit = field.Agent, true
		}
	}
	return slices.DeleteFunc(found, func(m Mention) bool {
		return m.Field == field.Cedula && m.Owner != "" && !ward(m.Owner)
	})
}

// span is a stretch of the text in code points.
type span struct{ start, end int }

// readLabel reads the value of a label by its kind.
func (t *Text) readLabel(h labelHit, v span) []Mention {
	switch h.kind {
	case plaintiffLabel, wardLabel:
		return t.readClaimant(h, v, field.Plaintiff)
	case agentLabel:
		return t.readClaimant(h, v, field.Agent)
	case attorneyLabel:
		return t.readClaimant(h, v, field.Attorney)
	case defendantLabel:
		return t.readParties(h, v, field.Defendant)
	case nameLabel:
		switch f, _ := t.sideBefore(h.start, h.start-400); f {
		case field.Plaintiff, field.Agent, field.Attorney:
			return t.readClaimant(h, v, f)
		case field.Defendant, field.LinkedParty:
			return t.readParties(h, v, f)
		}
	case linkedLabel:
		return t.readParties(h, v, field.LinkedParty)
	case againstLabel:
		if h.start > t.Presented {
			return nil
		}
		return t.readParties(h, v, field.Defendant)
	case courtLabel:
		if t.Issued() {
			return nil // of the ruling under review
		}
		for k := t.WordAt(h.start); k < len(t.Words) && int(t.Words[k].Start) < v.end; k++ {
			if c, ok := place.CourtAt(t.Text, k); ok && c.Specific {
				return ofCourt(c, 0.8)
			}
		}
	case radicadoLabel, referenceLabel:
		var out []Mention
		ident.Radicados(t.Text, v.start, v.end, t.Offices, func(r ident.DigitRun, score float64) {
			out = append(out, Mention{Field: field.Radicado, Value: r.Digits, Start: r.Start, End: r.End, Confidence: score * t.ownCase(r.Start)})
		})
		if h.kind == referenceLabel {
			out = append(out, t.referredParties(h, v)...)
		}
		return out
	case cedulaLabel:
		if c, ok := ident.NumberAfter(t.Text, "ti", t.WordAt(v.start), v.end); ok && c.Start < v.start+20 {
			return []Mention{ofNumber(c, 1, "")}
		}
	case emailLabel:
		var out []Mention
		mail.Addresses(t.Text, v.start, v.end, func(e mail.Address) {
			if len(out) == 0 {
				out = append(out, ofEmail(e, t.plaintiffSide(e.Start)))
			}
		})
		return out
	case addressLabel:
		var out []Mention
		place.Addresses(t.Text, v.start, v.end, func(a place.Address) {
			if len(out) == 0 && a.Start <= v.start+2 {
				out = append(out, Mention{Field: field.PlaintiffAddress, Value: a.Value, Start: a.Start, End: a.End, Confidence: 0.8 * t.plaintiffSide(a.Start)})
			}
		})
		return out
	}
	return nil
}

// readClaimant reads the value of a label of the filing side. part is the
// part that the label gives to the first person.
func (t *Text) readClaimant(h labelHit, v span, part field.Field) []Mention {
	var out []Mention
	to, first := t.beforeOpponent(v.start, v.end), t.WordAt(v.start)
	persons := party.Persons(t.Text, v.start, to, party.NameReading{Breaks: true})
	if len(persons) == 0 || persons[0].First > first+3 {
		// the label vouches for a name that the tables do not know
		p, ok := party.PersonAt(t.Text, party.SkipLead(t.Text, first, v.end), party.NameReading{Limit: v.end, Breaks: true})
		if ok && p.Words >= 2 && !party.InstitutionAt(t.Text, p.First) {
			persons = append([]party.Person{p}, slices.DeleteFunc(persons, func(o party.Person) bool { return o.First <= p.Last })...)
		} else if parties := party.List(t.Text, v.start, party.ListEnd(t.Text, v.start, v.end)); part == field.Plaintiff && t.SectionAt(h.start) != doc.Notifications && len(parties) > 0 && parties[0].Score > 0.5 && t.Words[t.WordAt(parties[0].Start)].Shape != doc.Lower {
			for _, p := range parties {
				out = append(out, ofParty(field.Plaintiff, p, h.strength, 0))
			}
			return out
		} else {
			return nil
		}
	}
	for _, p := range t.claimants(persons, to, part) {
		m := Mention{Field: p.part, Value: party.NameOf(t.Text, p.Person), Start: p.Start, End: p.End, Confidence: h.strength * (0.7 + 0.3*p.Score), Explicit: p.part != field.Plaintiff}
		m.Titled = p.part == field.Plaintiff && titles[t.Key(t.WordAt(h.start))] && h.start < t.Presented
		if p.cedula.Digits == "" && int(t.Words[p.Last].End) < v.end && len(t.Between(p.Last)) <= 3 && bytes.IndexByte(t.Between(p.Last), '\n') < 0 {
			p.cedula, _ = ident.BareNumber(t.Text, p.Last+1, v.end) // ACCIONANTE: Ana Ruiz - 52.000.111
		}
		if p.cedula.Digits != "" && p.part == field.Plaintiff {
			m.Confidence = max(m.Confidence, h.strength*0.95) // identified
			out = append(out, m, ofNumber(p.cedula, h.strength, m.Value))
			continue
		}
		out = append(out, m)
	}
	return out
}

// claimant is a person whom a label of the filing side names, with the part that its value says.
type claimant struct {
	party.Person
	part   field.Field
	cedula ident.Cedula // the first one behind the name; the zero value when none was read
}

// claimants reads what the value of a label, up to code point to, says of the people that it names: ACCIONANTE: X, en
// representación de su hija Y. part is that of the label. Who only stands by is left out.
func (t *Text) claimants(people []party.Person, to int, part field.Field) (out []claimant) {
	for n, p := range people {
		c, next := claimant{Person: p, part: part}, to
		if n > 0 && t.RepresentedAt(p.First) {
			c.part = field.Plaintiff
		}
		if n+1 < len(people) {
			other := people[n+1]
			if next = other.Start; part == field.Plaintiff && t.RepresentedAt(other.First) && !t.ownNameBetween(p.Last+1, other.First) {
				c.part = field.Agent
			}
		}
		if c.cedula = firstCedula(t, p.End, next); !p.Aside {
			out = append(out, c)
		}
	}
	return out
}

// ownNameBetween reports whether of the words from first up to next one says that somebody files for herself, too: en nombre
// propio y en representación de.
func (t *Text) ownNameBetween(first, next int) bool {
	for k := first; k < next; k++ {
		if t.Is(k, "propio") || t.Is(k, "propia") {
			return true
		}
	}
	return false
}

// titles are the labels that say who is the plaintiff, and not only who asks.
var titles = lex.Set("role.titles")

// referredParties reads whom a reference names as the other side: Ref.: acción
// de tutela contra X. Of another proceeding it would be that one's.
func (t *Text) referredParties(h labelHit, v span) []Mention {
	against := t.against(v.start, v.end)
	if against < 0 || h.start > t.Presented || t.SectionAt(h.start) != doc.Heading {
		return nil
	}
	own := false
	for k := t.WordAt(v.start); k < len(t.Words) && int(t.Words[k].Start) < against; k++ {
		key := t.Key(k)
		if foreign[key] {
			return nil
		}
		own = own || key == "tutela" || key == "corpus" || key == "desacato" || key == "impugnacion"
	}
	if !own {
		return nil
	}
	h.strength *= 0.8 // a title is shorter than what it names
	return t.readParties(h, span{against, v.end}, field.Defendant)
}

// readParties reads a list of parties.
func (t *Text) readParties(h labelHit, v span, part field.Field) []Mention {
	var out []Mention
	if t.SectionAt(h.start) == doc.Notifications {
		h.strength *= 0.7
	}
	for _, p := range party.List(t.Text, v.start, party.ListEnd(t.Text, v.start, v.end)) {
		if strings.HasPrefix(p.Value, "Juzgado") && part == field.Defendant && h.kind == againstLabel {
			p.Score *= 0.9
		}
		out = append(out, ofParty(part, p, h.strength, v.start+1))
	}
	return out
}
