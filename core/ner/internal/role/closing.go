package role

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// How a paper closes: notifications and signatures.

// bySamePart gives signers the part that the presentation gave them. A signer
// whom it does not name may have signed for another.
func bySamePart(named, signed []Mention) []Mention {
	partOf := func(name string) (field.Field, bool) {
		for _, m := range named {
			if m.Field != field.Defendant && m.Field != field.LinkedParty && m.Field != field.Court && m.Field != field.Cedula && field.SameOwner(m.Value, name) {
				return m.Field, true
			}
		}
		return "", false
	}
	claimed := slices.ContainsFunc(named, func(m Mention) bool { return m.Field == field.Plaintiff })
	beside := slices.ContainsFunc(signed, func(m Mention) bool { // who claims signs, and others do
		f, ok := partOf(m.Value)
		return ok && m.Field == field.Plaintiff && f == field.Plaintiff
	})
	var out []Mention
	for _, m := range signed {
		name := m.Value
		if m.Field == field.Cedula {
			name = m.Owner
		}
		f, ok := partOf(name)
		switch {
		case m.Field == field.Cedula && ok && f != field.Plaintiff:
			continue
		case m.Field != field.Cedula && ok:
			m.Field = f
		case !ok && beside && m.Field == field.Plaintiff:
			m.Confidence *= 0.75
		case !ok && claimed && m.Field == field.Plaintiff:
			m.Field = field.Agent // whom the paper does not name signs for who it names
			m.Confidence *= 0.75
		case !ok && claimed && m.Field == field.Cedula:
			m.Confidence *= 0.3
		case !ok && m.Field == field.Attorney:
		case !ok:
			m.Confidence *= 0.65 // who signs may not be who complains
		}
		out = append(out, m)
	}
	return out
}

// maxNotifications bounds the notification section in code points.
const maxNotifications = 4000

// notificationParties reads e-mails, addresses and telephones of the
// notification section, whose words tell the side.
func (t *Text) notificationParties() []Mention {
	var out []Mention
	for _, s := range t.Sections() {
		if s.Kind != doc.Notifications {
			continue
		}
		end := min(s.End, s.Start+maxNotifications)
		mail.Addresses(t.Text, s.Start, end, func(e mail.Address) {
			f, _ := t.sideBefore(e.Start, s.Start)
			out = append(out, ofEmail(e, sideScore(f)))
		})
		place.Addresses(t.Text, s.Start, end, func(a place.Address) {
			f, _ := t.sideBefore(a.Start, s.Start)
			m := Mention{Field: field.PlaintiffAddress, Value: a.Value, Start: a.Start, End: a.End, Confidence: 0.9 * sideScore(f)}
			if f == field.Defendant {
				m.Field, m.Confidence = field.DefendantAddress, 0.9
			}
			out = append(out, m)
		})
		break
	}
	return out
}

func sideScore(f field.Field) float64 {
	switch f {
	case field.Plaintiff:
		return 0.95
	case field.Agent:
		return 0.8
	case field.Attorney:
		return 0.2
	case field.Defendant, field.LinkedParty:
		return 0.08
	}
	return 0.7
}

// maxSignature bounds the lines of a signature block.
const maxSignature = 7

// signatures reads the blocks of a name above a cédula.
func (t *Text) signatures() []Mention {
	var out []Mention
	for _, s := range t.Sections() {
		if s.Kind != doc.Signature && s.Kind != doc.Notifications && s.Kind != doc.Annexes {
			continue
		}
		out = append(out, t.signature(s)...)
		if len(out) > 8 {
			break
		}
	}
	return out
}

func (t *Text) signature(s doc.Section) []Mention {
	var out []Mention
	first := t.LineAt(s.Start)
	for l := first; l < len(t.Lines) && l < first+60 && int(t.Lines[l].Start) < s.End; l++ {
		k := t.WordAt(int(t.Lines[l].Start))
		p, ok := party.PersonAt(t.Text, k, party.NameReading{Limit: int(t.Lines[l].End)})
		if !ok || p.Words < 2 || int(t.Lines[l].End)-p.End > 30 && s.Kind != doc.Signature || t.Lines[l].End-t.Lines[l].Start > 90 {
			continue
		}
		end := min(l+maxSignature, len(t.Lines)-1)
		limit := min(int(t.Lines[end].End), p.End+300)
		if next := t.nextSigner(l+1, end); next > 0 {
			limit = min(limit, next)
		}
		var id ident.Cedula
		ident.Cedulas(t.Text, p.End, limit, func(c ident.Cedula) {
			if id.Digits == "" {
				id = c
			}
		})
		if id.Digits == "" && l+1 < len(t.Lines) {
			if below := t.WordAt(int(t.Lines[l+1].Start)); below < len(t.Words) && t.Words[below].Start == t.Lines[l+1].Start {
				id, _ = ident.BareNumber(t.Text, below, int(t.Lines[l+1].End))
			}
		}
		if id.Digits == "" || id.Start-p.End > 90 {
			continue
		}
		f := t.signerPart(p.Last+1, limit)
		name := party.NameOf(t.Text, p)
		score := 0.7 + 0.25*p.Score
		out = append(out, Mention{Field: f, Value: name, Start: p.Start, End: p.End, Confidence: score})
		if f == field.Plaintiff {
			out = append(out, ofNumber(id, score, name))
		}
	}
	return out
}

// nextSigner returns where the next name alone on a line begins, 0 when there
// is none up to the last line.
func (t *Text) nextSigner(l, last int) int {
	for ; l <= last; l++ {
		k := t.WordAt(int(t.Lines[l].Start))
		if p, ok := party.PersonAt(t.Text, k, party.NameReading{Limit: int(t.Lines[l].End)}); ok && p.Words >= 2 && p.Score >= party.MinName && p.End+2 >= int(t.Lines[l].End) {
			return p.Start
		}
	}
	return 0
}

// signerPart reads the part that a signature block gives to its signer.
func (t *Text) signerPart(k, to int) field.Field {
	for ; k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		switch t.Key(k) {
		case "agente":
			if t.oficioso(k + 1) {
				return field.Agent
			}
		case "apoderado", "apoderada", "abogado", "abogada":
			return field.Attorney
		default:
			if ident.CardAt(t.Text, k) {
				return field.Attorney
			}
		}
	}
	return field.Plaintiff
}
