package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/sanitize"
)

// Snippet is an excerpt of a document that matches a query. It is plain text on one line; separate
// marks give the matches, so nothing in the text can be taken for markup.
type Snippet struct {
	Text  string
	Marks []Span
}

// Span is a part of a text, in code points.
type Span struct{ Start, End int }

const (
	snippetLength = 240    // bytes, about
	SnippetReach  = 50_000 // bytes of a text in which a place is sought
	snippetFinds  = 500    // places that are looked at
)

// Snippet returns the excerpt of s that matches most terms of the query, the first of several;
// without a match, the beginning.
func (q Query) Snippet(s string) Snippet {
	finds := q.find(s[:min(len(s), SnippetReach)], snippetFinds)
	begin, end := window(finds)
	begin, end = widen(s, begin, end)
	line := spaced(sanitize.Line(spaced(s[begin:end])))
	if line == "" {
		return Snippet{}
	}
	if begin > 0 {
		line = "… " + line
	}
	if end < len(s) {
		line += " …"
	}
	return Snippet{Text: line, Marks: q.marks(line)}
}

// spaced replaces white space by single spaces.
func spaced(s string) string { return strings.Join(strings.FieldsFunc(s, notShown), " ") }

func notShown(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError
}

// marks returns the matches of the query in a short text.
func (q Query) marks(s string) []Span {
	var marks []Span
	at, runes := 0, 0
	for _, f := range q.find(s, snippetFinds) {
		if f.start < at {
			continue // it lies within a mark
		}
		runes += utf8.RuneCountInString(s[at:f.start])
		length := utf8.RuneCountInString(s[f.start:f.end])
		marks = append(marks, Span{runes, runes + length})
		runes += length
		at = f.end
	}
	return marks
}

// find is a position in a text where a term matches.
type find struct{ term, start, end int }

// find returns the first matches in s, in their order. Of matches with the same start, the longest
// is first.
func (q Query) find(s string, limit int) []find {
	var finds []find
	longest := 0
	var terms []term
	for _, t := range q.terms {
		terms = append(terms, t.alternatives()...)
	}
	for _, t := range terms {
		longest = max(longest, len(t.phrase))
	}
	var row []token // the last words, for phrases
	for t := range tokens(s) {
		if longest > 0 && !t.joined {
			if len(row) == longest {
				row = append(row[:0], row[1:]...)
			}
			row = append(row, t)
		}
		for i := range terms {
			if start, ok := terms[i].ends(t, row); ok {
				finds = append(finds, find{i, start, t.end})
			}
		}
		if len(finds) >= limit {
			break
		}
	}
	slices.SortStableFunc(finds, func(a, b find) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	return finds
}

// ends reports whether a match of the term ends at w, and returns its start. row has the words up
// to w.
func (t *term) ends(w token, row []token) (start int, ok bool) {
	if n := len(t.phrase); n > 0 {
		if w.joined || len(row) < n || w.text != t.phrase[n-1] {
			return 0, false
		}
		for i, word := range t.phrase {
			if row[len(row)-n+i].text != word {
				return 0, false
			}
		}
		return row[len(row)-n].start, true
	}
	for _, token := range t.tokens {
		// A stem is the beginning of its word; most words need no more.
		if strings.HasPrefix(w.text, token) && (w.text == token || t.word != "" && !w.number && Stem(w.text) == token) {
			return w.start, true
		}
	}
	if t.prefix != "" && strings.HasPrefix(w.text, t.prefix) {
		return w.start, true
	}
	return w.start, slices.Contains(t.parts, w.text)
}

// window returns the range between two matches that contains most terms, then most matches, within
// the length of a snippet.
func window(finds []find) (begin, end int) {
	best := 0
	for i, first := range finds {
		terms, count, last := map[int]bool{}, 0, first.end
		for _, f := range finds[i:] {
			if f.end-first.start > snippetLength {
				break
			}
			terms[f.term] = true
			count++
			last = max(last, f.end)
		}
		if score := len(terms)*snippetFinds + min(count, 8); score > best {
			best, begin, end = score, first.start, last
		}
	}
	return begin, end
}

// widen extends a range to the length of a snippet, in both directions and to whole words. At the
// beginning of the text it extends only forwards.
func widen(s string, begin, end int) (int, int) {
	spare := max(0, snippetLength-(end-begin))
	from := max(0, begin-spare/2)
	to := min(len(s), end+spare-(begin-from))
	if from > 0 {
		if i := strings.IndexFunc(s[from:begin], unicode.IsSpace); i >= 0 {
			from += i
		} else {
			from = begin
		}
	}
	if to < len(s) {
		if i := strings.LastIndexFunc(s[end:to], unicode.IsSpace); i >= 0 {
			to = end + i
		} else if end > 0 {
			to = end
		}
	}
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to++
	}
	return from, to
}
