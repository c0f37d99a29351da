package role

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/place"
	"github.com/cotejo/cotejo/core/text"
)

// Pattern finds what has a format that can be checked: radicado, cédula, NIT,
// e-mail, telephone, address. It reads through a scanner's usual mistakes and
// refuses the formats' false friends.
type Pattern struct{}

// Name returns "pattern".
func (Pattern) Name() string { return "pattern" }

// Extract returns the identifiers and addresses of t.
func (Pattern) Extract(t *Text) []Mention {
	var out []Mention
	ident.Radicados(t.Text, 0, t.Len(), t.Offices, func(r ident.DigitRun, score float64) {
		out = append(out, Mention{Field: field.Radicado, Value: r.Digits, Start: r.Start, End: r.End, Confidence: score * t.ownCase(r.Start)})
	})
	ident.Cedulas(t.Text, 0, t.Len(), func(c ident.Cedula) {
		if c.Kind == "nit" {
			return
		}
		m := ofNumber(c, 1, t.ownerBefore(c.Start))
		if m.Owner == "" && t.InBody(c.Start) {
			m.Confidence *= 0.45 // of somebody the facts tell of
		}
		out = append(out, m)
	})
	ident.BareNumbers(t.Text, func(c ident.Cedula) {
		if owner := t.ownerBefore(c.Start); strings.HasSuffix(text.Fold(owner), t.Key(t.WordAt(c.Start)-1)) {
			out = append(out, Mention{Field: field.Cedula, Value: c.Digits, Start: c.Start, End: c.End, Confidence: c.Score, Owner: owner})
		}
	})
	ident.NITs(t.Text, func(r ident.DigitRun, score float64) {
		out = append(out, Mention{Field: field.NIT, Value: r.Digits, Start: r.Start, End: r.End, Confidence: score})
	})
	mail.Addresses(t.Text, 0, t.Len(), func(e mail.Address) {
		out = append(out, ofEmail(e, t.plaintiffSide(e.Start)))
	})
	ident.Phones(t.Text, func(r ident.DigitRun, score float64) {
		out = append(out, Mention{Field: field.Phone, Value: r.Digits, Start: r.Start, End: r.End, Confidence: score * t.plaintiffSide(r.Start)})
	})
	place.Addresses(t.Text, 0, t.Len(), func(a place.Address) {
		f, score := field.PlaintiffAddress, t.plaintiffSide(a.Start)
		switch {
		case score < 0.5 && t.Issued():
			return // a court's own
		case score < 0.5:
			f, score = field.DefendantAddress, 1-score
		}
		out = append(out, Mention{Field: f, Value: a.Value, Start: a.Start, End: a.End, Confidence: score * 0.8})
	})
	return t.WithRaw(out)
}

// InBody reports whether position p stands in the body of a paper, where facts are
// told and law is cited: not at its head, nor where it is signed.
func (t *Text) InBody(p int) bool {
	body := t.Cut || t.Len()-p > doc.MaxParagraph/2
	switch t.SectionAt(p) {
	case doc.Facts:
		return true
	case doc.Heading:
		return p > t.Presented+doc.MaxParagraph/2 && !t.Flat && body
	case doc.Claims, doc.Rights, doc.Grounds, doc.Interim, doc.Oath:
		return body
	}
	return false
}

// WithRaw fills in the raw text of mentions and restores what a broken text
// layer took from names.
func (t *Text) WithRaw(ms []Mention) []Mention {
	for i := range ms {
		if ms[i].Raw == "" {
			ms[i].Raw = t.Slice(ms[i].Start, ms[i].End)
		}
		if ms[i].Field.IsParty() {
			ms[i].Value = t.Lex.Restore(t.withoutMarks(ms[i]), t.Lossy)
		}
		if ms[i].Owner != "" {
			ms[i].Owner = t.Lex.Restore(ms[i].Owner, t.Lossy)
		}
	}
	return ms
}

// IsInstitutional reports whether an address is plainly that of an office.
func IsInstitutional(address string) bool {
	local, domain, _ := strings.Cut(address, "@")
	if strings.HasSuffix(domain, ".gov.co") || strings.HasSuffix(domain, ".mil.co") {
		return true
	}
	for _, w := range [...]string{"notific", "judicial", "juridic", "tutela", "contactenos", "servicioalcliente", "radicacion", "atencion", "correspondencia"} {
		if strings.Contains(local, w) {
			return true
		}
	}
	return false
}

// withoutMarks returns the value of a mention. In a text that was well read a digit behind a
// word of a person's name is the mark of a footnote, and no letter: Zapata1.
func (t *Text) withoutMarks(m Mention) string {
	if t.Noise >= doc.MinNoise || !strings.ContainsAny(m.Raw, "0123456789") || m.Value != lex.PersonName(m.Raw) {
		return m.Value
	}
	words := strings.Fields(m.Raw)
	for i, w := range words {
		if bare := strings.TrimRight(w, "0123456789"); bare != "" {
			words[i] = bare
		}
	}
	return lex.PersonName(strings.Join(words, " "))
}
