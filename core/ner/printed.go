package ner

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/text"
)

// Span is a part of a text, in code points.
type Span = doc.Span

// Recognised returns the span of all of s, for a text that was recognised whole.
func Recognised(s string) []Span { return RecognisedIf(true, s) }

// RecognisedIf returns the span of all of s if it was recognised, else none.
func RecognisedIf(recognised bool, s string) []Span {
	if !recognised {
		return nil
	}
	return []Span{{End: utf8.RuneCountInString(s)}}
}

// RecognisedPages returns the spans of the recognised ones of n pages in their texts, joined with a
// form feed between them.
func RecognisedPages(n int, page func(i int) (text string, recognised bool)) (spans []Span) {
	at := 0
	for i := range n {
		text, recognised := page(i)
		end := at + utf8.RuneCountInString(text)
		if recognised {
			spans = append(spans, Span{Start: at, End: end})
		}
		at = end + 1
	}
	return spans
}

// behind returns the spans as they stand in the part of the text that begins at a code point.
func behind(spans []Span, at int) []Span {
	var out []Span
	for _, s := range spans {
		if s.End > at {
			out = append(out, Span{Start: max(0, s.Start-at), End: s.End - at})
		}
	}
	return out
}

// asPrinted replaces the values of mentions in printed passages, where the extractors read through
// a scanner's mistakes that nobody made, by what stands there. It drops those that are none then.
func asPrinted(t *Text, mentions []Mention) []Mention {
	kept := mentions[:0]
	for _, m := range mentions {
		if !t.IsPrinted(m.Start, m.End) || setPrinted(t, &m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// setPrinted reports whether the mention has a value that stands in the text, and sets it.
func setPrinted(t *Text, m *Mention) bool {
	switch m.Field {
	case Email:
		a, ok := mail.Printed(t.Text, m.Start, m.End, m.Value)
		if ok {
			m.Value, m.Raw, m.Start, m.End = a.Value, t.Slice(a.Start, a.End), a.Start, a.End
		}
		return ok
	}
	if m.Field.IsParty() {
		m.Value = printedName(m.Value, m.Raw)
	}
	return m.Value != "" && !Entity{Field: m.Field, Value: m.Value, Raw: m.Raw}.IsCorrected()
}

// IsCorrected reports whether an identifier has other characters than its raw text: a scanner is
// thought to have misread them. Grouping and case do not count, nor do zeros that fill up the parts
// of a radicado.
func (e Entity) IsCorrected() bool {
	switch e.Field {
	case Email:
		return strings.Join(strings.Fields(strings.ToLower(e.Raw)), "") != e.Value
	case Cedula, NIT, Phone:
		return digitsOf(e.Raw) != digitsOf(e.Value)
	case Radicado:
		return strings.IndexFunc(e.Raw, unicode.IsLetter) >= 0 || withoutZeros(e.Raw) != withoutZeros(e.Value)
	}
	return false
}

// maxCorrected bounds the confidence of a corrected value: somebody should check it.
const maxCorrected = 0.8

// asRead returns what a scanner read, as an alternative to a corrected value.
func (e Entity) asRead() Entity {
	read := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || e.Field == Email && !unicode.IsSpace(r) {
			return r
		}
		return -1
	}, e.Raw)
	if e.Field == Email {
		read = strings.ToLower(read)
	}
	return Entity{Field: e.Field, Value: read, Raw: e.Raw, Start: e.Start, End: e.End, Confidence: min(e.Confidence, 1-maxCorrected), Sources: e.Sources}
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}

func withoutZeros(s string) string { return strings.ReplaceAll(digitsOf(s), "0", "") }

// minMisread is the length from which a word is taken for a misread one; shorter ones are legal forms.
const minMisread = 5

const digits = "0123456789"

// printedName returns a name with its words as they are printed where they were taken for misread
// ones; empty where digits were taken for letters, as there is no name then. What the name of an
// institution is completed with stays.
func printedName(value, raw string) string {
	words, printed := strings.Fields(value), strings.Fields(raw)
	stand := map[string]bool{}
	for _, p := range printed {
		stand[nameKey(p)] = true
	}
	for i, w := range words {
		key := nameKey(w)
		if stand[key] {
			continue
		}
		alone := ""
		if len(words) == len(printed) {
			alone = nameKey(printed[i])
		}
		switch {
		case len(alone) >= minMisread && alone != key+"s" && lex.CloseTo(key, alone):
			words[i] = strings.Trim(printed[i], punctuation)
		case strings.ContainsAny(key+alone, digits):
			return ""
		}
	}
	return strings.Join(words, " ")
}

const punctuation = ".,;:()\"«»"

func nameKey(w string) string { return text.Fold(strings.Trim(w, punctuation)) }
