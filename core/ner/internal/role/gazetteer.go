package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Gazetteer finds what it knows by name: courts, institutions often sued, and
// runs of given names and surnames. What a text names first and most is what
// it is about.
type Gazetteer struct{}

// Name returns "gazetteer".
func (Gazetteer) Name() string { return "gazetteer" }

// Bounds of what the extractor holds for relevant: parties are named at the
// head of a paper.
const (
	gazetteerHead   = 6000 // code points
	gazetteerNames  = 6
	maxKnownParties = 12
)

// Extract returns the known names of t.
func (Gazetteer) Extract(t *Text) []Mention {
	var out []Mention
	out = append(out, t.knownCourts()...)
	out = append(out, t.knownEntities()...)
	out = append(out, t.knownPersons()...)
	return t.WithRaw(out)
}

// knownCourts returns the first court that has a kind and a city.
func (t *Text) knownCourts() []Mention {
	if c := t.Issuer; t.Issued() {
		return ofCourt(c, 0.8)
	}
	head := min(t.Len(), gazetteerHead)
	for k := 0; k < len(t.Words) && int(t.Words[k].Start) < head; k++ {
		if !place.CourtHeadAt(t.Text, k) {
			continue
		}
		if c, ok := place.CourtAt(t.Text, k); ok && c.Specific && !paper.ClauseCourt(t.Text, k) {
			score := 0.8
			if c.City == "" {
				score = 0.55
			}
			if int(t.Words[k].Start) > t.Presented {
				score *= 0.5
			}
			return ofCourt(c, score)
		}
	}
	return nil
}

// knownEntities returns the institutions named at the head of the paper; the
// words before them say whether they are sued.
func (t *Text) knownEntities() []Mention {
	var out []Mention
	seen := map[string]int{}
	head := min(t.Len(), gazetteerHead)
	for k := 0; k < len(t.Words) && int(t.Words[k].Start) < head && len(out) < maxKnownParties; k++ {
		a, n := party.EntityAt(t.Text, k)
		if n == 0 {
			continue
		}
		if i, ok := seen[a.Name]; ok {
			out[i].Confidence = min(0.9, out[i].Confidence+0.05)
		} else {
			last := t.withForm(k + n - 1)
			m := Mention{Field: field.Defendant, Start: int(t.Words[k].Start), End: int(t.Words[last].End), Confidence: 0.3}
			if f, at := t.sideBefore(m.Start, m.Start-200); f == field.Defendant || at >= 0 && k-at < 3 {
				m.Confidence = 0.55
			}
			if t.opposed(k) {
				m.Confidence = 0.8
			}
			if t.Issued() && t.otherSuit(k) {
				m.Confidence = 0.1
			}
			if p, ok := party.New(t.Text, k, last); ok {
				m.Value, m.End = p.Value, p.End
				seen[a.Name] = len(out)
				out = append(out, m)
			}
		}
		k += n - 1
	}
	return out
}

// withForm returns the last word of an institution's name with the legal form
// that follows it: S.A., E.S.P.
func (t *Text) withForm(k int) int {
	for k+1 < len(t.Words) && len(t.Between(k)) <= 2 {
		form, n := party.FormAt(t.Text, k+1)
		if !form || t.Words[k+1].Shape == doc.Lower {
			break
		}
		k += n
	}
	return k
}

// opposed reports whether "contra" or a label of the other side stands shortly
// before word k.
func (t *Text) opposed(k int) bool {
	for n := 1; n <= 6; n++ {
		switch t.Key(k - n) {
		case "contra", "accionado", "accionada", "accionados", "accionadas", "demandado", "demandada", "demandados", "demandadas":
			return true
		}
	}
	return false
}

// knownPersons returns the persons named at the head of the paper before the
// other side is.
func (t *Text) knownPersons() []Mention {
	var out []Mention
	head := min(t.Len(), gazetteerHead/2)
	seen := map[string]int{}
	for _, p := range party.Persons(t.Text, 0, head, party.NameReading{Breaks: true}) {
		if p.Aside || p.Score < 0.75 || len(out) >= gazetteerNames {
			continue
		}
		name, turned := party.Ordered(t.Text, p)
		if i, ok := seen[name]; ok {
			out[i].Confidence = min(0.8, out[i].Confidence+0.1)
			continue
		}
		if paper.Addressed(t.Text, p.First) && p.Start < t.Presented || t.opposed(p.First) || paper.Representing(t.Text, p.First) > 0 || t.namesPlace(p.First) || t.headnote(p.First) {
			continue
		}
		seen[name] = len(out)
		out = append(out, Mention{Field: field.Plaintiff, Value: name, Start: p.Start, End: p.End, Confidence: max(0.2, 0.5-0.1*float64(len(out))), standing: standing{Turned: turned}})
	}
	return out
}
