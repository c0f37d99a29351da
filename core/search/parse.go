package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Query is a parsed search text. The zero value matches every document.
type Query struct {
	terms    []term // all must match
	excluded []term // none may match
	size     int    // including alternatives
	nothing  bool   // no word that a document could contain
	row      Phrase // the words as written, if the query has nothing else
}

// term matches a document that has one of its tokens, a word with its prefix, all of its parts, or
// its phrase. A term with alternatives matches if one of them does.
type term struct {
	or     []term // two or more; the rest is empty
	tokens []string
	prefix string
	parts  []string
	phrase Phrase
	word   string // as written, folded; for a term of one word
}

// Limits of a query; anything beyond them is ignored.
const (
	MaxLength = 1000 // code points
	MaxTerms  = 32   // words, phrases and numbers
	maxPhrase = 32   // words of a phrase
)

// A last word this long stands for longer ones as well; a shorter one would
// stand for half the dictionary.
const (
	minPrefix       = 3
	minNumberPrefix = 4
)

// Parse reads a query as people type it. It never fails: what has no meaning is
// left out.
//
//	pensión vejez     both words, inflected in any way
//	"mínimo vital"    these words side by side, exactly, except case and accents
//	-sanitas          not this word; -"acción popular" not this phrase
//	salud OR vida     one of them; a phrase beside words then stands for its words
//	salud NOT vida    as -vida; AND changes nothing
//	rodr              as the last word: what begins so, too
//	52.418.903        the number, however its digits are grouped
//
// O, NO and Y mean the same as OR, NOT and AND, unless all of the query is in
// capitals: then they are ordinary words. OR combines the two words beside it.
//
// Of a text longer than MaxLength the beginning is read, of more than MaxTerms
// terms the first ones.
func Parse(s string) Query {
	var q Query
	s = limited(s, MaxLength)
	pieces := split(s)
	before := noOperator // the operator before a piece
	for i := 0; i < len(pieces); i++ {
		p := pieces[i]
		excluded := p.excluded || before == opNot
		switch {
		case p.operator != noOperator:
			before = p.operator
			continue
		case p.quoted:
			q.put(excluded, before == opOr, quoted(p.text))
		case excluded:
			q.put(true, false, bareTerms(p.text)...)
		default: // adjacent pieces may be one number
			last := i
			for last+1 < len(pieces) && pieces[last+1].plain() {
				last++
			}
			terms := bareTerms(s[p.start:pieces[last].end])
			if last == len(pieces)-1 && len(terms) > 0 {
				terms[len(terms)-1].openEnd()
			}
			q.put(false, before == opOr, terms...)
			i = last
		}
		before = noOperator
	}
	q.setRow()
	q.dropStopWords()
	q.nothing = q.size == 0 && slices.ContainsFunc(pieces, piece.asks)
	return q
}

func limited(s string, runes int) string {
	for i := range s {
		if runes--; runes < 0 {
			return s[:i]
		}
	}
	return s
}

func isOperator(r rune) bool {
	return r == '-' || isQuote(r) || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError
}

func isQuote(r rune) bool { return strings.ContainsRune("\"“”„«»", r) }

// piece is a part of a query between spaces or quotes.
type piece struct {
	text             string
	start, end       int // bytes of the query
	quoted, excluded bool
	operator         operator
}

// asks reports whether the piece contains more than operators.
func (p piece) asks() bool {
	return p.operator == noOperator && strings.TrimFunc(p.text, isOperator) != ""
}

func (p piece) plain() bool { return !p.quoted && !p.excluded && p.operator == noOperator }

type operator uint8

const (
	noOperator operator = iota
	opAnd
	opOr
	opNot
)

var (
	operators        = map[string]operator{"AND": opAnd, "OR": opOr, "NOT": opNot}
	spanishOperators = map[string]operator{"Y": opAnd, "O": opOr, "NO": opNot}
)

// split splits a query at spaces and quotes. An unclosed quote extends to the end.
func split(s string) []piece {
	var pieces []piece
	mixed := strings.IndexFunc(s, unicode.IsLower) >= 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		p := piece{start: i}
		for strings.HasPrefix(s[i:], "-") {
			p.excluded = true
			i++
		}
		if r, n = utf8.DecodeRuneInString(s[i:]); isQuote(r) {
			p.quoted = true
			i += n
			length := strings.IndexFunc(s[i:], isQuote)
			if length < 0 {
				length = len(s) - i
			}
			p.text = s[i : i+length]
			_, n = utf8.DecodeRuneInString(s[i+length:])
			i += length + n
		} else {
			length := strings.IndexFunc(s[i:], func(r rune) bool { return unicode.IsSpace(r) || isQuote(r) })
			if length < 0 {
				length = len(s) - i
			}
			p.text = s[i : i+length]
			i += length
			if p.operator = operators[p.text]; p.operator == noOperator && mixed {
				p.operator = spanishOperators[p.text]
			}
		}
		p.end = i
		pieces = append(pieces, p)
	}
	return pieces
}

// put adds terms. With alternative, the first of them is an alternative to the previous term.
func (q *Query) put(excluded, alternative bool, terms ...term) {
	for i, t := range terms {
		if t.empty() || q.size == MaxTerms {
			continue
		}
		q.size++
		last := len(q.terms) - 1
		switch {
		case excluded:
			q.excluded = append(q.excluded, t)
		case alternative && i == 0 && last >= 0:
			q.terms[last] = term{or: append(q.terms[last].alternatives(), t)}
		default:
			q.terms = append(q.terms, t)
		}
	}
}

