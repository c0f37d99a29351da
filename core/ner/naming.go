package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/parties"
)

// How a party is named. A text spells a name in several ways, and where each begins and ends is open: all are options. The words
// at their bounds make some of them likely (namewords.go); a forest of decision trees tells which is right.

// nameOption is a way to name a party.
type nameOption struct {
	value      string
	words      []string // folded
	start, end int      // code points
	source     nameSource
	places     int                          // that have it so
	hints      int                          // rules that read it so
	confidence float64                      // of the surest of them
	explicit   bool                         // one says that the text states the part in words
	by         [len(extractorNames)]float64 // confidence of each rule
	byWords    float64                      // how likely its words make it
}

// nameSource is how an option came about.
type nameSource int

const (
	wholeSpan nameSource = iota
	readByRule
	lineOfSpan
	upToForm
	aroundSpan
	betweenSigns
	nameSources
)

var sourceNames = [nameSources]string{"span", "rule", "line", "up to the legal form", "around", "between signs"}

// Bounds of what is tried.
const (
	maxNameOptions = 150
	maxWordsBehind = 7
	maxWordsBefore = 3
	maxWordsLess   = 2
)

// named returns the mention of a party by the best of its names, and how likely that is right; false when it has none.
func (h *hearing) named(p *parties.Party) (Mention, float64, bool) {
	options := h.likelyNames(p, h.nameOptions(p), h.forests.bounds)
	facts := h.nameFacts(p, options)
	best, chance := -1, 0.0
	for i, c := range h.forests.names.All(facts) {
		if c[1] > chance {
			best, chance = i, c[1]
		}
	}
	if best < 0 {
		return Mention{}, 0, false
	}
	o := options[best]
	if strings.HasSuffix(o.value, ".") {
		o.end = h.t.PastPoint(o.end)
	}
	return Mention{Value: o.value, Raw: h.t.Slice(o.start, o.end), Start: o.start, End: o.end}, chance, true
}

// nameOptions returns the ways to name a party.
func (h *hearing) nameOptions(p *parties.Party) []nameOption {
	l := optionList{t: h.t, person: p.Person}
	for _, s := range p.Spans {
		l.add(s.First, s.Last, wholeSpan)
	}
	for _, s := range p.Spans {
		l.addParts(s)
		l.addWider(s)
	}
	for _, i := range p.Hints {
		if m := h.mentions[i]; m.Value != "" {
			o := nameOption{value: m.Value, start: m.Start, end: m.End, source: readByRule, hints: 1, confidence: m.Confidence, explicit: m.Explicit}
			o.by[h.hints[i].Rule] = m.Confidence
			l.addOption(o)
		}
	}
	return l.options
}

// optionList gathers options, each once.
type optionList struct {
	t       *Text
	person  bool
	options []nameOption
}

// add adds the name of which the words first to last are.
func (l *optionList) add(first, last int, source nameSource) {
	if first < 0 || first > last || last >= len(l.t.Words) || l.isAbbreviated(first-1) || l.isAbbreviated(last) {
		return
	}
	o := nameOption{start: int(l.t.Words[first].Start), end: int(l.t.Words[last].End), source: source, places: 1}
	if l.person {
		o.value = lex.PersonName(lex.Tidy(l.t.Slice(o.start, o.end)))
	} else {
		o.value = party.WholeForm(lex.Tidy(l.t.Slice(o.start, l.t.PastPoint(o.end))))
	}
	l.addOption(o)
}

// isAbbreviated reports whether word k and the next one are letters of one abbreviation: P.H.
func (l *optionList) isAbbreviated(k int) bool {
	t := l.t
	return k >= 0 && k+1 < len(t.Words) && t.Words[k].End-t.Words[k].Start == 1 && t.Words[k+1].End-t.Words[k+1].Start == 1 && string(t.Between(k)) == "."
}

