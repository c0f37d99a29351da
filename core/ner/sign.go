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

// The signs against fields; see doubt.go.

// valueSigns are the signs that any field has.
func valueSigns(f Field) []sign {
	shown := func(p *findings) *shownValues { return p.shown[f] }
	return []sign{
		{"weak", ReasonUnclear, func(p *findings) float64 { return 1 - logit(shown(p).worst)/4 }},
		{"votes", ReasonUnclear, func(p *findings) float64 { return 1 - float64(shown(p).votes)/3 }},
		{"no label", ReasonUnclear, func(p *findings) float64 { return asOne(!shown(p).foundBy("label")) }},
		{"no structure", ReasonUnclear, func(p *findings) float64 { return asOne(!shown(p).foundBy("structure")) }},
		{"unlabelled", ReasonUnclear, func(p *findings) float64 { return asOne(!shown(p).foundBy("label", "structure")) }},
		{"rival", ReasonOthers, func(p *findings) float64 { return shown(p).rival }},
		{"odd", ReasonPartial, func(p *findings) float64 { return shown(p).odd }},
		{"agent", ReasonRepresented, func(p *findings) float64 { return asOne(p.agent) }},
		{"acting", ReasonRepresented, func(p *findings) float64 { return asOne(p.acting > 0 && !p.agent && !p.attorney) }},
		{"persons", ReasonOthers, func(p *findings) float64 { return grade(p.strangers, 2) }},
		{"noise", ReasonUnreadable, func(p *findings) float64 { return math.Sqrt(p.text.Noise) }},
	}
}

// partySigns are the signs that a field of parties has.
func partySigns(f Field) []sign {
	any := func(is func(*findings, *candidate) bool) func(*findings) float64 {
		return func(p *findings) float64 {
			return asOne(slices.ContainsFunc(p.shown[f].values, func(c *candidate) bool { return is(p, c) }))
		}
	}
	return append(valueSigns(f),
		sign{"missing", ReasonMissing, func(p *findings) float64 { return asOne(len(p.shown[f].values) == 0) }},
		sign{"several", ReasonSeveral, func(p *findings) float64 { return asOne(len(p.shown[f].values) > 1) }},
		sign{"scattered", ReasonSeveral, func(p *findings) float64 { return asOne(p.shown[f].areScattered()) }},
		sign{"unstated", ReasonUnclear, any(func(_ *findings, c *candidate) bool { return !c.explicit && !c.titled })},
		sign{"goes on", ReasonPartial, any(func(p *findings, c *candidate) bool { return goesOn(p.text, c) })},
	)
}

var plaintiffSigns = []sign{
	{"short", ReasonPartial, func(p *findings) float64 {
		return asOne(slices.ContainsFunc(p.shown[Plaintiff].values, func(c *candidate) bool { return len(lex.SplitWords(c.Value)) < 3 }))
	}},
	{"signer", ReasonOthers, func(p *findings) float64 { return asOne(p.strangerLast) }},
	{"actors", ReasonRepresented, func(p *findings) float64 { return float64(p.acting) / 3 }},
}

var defendantSigns = []sign{
	{"plural", ReasonOthers, func(p *findings) float64 { return asOne(p.plural && len(p.shown[Defendant].values) < 2) }},
	{"institutions", ReasonOthers, func(p *findings) float64 { return grade(p.institutions, 2) }},
	{"one word", ReasonPartial, func(p *findings) float64 {
		return asOne(slices.ContainsFunc(p.shown[Defendant].values, func(c *candidate) bool { return len(lex.SplitWords(c.Value)) == 1 && !isKnown(p.text, c) }))
	}},
	{"unknown", ReasonUnclear, func(p *findings) float64 {
		return asOne(slices.ContainsFunc(p.shown[Defendant].values, func(c *candidate) bool { return !isKnown(p.text, c) }))
	}},
	{"punctuation", ReasonPartial, func(p *findings) float64 {
		return asOne(slices.ContainsFunc(p.shown[Defendant].values, func(c *candidate) bool { return strings.ContainsAny(c.Value, "()\"/:;,“") }))
	}},
	{"person", ReasonUnclear, func(p *findings) float64 {
		return asOne(slices.ContainsFunc(p.shown[Defendant].values, func(c *candidate) bool { return p.text.Lex.IsPersonal(lex.SplitWords(c.Value)) }))
	}},
	{"issued", ReasonUnclear, func(p *findings) float64 { return asOne(p.text.Issued()) }},
}

