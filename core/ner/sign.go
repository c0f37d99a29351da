package ner

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/role"
)

// The signs that speak against fields; doubt.go says what they are for.

// valueSigns are the signs of every field.
func valueSigns(f Field) []sign {
	shown := func(p *findings) *shownValues { return p.shown[f] }
	return []sign{
		{"weak", ReasonUnclear, func(p *findings) float64 { return 1 - logit(shown(p).worst, leastCounted)/4 }},
		{"votes", ReasonUnclear, func(p *findings) float64 { return 1 - float64(shown(p).votes)/3 }},
		{"no label", ReasonUnclear, when(func(p *findings) bool { return !shown(p).foundBy("label") })},
		{"no structure", ReasonUnclear, when(func(p *findings) bool { return !shown(p).foundBy("structure") })},
		{"unlabelled", ReasonUnclear, when(func(p *findings) bool { return !shown(p).foundBy("label", "structure") })},
		{"rival", ReasonOthers, func(p *findings) float64 { return shown(p).rival }},
		{"odd", ReasonPartial, func(p *findings) float64 { return shown(p).odd }},
		{"agent", ReasonRepresented, when(func(p *findings) bool { return p.agent })},
		{"acting", ReasonRepresented, when(func(p *findings) bool { return p.acting > 0 && !p.agent && !p.attorney })},
		{"persons", ReasonOthers, func(p *findings) float64 { return grade(p.strangers) }},
		{"noise", ReasonUnreadable, func(p *findings) float64 { return math.Sqrt(p.text.Noise) }},
	}
}

// partySigns are the signs of a field of parties.
func partySigns(f Field) []sign {
	return append(valueSigns(f),
		sign{"parts", ReasonOthers, func(p *findings) float64 { return 1 - logit(p.shown[f].trust.parts, leastTrust)/4 }},
		sign{"once", ReasonUnclear, when(func(p *findings) bool { return p.shown[f].trust.places <= 1 })},
		sign{"others read", ReasonOthers, func(p *findings) float64 { return p.shown[f].read }},
		sign{"alike", ReasonSeveral, when(func(p *findings) bool { return p.shown[f].areAlike() })},
		sign{"names", ReasonPartial, func(p *findings) float64 { return 1 - logit(p.shown[f].trust.names, leastTrust)/4 }},
		sign{"missing", ReasonMissing, when(func(p *findings) bool { return p.isEmpty(f) })},
		sign{"several", ReasonSeveral, when(func(p *findings) bool { return len(p.shown[f].values) > 1 })},
		sign{"scattered", ReasonSeveral, when(func(p *findings) bool { return p.shown[f].areScattered() })},
		sign{"unstated", ReasonUnclear, whenAny(f, func(_ *findings, c *candidate) bool { return !c.explicit && !c.titled })},
		sign{"goes on", ReasonPartial, whenAny(f, func(p *findings, c *candidate) bool { return goesOn(p.text, c) })},
	)
}

var plaintiffSigns = []sign{
	{"short", ReasonPartial, whenAny(Plaintiff, func(_ *findings, c *candidate) bool { return wordCount(c) < 3 })},
	{"signer", ReasonOthers, when(func(p *findings) bool { return p.strangerLast })},
	{"actors", ReasonRepresented, func(p *findings) float64 { return float64(p.acting) / 3 }},
}

var defendantSigns = []sign{
	{"plural", ReasonOthers, when(func(p *findings) bool { return p.plural && len(p.shown[Defendant].values) < 2 })},
	{"institutions", ReasonOthers, func(p *findings) float64 { return grade(p.institutions) }},
	{"one word", ReasonPartial, whenAny(Defendant, func(p *findings, c *candidate) bool { return wordCount(c) == 1 && !isKnown(p.text, c) })},
	{"unknown", ReasonUnclear, whenAny(Defendant, func(p *findings, c *candidate) bool { return !isKnown(p.text, c) })},
	{"punctuation", ReasonPartial, whenAny(Defendant, func(_ *findings, c *candidate) bool { return strings.ContainsAny(c.Value, "()\"/:;,“") })},
	{"person", ReasonUnclear, whenAny(Defendant, func(p *findings, c *candidate) bool { return p.text.Lex.IsPersonal(lex.SplitWords(c.Value)) })},
	{"issued", ReasonUnclear, when(func(p *findings) bool { return p.text.Issued() })},
}