func (l *optionList) addOption(o nameOption) {
	m := Mention{Field: Defendant, Value: o.value, Start: o.start, End: o.end}
	if !l.person {
		m = l.t.WithChambers(m)
	}
	m = l.t.WithRaw([]Mention{m})[0]
	o.value, o.start, o.end, o.words = m.Value, m.Start, m.End, lex.SplitWords(m.Value)
	if len(o.words) == 0 {
		return
	}
	i := slices.IndexFunc(l.options, func(x nameOption) bool { return slices.Equal(x.words, o.words) })
	switch {
	case i >= 0:
		x := &l.options[i]
		if o.confidence > x.confidence {
			x.value = o.value // in the case in which a rule writes it
		}
		x.places += o.places
		x.hints += o.hints
		x.confidence = max(x.confidence, o.confidence)
		x.explicit = x.explicit || o.explicit
		for r, c := range o.by {
			x.by[r] = max(x.by[r], c)
		}
	case len(l.options) < maxNameOptions:
		l.options = append(l.options, o)
	}
}

// addParts adds what is left of a span that holds too much.
func (l *optionList) addParts(s parties.Span) {
	t := l.t
	for k := s.First + 1; k <= s.Last; k++ {
		gap := string(t.Between(k - 1))
		switch {
		case strings.Contains(gap, "\n"):
			l.add(s.First, k-1, lineOfSpan)
			l.add(k, s.Last, lineOfSpan)
		case strings.ContainsAny(gap, "-–/,("):
			l.add(s.First, k-1, betweenSigns)
			l.add(k, s.Last, betweenSigns)
		}
		if t.Words[k-1].Class&lex.LegalForm != 0 && k > s.First+1 {
			l.add(s.First, k-1, upToForm)
		}
	}
}

// addWider adds a span with what stands beside it, and less what may be none of it, at both ends.
func (l *optionList) addWider(s parties.Span) {
	for first := max(s.First-maxWordsBefore, 0); first <= min(s.First+maxWordsLess, s.Last); first++ {
		if first < s.First && !l.joins(first, s.First) {
			continue
		}
		for last := max(s.Last-maxWordsLess, first); last <= min(s.Last+maxWordsBehind, len(l.t.Words)-1); last++ {
			if last > s.Last && !l.joins(s.Last, last) {
				break
			}
			if l.mayBegin(first) && l.mayEnd(last) {
				l.add(first, last, aroundSpan)
			}
		}
	}
}

// joins reports whether words may be one name as far as what stands between them goes: no end of a sentence or a paragraph, no
// line of a table, and no blanks as between columns.
func (l *optionList) joins(first, last int) bool {
	const widest = 3
	for k := first; k < last; k++ {
		gap := string(l.t.Between(k))
		isSentence := strings.HasPrefix(gap, ". ") && l.t.Words[k].End-l.t.Words[k].Start > 3
		if isSentence || len(gap) > widest || strings.ContainsAny(gap, ":;|\t_") || strings.Count(gap, "\n") > 1 {
			return false
		}
	}
	return true
}

// mayBegin and mayEnd report whether a name may begin or end with a word.
func (l *optionList) mayBegin(k int) bool {
	w := &l.t.Words[k]
	return w.Class&(lex.Function|lex.Particle) == 0 || w.Class&(lex.Given|lex.Surname) != 0 || w.Shape != doc.Lower
}

func (l *optionList) mayEnd(k int) bool {
	w := &l.t.Words[k]
	return w.Class&(lex.Function|lex.Particle) == 0 || w.Class&(lex.Given|lex.Surname|lex.LegalForm) != 0
}

// naming is what is known of an option among the others of a party.
type naming struct {
	t           *Text
	party       *parties.Party
	option      *nameOption
	first, last int // words

	longest     int     // words of the longest name that was read, not made
	mostPlaces  int     // of one of them
	best        float64 // confidence of the surest rule
	likeliest   float64 // by its words, of all options
	within      int     // of how many it is a part
	holds       int     // how many are a part of it
	others      int
	known       int // words that tables have as names
	given       int // of these, which are given names alone
	surnames    int // and surnames alone
	initials    int // single letters
	usual       int // words that are usually written small
	heads       int // words behind the first that begin institutions or courts
	forms       int // legal forms before the last word
	more        int // names that a longer span, or what a rule reads, has in addition
	wider       int // names that any other longer option has in addition
	small       int // words in small letters that no name has
	common      int // words of other kinds
	isCanonical bool
	isShortened bool // another option has a word where this one has the first letter of it
	lacksHead   bool // another option has the word for an institution before this one
}

// nameClasses are the classes of the forest of names.
var nameClasses = []string{"wrong", "right"}

// nameFact is something known of an option.
type nameFact struct {
	name string
	of   func(n *naming) float64
}