// noneNamed is the sign that nothing is shown of a field of which the paper says nothing.
const noneNamed = "none named"

var cedulaSigns = []sign{
	{noneNamed, ReasonMissing, always},
	{"numbers", ReasonOthers, func(p *findings) float64 { return grade(p.cedulas, 2) }},
	{"words left", ReasonMissing, func(p *findings) float64 { return asOne(len(p.shown[Cedula].values) == 0 && p.identityWords) }},
	{"number left", ReasonMissing, func(p *findings) float64 { return asOne(len(p.shown[Cedula].values) == 0 && p.cedulas > 0) }},
	{"bare number left", ReasonMissing, func(p *findings) float64 { return asOne(len(p.shown[Cedula].values) == 0 && p.bareNumbers > 0) }},
	{"unowned", ReasonDependent, func(p *findings) float64 {
		return asOne(!slices.ContainsFunc(p.shown[Cedula].values, func(c *candidate) bool { return len(c.owners) > 0 && !c.foreign }))
	}},
	{"no plaintiff", ReasonDependent, func(p *findings) float64 { return asOne(len(p.shown[Plaintiff].values) == 0) }},
	{"plaintiffs", ReasonSeveral, func(p *findings) float64 { return asOne(len(p.shown[Plaintiff].values) > 1) }},
	{"kin", ReasonRepresented, func(p *findings) float64 { return asOne(p.kin && !p.agent && !p.attorney) }},
}

var emailSigns = []sign{
	{noneNamed, ReasonMissing, always},
	{"addresses", ReasonOthers, func(p *findings) float64 { return grade(p.addresses, 2) }},
	{"at signs", ReasonOthers, func(p *findings) float64 { return grade(p.atSigns, 2) }},
	{"words left", ReasonMissing, func(p *findings) float64 { return asOne(len(p.shown[Email].values) == 0 && p.mailWords) }},
	{"at sign left", ReasonMissing, func(p *findings) float64 { return asOne(len(p.shown[Email].values) == 0 && p.atSigns > 0) }},
	{"personal address left", ReasonMissing, func(p *findings) float64 { return asOne(len(p.shown[Email].values) == 0 && p.personal > 0) }},
	{"domain", ReasonPartial, func(p *findings) float64 {
		return asOne(slices.ContainsFunc(p.shown[Email].values, func(c *candidate) bool {
			_, domain, _ := strings.Cut(c.Value, "@")
			return !mail.IsKnown(domain)
		}))
	}},
}

func always(*findings) float64 { return 1 }

// grade grows with the logarithm of a count; 1 is reached at 2^full-1.
func grade(n, full int) float64 { return math.Log2(1+float64(n)) / float64(full) }

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

	noneNamed bool // the paper has nothing that could be a value of the field
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
	for _, c := range b.candidates {
		if c.Field == f && !slices.Contains(s.values, c) {
			s.rival = max(s.rival, c.Confidence)
		}
	}
	return s
}

// isRightlyEmpty reports whether nothing is shown of a field of which the paper says nothing.
func (s *shownValues) isRightlyEmpty() bool { return len(s.values) == 0 && s.noneNamed }

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

// findings are what a paper names and what a form shows of it.
type findings struct {
	text            *Text
	shown           map[Field]*shownValues
	agent, attorney bool // a form shows one

	strangers                int  // persons who have no part
	strangerLast             bool // the person named last, as the one who signs, has none
	institutions             int  // known institutions that have no part
	cedulas                  int  // numbers that words call those of an identity document
	bareNumbers              int
	addresses                int
	personal                 int // addresses that are not plainly those of offices
	atSigns                  int
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
	var parts []string // keys of the names that have a part
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
	p.shown[Cedula].noneNamed = !p.identityWords && !hasLongNumber(t)
	p.shown[Email].noneNamed = !p.mailWords && p.atSigns == 0
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

// countNumbers counts identity numbers and e-mail addresses.
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
	p.cedulas, p.bareNumbers, p.addresses = len(cedulas), len(bare), len(addresses)
	p.atSigns = strings.Count(t.Slice(0, t.Len()), "@")
}