// unmentioned is the sign of an empty field of which the paper says nothing.
const unmentioned = "unmentioned"

var cedulaSigns = []sign{
	{unmentioned, ReasonMissing, when(func(*findings) bool { return true })},
	{"numbers", ReasonOthers, func(p *findings) float64 { return grade(p.cedulas) }},
	{"words left", ReasonMissing, when(func(p *findings) bool { return p.isEmpty(Cedula) && p.identityWords })},
	{"number left", ReasonMissing, when(func(p *findings) bool { return p.isEmpty(Cedula) && p.cedulas > 0 })},
	{"bare number left", ReasonMissing, when(func(p *findings) bool { return p.isEmpty(Cedula) && p.bareNumbers > 0 })},
	{"unowned", ReasonDependent, when(func(p *findings) bool {
		return !slices.ContainsFunc(p.shown[Cedula].values, func(c *candidate) bool { return len(c.owners) > 0 && !c.foreign })
	})},
	{"no plaintiff", ReasonDependent, when(func(p *findings) bool { return p.isEmpty(Plaintiff) })},
	{"plaintiffs", ReasonSeveral, when(func(p *findings) bool { return len(p.shown[Plaintiff].values) > 1 })},
	{"kin", ReasonRepresented, when(func(p *findings) bool { return p.kin && !p.agent && !p.attorney })},
}

var emailSigns = []sign{
	{unmentioned, ReasonMissing, when(func(*findings) bool { return true })},
	{"addresses", ReasonOthers, func(p *findings) float64 { return grade(p.addresses) }},
	{"at signs", ReasonOthers, func(p *findings) float64 { return grade(p.atSigns) }},
	{"words left", ReasonMissing, when(func(p *findings) bool { return p.isEmpty(Email) && p.mailWords })},
	{"at sign left", ReasonMissing, when(func(p *findings) bool { return p.isEmpty(Email) && p.atSigns > 0 })},
	{"personal address left", ReasonMissing, when(func(p *findings) bool { return p.isEmpty(Email) && p.personal > 0 })},
	{"domain", ReasonPartial, whenAny(Email, func(_ *findings, c *candidate) bool {
		_, domain, _ := strings.Cut(c.Value, "@")
		return !mail.IsKnown(domain)
	})},
}

// when measures 1 where a condition holds.
func when(is func(*findings) bool) func(*findings) float64 {
	return func(p *findings) float64 { return asOne(is(p)) }
}

// whenAny measures 1 where a condition holds for a value that is shown of a field.
func whenAny(f Field, is func(*findings, *candidate) bool) func(*findings) float64 {
	return when(func(p *findings) bool {
		return slices.ContainsFunc(p.shown[f].values, func(c *candidate) bool { return is(p, c) })
	})
}

func wordCount(c *candidate) int { return len(lex.SplitWords(c.Value)) }

// grade grows with the logarithm of a count: .5 for one, 1 for three.
func grade(n int) float64 { return math.Log2(1+float64(n)) / 2 }

// goesOn reports whether a capitalised word follows a name on its line: a name may be cut there.
func goesOn(t *Text, c *candidate) bool {
	k := t.WordAt(c.End)
	if c.End > t.Len() || k == 0 || k >= len(t.Words) || string(t.Between(k-1)) != " " {
		return false
	}
	return t.Words[k].Shape == doc.Title || t.Words[k].Shape == doc.Upper
}

// isKnown reports whether tables have the name of an institution.
func isKnown(t *Text, c *candidate) bool {
	if c.End > t.Len() {
		return false
	}
	k := t.WordAt(c.Start)
	_, n := party.EntityAt(t.Text, k)
	return n > 0 && k+n <= len(t.Words) && int(t.Words[k+n-1].End) >= c.End-1
}