// ownNameFacts are those beside the sources and the classes of words.
var ownNameFacts = []nameFact{
	{"person", func(n *naming) float64 { return asOne(n.party.Person) }},
	{"court", func(n *naming) float64 { return asOne(n.party.Court) }},
	{"places", func(n *naming) float64 { return float64(n.option.places) }},
	{"places fewer than another", func(n *naming) float64 { return float64(n.mostPlaces - n.option.places) }},
	{"rules", func(n *naming) float64 { return float64(n.option.hints) }},
	{"surest rule", func(n *naming) float64 { return n.option.confidence }},
	{"surer rule for another", func(n *naming) float64 { return n.best - n.option.confidence }},
	{"said in words", func(n *naming) float64 { return asOne(n.option.explicit) }},
	{"likely by its words", func(n *naming) float64 { return n.option.byWords }},
	{"less likely by its words than another", func(n *naming) float64 { return n.likeliest - n.option.byWords }},
	{"words", func(n *naming) float64 { return float64(len(n.option.words)) }},
	{"words fewer than the longest", func(n *naming) float64 { return float64(n.longest - len(n.option.words)) }},
	{"within others", func(n *naming) float64 { return float64(n.within) }},
	{"holds others", func(n *naming) float64 { return float64(n.holds) }},
	{"options", func(n *naming) float64 { return float64(n.others) }},
	{"known names", func(n *naming) float64 { return float64(n.known) }},
	{"share of known names", func(n *naming) float64 { return float64(n.known) / float64(n.last-n.first+1) }},
	{"given names alone", func(n *naming) float64 { return float64(n.given) }},
	{"surnames alone", func(n *naming) float64 { return float64(n.surnames) }},
	{"initials", func(n *naming) float64 { return float64(n.initials) }},
	{"names that a longer one adds", func(n *naming) float64 { return float64(n.more) }},
	{"names that words beside add", func(n *naming) float64 { return float64(n.wider) }},
	{"words usually small", func(n *naming) float64 { return float64(n.usual) }},
	{"first word usually small", func(n *naming) float64 { return asOne(isUsual(n.t, n.first)) }},
	{"last word usually small", func(n *naming) float64 { return asOne(isUsual(n.t, n.last)) }},
	{"heads of institutions inside", func(n *naming) float64 { return float64(n.heads) }},
	{"legal forms inside", func(n *naming) float64 { return float64(n.forms) }},
	{"name before a joining word", func(n *naming) float64 {
		if n.first < 2 || n.word(n.first-1).Class&(lex.Function|lex.Particle) == 0 || string(n.t.Between(n.first-2)) != " " {
			return 0
		}
		return kindBeside(n.t, n.first-2)
	}},
	{"rare given name before", func(n *naming) float64 {
		return asOne(n.first > 0 && rareGiven[n.t.Key(n.first-1)] && string(n.t.Between(n.first-1)) == " ")
	}},
	{"particle before", func(n *naming) float64 {
		return asOne(n.first > 0 && n.word(n.first-1).Class&lex.Particle != 0 && n.word(n.first-1).Shape == n.word(n.first).Shape && string(n.t.Between(n.first-1)) == " ")
	}},
	{"name on the next line", func(n *naming) float64 {
		if n.last+1 >= len(n.t.Words) || !strings.Contains(string(n.t.Between(n.last)), "\n") {
			return 0
		}
		return kindBeside(n.t, n.last+1)
	}},
	{"small words", func(n *naming) float64 { return float64(n.small) }},
	{"common words", func(n *naming) float64 { return float64(n.common) }},
	{"in the gazetteer", func(n *naming) float64 { return asOne(n.isCanonical) }},
	{"begins small", func(n *naming) float64 { return asOne(n.word(n.first).Shape == doc.Lower) }},
	{"ends small", func(n *naming) float64 { return asOne(n.word(n.last).Shape == doc.Lower) }},
	{"one case", func(n *naming) float64 { return asOne(n.word(n.first).Shape == n.word(n.last).Shape) }},
	{"letters of the first word", func(n *naming) float64 { return float64(n.word(n.first).End - n.word(n.first).Start) }},
	{"letters of the last word", func(n *naming) float64 { return float64(n.word(n.last).End - n.word(n.last).Start) }},
	{"ends with an initial", func(n *naming) float64 {
		return asOne(n.word(n.last).End-n.word(n.last).Start <= 2 && !isForm(n.word(n.last)))
	}},
	{"another has the word for an initial", func(n *naming) float64 { return asOne(n.isShortened) }},
	{"number behind", func(n *naming) float64 {
		if n.last+1 >= len(n.t.Words) || string(n.t.Between(n.last)) != " " || n.word(n.last+1).Shape != doc.Number {
			return 0
		}
		return float64(n.word(n.last+1).End - n.word(n.last+1).Start)
	}},
	{"another begins with the word for an institution", func(n *naming) float64 { return asOne(n.lacksHead) }},
	{"over a line end", func(n *naming) float64 { return asOne(strings.Contains(n.t.Slice(n.option.start, n.option.end), "\n")) }},
	{"colon", func(n *naming) float64 {
		return asOne(strings.ContainsAny(n.t.Slice(n.option.start, n.option.end), ":;"))
	}},
	{"brackets", func(n *naming) float64 { return asOne(strings.ContainsAny(n.option.value, "()\"/")) }},
	{"comma", func(n *naming) float64 { return asOne(strings.Contains(n.option.value, ",")) }},
	{"dash", func(n *naming) float64 { return asOne(strings.Contains(n.option.value, "-")) }},
	{"digits", func(n *naming) float64 { return asOne(strings.ContainsAny(n.option.value, "0123456789")) }},
	{"capitalised word before", func(n *naming) float64 {
		if n.first == 0 || string(n.t.Between(n.first-1)) != " " {
			return 0
		}
		return kindBeside(n.t, n.first-1)
	}},
	{"capitalised word behind", func(n *naming) float64 {
		if n.last+1 >= len(n.t.Words) || string(n.t.Between(n.last)) != " " {
			return 0
		}
		return kindBeside(n.t, n.last+1)
	}},
	{"begins a line", func(n *naming) float64 { return asOne(n.t.BeginsLine(n.first)) }},
	{"ends a line", func(n *naming) float64 { return asOne(n.t.EndsLine(n.last)) }},
}

