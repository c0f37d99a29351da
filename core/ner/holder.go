package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/boost"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/place"
	"github.com/cotejo/cotejo/core/ner/internal/role"
	"github.com/cotejo/cotejo/core/ner/parties"
	"github.com/cotejo/cotejo/core/text"
)

// Whose numbers and addresses are, and which court a paper is written to or by: all that a paper names are
// candidates, and forests of decision trees weigh what is known of each and of the parties beside it.

// holderClasses are the classes of these forests.
var holderClasses = []string{"other", "sought"}

// holding is an identity number, an e-mail address, a court or the number of a case at each of its places.
type holding struct {
	parties.Identifier
	mention Mention   // at the first place where a rule reads it, else at the first
	read    []Mention // by rules
	rules   []int     // of each of them
}

// holdings are all that may be the value of one field, each once.
type holdings struct {
	t     *Text
	end   int // words that are looked at
	field Field
	all   []holding
}

// maxHoldings bounds the holdings of a field.
const maxHoldings = 60

// sureCase is the chance from which on a number that rules read as that of a case is the paper's own whatever they say: they take
// the tutela of which an incidente tells for another case.
const sureCase = 0.85

// attribute adds the plaintiff's numbers and addresses, the court and the case to the ballot. What rules read as
// a court or the number of a case they vote for.
func (b *ballot) attribute(h *hearing, d *parties.Document, chances [][]float64) {
	f := h.forests
	b.addHeld(h.numbers(), f.numbers, d, chances)
	b.addHeld(h.addresses(), f.addresses, d, chances)
	b.addHeld(h.courts(), f.courts, d, chances)
	b.addHeld(h.cases(), f.cases, d, chances)
}

func (b *ballot) addHeld(l *holdings, f *boost.Forest, d *parties.Document, chances [][]float64) {
	for i, p := range l.chances(f, d.IdentifierFacts(identifiersOf(l.all), chances)) {
		x := &l.all[i]
		isVotedFor := len(x.read) > 0 && (l.field == Court || l.field == Radicado && p < sureCase)
		if p < minJudged || isVotedFor {
			continue
		}
		m := x.mention
		m.Confidence, m.Judged = p, p
		c := b.add(modelName, 1, m)
		if c == nil {
			continue
		}
		for n, r := range x.read {
			c.votes = mergeVotes(c.votes, []vote{{extractorNames[x.rules[n]], 0, r.Confidence}})
			if r.Owner != "" && len(c.owners) < maxOwners && !slices.Contains(c.owners, r.Owner) {
				c.owners = append(c.owners, r.Owner)
			}
		}
	}
}

// chances returns the chance of each to be what is sought. Where no address is likely the plaintiff's, the likeliest is
// just likely enough to be told: few papers that name any have none of the plaintiff's.
func (l *holdings) chances(f *boost.Forest, facts [][]float32) []float64 {
	all, best := make([]float64, len(facts)), -1
	for i, c := range f.All(facts) {
		if all[i] = c[1]; best < 0 || all[i] > all[best] {
			best = i
		}
	}
	if best >= 0 && all[best] >= minLikeliest && l.field == Email {
		all[best] = max(all[best], DefaultConfig().MinConfidence)
	}
	return all
}

func identifiersOf(list []holding) []parties.Identifier {
	all := make([]parties.Identifier, len(list))
	for i := range list {
		all[i] = list[i].Identifier
	}
	return all
}

// numbers returns the numbers of a paper that may be those of identity documents or companies.
func (h *hearing) numbers() *holdings {
	l := &holdings{t: h.t, end: len(h.described.Words), field: Cedula}
	to := l.endOfWords()
	ident.Cedulas(h.t.Text, 0, to, func(c ident.Cedula) {
		if c.Kind != "nit" {
			l.add(Mention{Value: c.Digits, Start: c.Start, End: c.End, Confidence: c.Score}, kindOfNumber(c.Kind))
		}
	})
	ident.PossibleNumbers(h.t.Text, l.end, func(c ident.Cedula) {
		kind := parties.BareNumber
		if c.Kind == "nit" {
			kind = parties.CompanyNumber
		}
		l.add(Mention{Value: c.Digits, Start: c.Start, End: c.End, Confidence: c.Score}, kind)
	})
	l.hear(h.held)
	return l
}

// addresses returns the e-mail addresses of a paper.
func (h *hearing) addresses() *holdings {
	l := &holdings{t: h.t, end: len(h.described.Words), field: Email}
	mail.Addresses(h.t.Text, 0, l.endOfWords(), func(a mail.Address) {
		l.add(Mention{Value: a.Value, Start: a.Start, End: a.End, Confidence: a.Score}, parties.MailAddress)
	})
	l.hear(h.held)
	return l
}

// cases returns the numbers of a paper that may be those of cases.
func (h *hearing) cases() *holdings {
	l := &holdings{t: h.t, end: len(h.described.Words), field: Radicado}
	l.hear(h.held)
	ident.PossibleCases(h.t.Text, l.end, func(start, end int, value string, score float64) {
		l.add(Mention{Value: value, Start: start, End: end, Confidence: score}, parties.CaseNumber)
	})
	l.all = slices.DeleteFunc(l.all, func(x holding) bool {
		return h.t.Lists && paper.IsCaseRow(h.t.Text, h.t.LineAt(x.mention.Start)) // of a list of other cases
	})
	return l
}