// shownValues are what a form shows of a field.
type shownValues struct {
	values []*candidate
	worst  float64 // confidence
	votes  int     // of the value that the fewest extractors found, at most 3
	rival  float64 // confidence of the best value that is not shown
	odd    float64 // see ballot.odd
	trust  trust
	read   float64 // how sure the surest rule is that reads another as one

	unmentioned bool // the paper has nothing that could be a value of the field
}

func (b *ballot) shownOf(f Field, entities []Entity) *shownValues {
	s := &shownValues{worst: 1, votes: 3}
	for _, e := range entities {
		if e.Field != f || len(s.values) > 0 && !f.IsParty() {
			continue
		}
		i := slices.IndexFunc(b.candidates, func(c *candidate) bool { return c.Field == f && c.Value == e.Value })
		if i < 0 {
			continue
		}
		c := b.candidates[i]
		s.values = append(s.values, c)
		s.worst, s.odd, s.votes = min(s.worst, c.Confidence), max(s.odd, b.odd(c)), min(s.votes, len(c.votes))
	}
	if len(s.values) == 0 {
		s.worst, s.votes = .5, 0
	}
	var ok bool
	if s.trust, ok = b.trusts[f]; !ok {
		s.trust = trust{s.worst, s.worst, 1} // in a text that tells of who sues
	}
	for _, c := range b.candidates {
		if c.Field == f && !slices.Contains(s.values, c) {
			s.rival = max(s.rival, c.Confidence)
			for _, v := range c.votes {
				if v.extractor != modelName {
					s.read = max(s.read, v.own)
				}
			}
		}
	}
	return s
}

// isEmpty reports whether a form shows nothing of a field.
func (p *findings) isEmpty(f Field) bool { return len(p.shown[f].values) == 0 }

// foundBy reports whether one of some extractors found each value.
func (s *shownValues) foundBy(extractors ...string) bool {
	return len(s.values) > 0 && !slices.ContainsFunc(s.values, func(c *candidate) bool {
		return !slices.ContainsFunc(c.votes, func(v vote) bool { return slices.Contains(extractors, v.extractor) })
	})
}

// areScattered reports whether the values do not follow each other at one place.
func (s *shownValues) areScattered() bool {
	const between = 60 // code points: a number, a town
	values := slices.SortedFunc(slices.Values(s.values), func(x, y *candidate) int { return cmp.Compare(x.Start, y.Start) })
	for i := 1; i < len(values); i++ {
		if values[i].Start-values[i-1].End > between {
			return true
		}
	}
	return false
}

// areAlike reports whether two values have a long word in common.
func (s *shownValues) areAlike() bool {
	const long = 4
	for i, c := range s.values {
		words := lex.SplitWords(c.Value)
		for _, o := range s.values[:i] {
			if slices.ContainsFunc(lex.SplitWords(o.Value), func(w string) bool { return len(w) >= long && slices.Contains(words, w) }) {
				return true
			}
		}
	}
	return false
}

// findings are what a paper names and what a form shows of it.
type findings struct {
	text            *Text
	shown           map[Field]*shownValues
	agent, attorney bool // a form shows one

	strangers                int  // persons that are not parties
	strangerLast             bool // the last person named, who may have signed, is one of them
	institutions             int  // known institutions that are not parties
	cedulas                  int  // identity numbers that are not shown
	bareNumbers              int
	addresses                int // that are not shown
	personal                 int // addresses that are not plainly those of offices
	atSigns                  int // of no address that is shown
	acting                   int // phrases about somebody who acts for somebody
	kin                      bool
	identityWords, mailWords bool // the paper speaks of an identity document, of an e-mail
	plural                   bool // the paper speaks of several defendants
}