// alternatives returns the alternatives of a term, or the term itself if it has none.
func (t term) alternatives() []term {
	if len(t.or) > 0 {
		return t.or
	}
	return []term{t}
}

// phrases returns the phrases of which one must occur in the words; nil if something other than a
// phrase also matches.
func (t term) phrases() []Phrase {
	var all []Phrase
	for _, a := range t.alternatives() {
		if len(a.phrase) == 0 {
			return nil
		}
		all = append(all, a.phrase)
	}
	return all
}

func (t *term) empty() bool { return len(t.tokens)+len(t.phrase) == 0 }

// phraseOf returns the words of a text as a phrase.
func phraseOf(s string) term {
	var t term
	for w := range words(s) {
		if len(t.phrase) < maxPhrase {
			t.phrase = append(t.phrase, w.text)
		}
	}
	return t
}

// quoted returns the term of a text in quotes. A number is one in any grouping,
// there too.
func quoted(s string) term {
	if terms := bareTerms(s); len(terms) == 1 && terms[0].word == "" && len(terms[0].phrase) == 0 {
		return terms[0]
	}
	return phraseOf(s)
}

// bareTerms returns the terms of a text without quotes. Words without a space between them, as in
// T-760 or ana@correo.co, are a phrase.
func bareTerms(s string) []term {
	var terms []term
	for begin := 0; begin < len(s); {
		if number, end := leadingNumber(s[begin:]); end > 0 {
			terms = append(terms, number)
			begin += end
			continue
		}
		length := strings.IndexFunc(s[begin:], unicode.IsSpace)
		if length == 0 {
			_, n := utf8.DecodeRuneInString(s[begin:])
			begin += n
			continue
		}
		if length < 0 {
			length = len(s) - begin
		}
		chunk := s[begin : begin+length]
		if t := phraseOf(chunk); len(t.phrase) == 1 {
			terms = append(terms, wordTerm(t.phrase[0]))
		} else if word, ok := abbreviation(chunk); ok {
			terms = append(terms, wordTerm(word))
		} else if len(t.phrase) > 1 {
			terms = append(terms, t)
		}
		begin += length
	}
	return terms
}

// abbreviation returns eps of E.P.S.
func abbreviation(s string) (word string, ok bool) {
	letters := 0
	for t := range tokens(s) {
		switch {
		case t.joined:
			word = t.text
		case !isLetter(t):
			return "", false
		default:
			letters++
		}
	}
	return word, word != "" && utf8.RuneCountInString(word) == letters
}

func wordTerm(word string) term {
	if stopWords[word] {
		return term{tokens: []string{word}, word: word}
	}
	return term{tokens: []string{Stem(word)}, word: word}
}

// leadingNumber parses the number at the start of s: groups of digits up to a space or the end. It
// returns the length, 0 without a number.
func leadingNumber(s string) (t term, length int) {
	run := groups{text: s}
	for w := range words(s) {
		if run.empty() {
			if !w.number || strings.Trim(s[:w.start], "#$.,(-") != "" {
				return term{}, 0
			}
		} else if !run.takes(w) {
			break
		}
		run.add(w)
	}
	// Letters that touch the last groups are part of a word.
	for !run.empty() {
		end := run.groups[len(run.groups)-1].end
		rest := strings.TrimLeft(s[end:], ".,;:)")
		if r, _ := utf8.DecodeRuneInString(rest); rest == "" || unicode.IsSpace(r) {
			return run.term(), len(s) - len(rest)
		}
		run.groups, run.spaced = run.groups[:len(run.groups)-1], run.spaced[:len(run.spaced)-1]
	}
	return term{}, 0
}

// term returns a term for the groups as one number, or as the numbers between spaces.
func (g *groups) term() term {
	var t term
	var whole strings.Builder
	for i, p := range g.groups {
		if i == 0 || g.spaced[i] {
			t.parts = append(t.parts, "")
		}
		t.parts[len(t.parts)-1] += p.text
		whole.WriteString(p.text)
	}
	t.tokens = []string{whole.String()}
	if len(t.parts) == 1 {
		t.parts = nil
	}
	if len(g.groups) == 2 {
		// 2024-123 cites a radicado that contains 2024 00123.
		year, number := g.groups[0].text, g.groups[1].text
		if len(year) == 4 && (year[:2] == "19" || year[:2] == "20") && len(number) < 5 {
			t.tokens = append(t.tokens, year+strings.Repeat("0", 5-len(number))+number)
		}
	}
	return t
}

// openEnd makes the last term of a query match longer words as well.
func (t *term) openEnd() {
	switch {
	case len(t.phrase) > 0 || len(t.tokens) == 0:
	case t.word != "" && utf8.RuneCountInString(t.word) >= minPrefix:
		t.prefix = t.word
	case t.word == "" && len(t.tokens[0]) >= minNumberPrefix:
		t.prefix = t.tokens[0]
	}
}

// setRow stores the words of a query that has only words, if there are two or more.
func (q *Query) setRow() {
	if len(q.terms) < 2 {
		return
	}
	for _, t := range q.terms {
		if t.word == "" {
			q.row = nil
			return
		}
		q.row = append(q.row, t.word)
	}
}

// dropStopWords removes stop words, unless the query has no other words.
func (q *Query) dropStopWords() {
	telling := q.terms[:0:0]
	for _, t := range q.terms {
		if !stopWords[t.word] {
			telling = append(telling, t)
		}
	}
	if len(telling) > 0 {
		q.terms = telling
	}
}