// wordClasses are the classes of the first and of the last word of a name that tell something.
var wordClasses = []struct {
	name  string
	class lex.Class
}{
	{"given name", lex.Given}, {"surname", lex.Surname}, {"common word", lex.Common}, {"function word", lex.Function}, {"particle", lex.Particle}, {"honorific", lex.Honorific},
	{"word of identity", lex.Identity}, {"word for an institution", lex.EntityHead}, {"word for a court", lex.CourtHead}, {"legal form", lex.LegalForm}, {"start of an institution", lex.EntityStart}, {"word of courts", lex.CourtWord},
}

// allNameFacts are all facts in their order.
var allNameFacts = func() []nameFact {
	all := slices.Clone(ownNameFacts)
	for s := range nameSources {
		all = append(all, nameFact{"source: " + sourceNames[s], func(n *naming) float64 { return asOne(n.option.source == s) }})
	}
	for r, rule := range extractorNames {
		all = append(all, nameFact{"read by " + rule, func(n *naming) float64 { return n.option.by[r] }})
	}
	for _, c := range wordClasses {
		all = append(all,
			nameFact{"first: " + c.name, func(n *naming) float64 { return asOne(n.word(n.first).Class&c.class != 0) }},
			nameFact{"last: " + c.name, func(n *naming) float64 { return asOne(n.word(n.last).Class&c.class != 0) }})
	}
	return all
}()

func nameFactNames() []string {
	names := make([]string, len(allNameFacts))
	for i, f := range allNameFacts {
		names[i] = f.name
	}
	return names
}

// nameFacts returns what is known of each option.
func (h *hearing) nameFacts(p *parties.Party, all []nameOption) [][]float32 {
	out := make([][]float32, len(all))
	for i := range all {
		n := h.naming(p, all, i)
		out[i] = make([]float32, len(allNameFacts))
		for k, f := range allNameFacts {
			out[i][k] = float32(f.of(n))
		}
	}
	return out
}