// findings reads what the assessment of the fields of a result needs.
func (b *ballot) findings(entities []Entity) *findings {
	t := b.text
	p := &findings{text: t, shown: map[Field]*shownValues{}}
	for _, x := range assessedFields {
		p.shown[x.field] = b.shownOf(x.field, entities)
	}
	var parts []string // keys of the names of parties
	for _, e := range entities {
		if e.Field.IsParty() {
			parts = append(parts, field.Key(Plaintiff, e.Value))
		}
		p.agent, p.attorney = p.agent || e.Field == Agent, p.attorney || e.Field == Attorney
	}
	p.countPersons(parts)
	p.countInstitutions(parts)
	p.countNumbers()
	words := " " + string(lex.AppendWords(nil, t.Slice(0, t.Len())))
	p.acting = countPhrases(words, "acting")
	p.kin, p.plural = countPhrases(words, "kin") > 0, countPhrases(words, "plural") > 0
	p.identityWords, p.mailWords = countPhrases(words, "identity") > 0, countPhrases(words, "mail") > 0
	p.shown[Cedula].unmentioned = p.isEmpty(Cedula) && !p.identityWords && !hasLongNumber(t)
	p.shown[Email].unmentioned = p.isEmpty(Email) && !p.mailWords && p.atSigns == 0
	return p
}

// hasLongNumber reports whether a text has a number of as many digits as an identity number has,
// however it is grouped.
func hasLongNumber(t *Text) bool {
	const shortest = 6
	digits := 0
	for _, c := range t.Chars {
		switch {
		case '0' <= c && c <= '9':
			if digits++; digits == shortest {
				return true
			}
		case c != ' ' && c != '.' && c != ',' && c != '\'' && c != '-':
			digits = 0
		}
	}
	return false
}

// phrases are what papers say of who acts for whom, of relatives and of several defendants. The
// last word may go on.
var phrases = lex.Lists("doubt.phrases")

// countPhrases returns how many phrases of a kind stand in words that begin with a blank.
func countPhrases(words, kind string) (n int) {
	for _, phrase := range phrases[kind] {
		if strings.Contains(words, " "+phrase) {
			n++
		}
	}
	return n
}

// countPersons counts whole names that are not those of parties.
func (p *findings) countPersons(parts []string) {
	const known = .5 // share of the words of a name that tables know
	t, seen := p.text.Text, map[string]bool{}
	for _, person := range party.Persons(t, 0, t.Len(), party.NameReading{Limit: t.Len()}) {
		if person.Words < 2 || person.Score < known {
			continue
		}
		key := field.Key(Plaintiff, party.NameOf(t, person))
		stranger, ok := seen[key]
		if !ok {
			stranger = !slices.ContainsFunc(parts, func(name string) bool { return strings.Contains(name, key) || field.AlikeKeys(name, key) })
			seen[key] = stranger
			if stranger {
				p.strangers++
			}
		}
		p.strangerLast = stranger
	}
}

// countInstitutions counts known institutions that are not among the parties.
func (p *findings) countInstitutions(parts []string) {
	t, seen := p.text.Text, map[string]bool{}
	for k := 0; k < len(t.Words); k++ {
		known, n := party.EntityAt(t, k)
		if n == 0 {
			continue
		}
		k += n - 1
		if key := field.Key(Defendant, known.Name); !seen[key] {
			seen[key] = true
			if !slices.ContainsFunc(parts, func(name string) bool { return strings.Contains(name, key) || strings.Contains(key, name) }) {
				p.institutions++
			}
		}
	}
}

// countNumbers counts the identity numbers and e-mail addresses that a form does not show.
func (p *findings) countNumbers() {
	t := p.text.Text
	cedulas, bare, addresses := map[string]bool{}, map[string]bool{}, map[string]bool{}
	ident.Cedulas(t, 0, t.Len(), func(c ident.Cedula) { cedulas[c.Digits] = true })
	ident.BareNumbers(t, func(c ident.Cedula) { bare[c.Digits] = true })
	mail.Addresses(t, 0, t.Len(), func(a mail.Address) {
		if addresses[a.Value] = true; !role.IsInstitutional(a.Value) {
			p.personal++
		}
	})
	for _, c := range p.shown[Cedula].values {
		delete(cedulas, c.Value)
	}
	for _, c := range p.shown[Email].values {
		delete(addresses, c.Value)
	}
	p.cedulas, p.bareNumbers, p.addresses = len(cedulas), len(bare), len(addresses)
	p.atSigns = max(0, strings.Count(t.Slice(0, t.Len()), "@")-len(p.shown[Email].values))
}