// courts returns the courts that a paper names.
func (h *hearing) courts() *holdings {
	l := &holdings{t: h.t, end: len(h.described.Words), field: Court}
	for k := range l.end {
		if !place.CourtHeadAt(h.t.Text, k) {
			continue
		}
		c, ok := place.CourtAt(h.t.Text, k)
		if !ok {
			c, ok = place.JudgeAt(h.t.Text, k)
		}
		if !ok {
			continue
		}
		x := l.add(Mention{Value: c.Value, Start: c.Start, End: c.End, Confidence: 1}, parties.CourtName)
		if x != nil {
			x.Numbered, x.InTown = c.Number > 0, c.City != ""
		}
	}
	l.hear(h.held)
	return l
}

func kindOfNumber(document string) parties.IdentifierKind {
	switch document {
	case "ti", "rc", "nuip":
		return parties.ChildNumber
	case "ce", "ppt":
		return parties.ForeignNumber
	}
	return parties.AdultNumber
}

func (l *holdings) endOfWords() int {
	if l.end == 0 {
		return 0
	}
	return int(l.t.Words[l.end-1].End)
}

// add adds a place of a number or an address, as it is printed. Places that overlap another are the same.
func (l *holdings) add(m Mention, kind parties.IdentifierKind) *holding {
	m.Field = l.field
	if m = l.t.WithRaw([]Mention{m})[0]; l.t.IsPrinted(m.Start, m.End) && !setPrinted(l.t, &m) {
		return nil
	}
	s := parties.Span{First: l.t.WordAt(m.Start), Last: l.t.WordAt(m.End - 1)}
	if m.Value == "" || s.Last >= l.end || s.Last < s.First {
		return nil
	}
	overlaps := func(o parties.Span) bool { return o.First <= s.Last && s.First <= o.Last }
	if i := slices.IndexFunc(l.all, func(x holding) bool { return x.Value != m.Value && slices.ContainsFunc(x.Spans, overlaps) }); i >= 0 && kind <= parties.CompanyNumber {
		return nil
	}
	i := slices.IndexFunc(l.all, func(x holding) bool { return x.Value == m.Value })
	if i < 0 {
		if len(l.all) == maxHoldings {
			return nil
		}
		x := holding{mention: m}
		x.Value, x.Kind, x.Score = m.Value, kind, m.Confidence
		if kind == parties.MailAddress {
			_, domain, _ := strings.Cut(m.Value, "@")
			x.Office, x.Known = role.IsInstitutional(m.Value), mail.IsKnown(domain)
		}
		l.all = append(l.all, x)
		i = len(l.all) - 1
	}
	x := &l.all[i]
	x.Score = max(x.Score, m.Confidence)
	if x.Kind == parties.BareNumber {
		x.Kind = kind
	}
	if !slices.ContainsFunc(x.Spans, overlaps) {
		x.Spans = append(x.Spans, s)
	}
	return x
}

// kindsOfFields are the kinds of what rules read of a field.
var kindsOfFields = map[Field]parties.IdentifierKind{Cedula: parties.AdultNumber, Email: parties.MailAddress, Court: parties.CourtName, Radicado: parties.CaseNumber}

// hear notes what rules read of the numbers and addresses.
func (l *holdings) hear(held []heldMention) {
	for _, r := range held {
		if r.Field != l.field {
			continue
		}
		kind := kindsOfFields[l.field]
		i := slices.IndexFunc(l.all, func(x holding) bool { return x.Value == r.Value })
		if i < 0 {
			if l.add(r.Mention, kind) == nil {
				continue
			}
			i = len(l.all) - 1
		}
		x := &l.all[i]
		if len(x.read) == 0 {
			x.mention = r.Mention
		}
		x.read, x.rules = append(x.read, r.Mention), append(x.rules, r.rule)
		x.Hints[r.rule] = max(x.Hints[r.rule], r.scaled)
		if s, ok := l.owner(r.Mention); ok {
			x.Owners = append(x.Owners, s)
		}
	}
}

// owner returns where the name stands to whose bearer a rule gives a number: the place nearest before it,
// else the nearest behind it.
func (l *holdings) owner(m Mention) (parties.Span, bool) {
	words := strings.Fields(text.Fold(m.Owner))
	if len(words) == 0 {
		return parties.Span{}, false
	}
	at := min(l.t.WordAt(m.Start), l.end)
	for k := at - 1; k >= 0; k-- {
		if l.spells(k, words) {
			return parties.Span{First: k, Last: k + len(words) - 1}, true
		}
	}
	for k := at; k < l.end; k++ {
		if l.spells(k, words) {
			return parties.Span{First: k, Last: k + len(words) - 1}, true
		}
	}
	return parties.Span{}, false
}

// spells reports whether some words stand at word k.
func (l *holdings) spells(k int, words []string) bool {
	if k+len(words) > l.end {
		return false
	}
	for i, w := range words {
		if string(l.t.Folded(k+i)) != w {
			return false
		}
	}
	return true
}