func (h *hearing) naming(p *parties.Party, all []nameOption, i int) *naming {
	t, o := h.t, &all[i]
	n := &naming{t: t, party: p, option: o, first: t.WordAt(o.start), last: t.WordAt(o.end - 1), others: len(all)}
	for k := range all {
		x := &all[k]
		adds := 0
		n.likeliest = max(n.likeliest, x.byWords)
		n.isShortened = n.isShortened || shortens(o.words, x.words)
		n.lacksHead = n.lacksHead || len(x.words) > len(o.words) && isPartOf(o.words, x.words) && x.words[0] != o.words[0] && t.Words[t.WordAt(x.start)].Class&lex.EntityHead != 0
		if isPartOf(o.words, x.words) {
			for k := t.WordAt(x.start); k <= t.WordAt(x.end-1); k++ {
				adds += int(asOne(mayName(t, k) && !slices.Contains(o.words, t.Key(k))))
			}
		}
		if x.source != wholeSpan && x.source != readByRule {
			n.wider = max(n.wider, adds)
			continue
		}
		n.longest, n.mostPlaces, n.best = max(n.longest, len(x.words)), max(n.mostPlaces, x.places), max(n.best, x.confidence)
		n.within += int(asOne(isPartOf(o.words, x.words)))
		n.holds += int(asOne(isPartOf(x.words, o.words)))
		n.more = max(n.more, adds)
	}
	for k := n.first; k <= n.last; k++ {
		w := n.word(k)
		isName := w.Class&(lex.Given|lex.Surname) != 0
		n.known += int(asOne(isName))
		n.given += int(asOne(w.Class&(lex.Given|lex.Surname) == lex.Given))
		n.surnames += int(asOne(w.Class&(lex.Given|lex.Surname) == lex.Surname))
		n.initials += int(asOne(w.End-w.Start == 1))
		n.usual += int(asOne(!isName && isUsual(t, k)))
		n.heads += int(asOne(k > n.first && !isName && w.Class&(lex.EntityHead|lex.CourtHead|lex.EntityStart) != 0))
		n.forms += int(asOne(k < n.last && k > n.first && w.Class&lex.LegalForm != 0 && n.word(k+1).Class&lex.LegalForm == 0))
		n.small += int(asOne(w.Shape == doc.Lower && w.Class&(lex.Particle|lex.Function) == 0))
		n.common += int(asOne(!isName && w.Class&(lex.Common|lex.Identity|lex.Honorific) != 0))
	}
	var buf [128]byte
	n.isCanonical = t.Lex.Canonical(lex.AppendWords(buf[:0], o.value)) != ""
	return n
}

func (n *naming) word(k int) *doc.Word { return &n.t.Words[k] }

// mayName reports whether word k may be part of a person's name: a table has it as one, or nobody knows it.
func mayName(t *Text, k int) bool {
	w := &t.Words[k]
	return w.Class&(lex.Given|lex.Surname) != 0 || w.Class == 0 && w.Shape != doc.Lower && w.End-w.Start > 1 && !isUsual(t, k)
}

// isUsual reports whether word k is usually written in small letters.
func isUsual(t *Text, k int) bool { return defaultProse().IsLower(lex.HashBytes([]byte(t.Key(k)))) }

// kindBeside tells a capitalised word beside a name: 0 for none, 1 for any, 2 for a name, 3 for a
// word that is none, 4 for a legal form.
func kindBeside(t *Text, k int) float64 {
	switch w := &t.Words[k]; {
	case w.Shape == doc.Lower:
		return 0
	case w.Class&(lex.Given|lex.Surname) != 0:
		return 2
	case w.Class&lex.LegalForm != 0:
		return 4
	case w.Class&(lex.Common|lex.Honorific|lex.Function) != 0 || isUsual(t, k):
		return 3
	}
	return 1
}

// shortens reports whether words are those of another name but that they have the beginning of one of its words alone: Gelber
// Ortiz S. and Gelber Ortiz Sanabria.
func shortens(words, other []string) bool {
	if len(words) != len(other) {
		return false
	}
	short := false
	for i, w := range words {
		switch {
		case w == other[i]:
		case len(w) < len(other[i]) && strings.HasPrefix(other[i], w):
			short = true
		default:
			return false
		}
	}
	return short
}

func isForm(w *doc.Word) bool { return w.Class&lex.LegalForm != 0 }

// isPartOf reports whether words stand in a longer list of words, in a row.
func isPartOf(words, longer []string) bool {
	if len(words) >= len(longer) {
		return false
	}
	for i := 0; i+len(words) <= len(longer); i++ {
		if slices.Equal(longer[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
