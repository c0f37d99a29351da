package role

import (
	"bytes"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
	"github.com/cotejo/cotejo/core/ner/internal/sequence"
)

// What the sequence model tags, read as parties and courts.

// Tagged are the fields that the model knows, by kind.
var Tagged = [sequence.Kinds]field.Field{field.Plaintiff, field.Defendant, field.Agent, field.Attorney, field.LinkedParty, field.Court}

// TaggedBy returns the parties and courts that a model tags at the head of t.
func (t *Text) TaggedBy(m *sequence.Model) []Mention {
	if len(t.Words) == 0 {
		return nil
	}
	d := sequence.NewDecoder()
	defer d.Release()
	var room [24]sequence.Name
	found := d.Tag(m, d.Read(t.Text, t.Presented, 0, min(len(t.Words), MaxTagged)), room[:0])
	out := make([]Mention, 0, len(found))
	for _, x := range found {
		f := Tagged[x.Kind]
		switch f {
		case field.Defendant, field.LinkedParty:
			for _, p := range t.taggedParties(x.First, x.Last) {
				out = append(out, Mention{Field: f, Value: p.Value, Start: p.Start, End: p.End, Confidence: x.Confidence})
			}
		default:
			named, ok := t.taggedMention(f, x.First, x.Last)
			if !ok {
				continue
			}
			start := int(t.Words[x.First].Start)
			if named.Confidence = x.Confidence; f.Files() && (t.InBody(start) || t.SectionAt(start) == doc.Evidence) {
				named.Confidence *= 0.4 // the facts tell of others
			}
			out = append(out, named)
		}
	}
	for i := range out {
		out[i].Joined = true // the model learned where names begin and end
	}
	return t.WithRaw(out)
}

// taggedParties reads what is tagged as the other side or a third party: one
// institution, or several that the model took for one.
func (t *Text) taggedParties(first, last int) []party.Party {
	for k := first + 1; k <= last; k++ {
		if party.ClauseAt(t.Text, k) {
			last = k - 1
		}
	}
	var out []party.Party
	for k := first; k <= last; {
		if k = party.SkipLead(t.Text, k, int(t.Words[last].End)); k > last {
			break
		}
		end := min(party.Last(t.Text, k, int(t.Words[last].End)), last)
		p, ok := party.New(t.Text, k, end)
		if !ok {
			break
		}
		out = append(out, p)
		k = end + 1
		for k <= last && t.Words[k].Class&lex.Function != 0 {
			k++
		}
	}
	return out
}

// taggedMention makes the mention of words first to last.
func (t *Text) taggedMention(f field.Field, first, last int) (Mention, bool) {
	m := Mention{Field: f, Start: int(t.Words[first].Start), End: int(t.Words[last].End)}
	switch f {
	case field.Court:
		c, ok := place.CourtAt(t.Text, first)
		m.Value = c.Value
		return m, ok && c.Specific
	}
	if w := t.Words[first]; first+2 <= last && w.Class&(lex.Given|lex.Surname) == 0 && t.Words[first+1].Class&lex.Particle != 0 {
		first += 2 // apoderado de confianza de X
		m.Start = int(t.Words[first].Start)
	}
	for w := t.Words[first]; first < last && (party.ChildAt(t.Text, first) || w.Class&lex.Particle != 0 && w.Shape == doc.Lower || w.Class&party.NoName != 0 && w.Class&(lex.Given|lex.Surname) == 0); w = t.Words[first] {
		first++ // Soy X, a favor de X
		m.Start = int(t.Words[first].Start)
	}
	for k := first; k < last; k++ {
		if gap := t.Between(k); bytes.ContainsAny(gap, ":;|@") || bytes.Count(gap, []byte("\n")) > 1 {
			last = k // another label, another block
			m.End = int(t.Words[k].End)
		}
	}
	m.Value = lex.PersonName(t.Slice(m.Start, m.End))
	if party.Official(t.Text, first, last) || party.Bystander(t.Text, first) {
		return m, false
	}
	if _, n := place.At(t.Text, first); first+n > last {
		return m, false
	}
	return m, last > first
}

// MaxTagged bounds the words that are tagged: parties are named at the head.
const MaxTagged = 1200
