package doc

import (
	"bytes"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What stands between the words of a text.

// WideGap reports whether more than one blank parts words k and k+1.
func (t *Text) WideGap(k int) bool {
	gap := t.Between(k)
	for i := 1; i < len(gap); i++ {
		if lex.IsBlank(gap[i]) && lex.IsBlank(gap[i-1]) {
			return true
		}
	}
	return false
}

// Labelled reports whether a colon stands before word k.
func (t *Text) Labelled(k int) bool { return bytes.IndexByte(t.Between(k-1), ':') >= 0 }

// ColonSoon reports whether a label of few words begins with word k.
func (t *Text) ColonSoon(k int) bool {
	for n := 0; n < 4 && k < len(t.Words); n, k = n+1, k+1 {
		if e := int(t.Words[k].End); e < len(t.Chars) && t.Chars[e] == ':' {
			return true
		}
	}
	return false
}

// CommaBefore reports whether a comma stands before word k.
func (t *Text) CommaBefore(k int) bool { return bytes.IndexByte(t.Between(k-1), ',') >= 0 }

// DashBefore reports whether a hyphen, a bracket or a stroke stands before word k.
func (t *Text) DashBefore(k int) bool {
	for _, c := range t.Between(k - 1) {
		if c == '-' || c == '(' || c == '/' {
			return true
		}
	}
	return false
}

// Dotted reports whether word k ends an abbreviation without blanks: E.S.P.
func (t *Text) Dotted(k int) bool { return k > 0 && string(t.Between(k-1)) == "." }

// LineGap reports whether an empty line stands behind word k.
func (t *Text) LineGap(k int) bool { return bytes.Count(t.Between(k), []byte("\n")) > 1 }

// BlankBetween reports whether nothing but blanks and line ends parts words k and k+1.
func (t *Text) BlankBetween(k int) bool {
	for _, c := range t.Between(k) {
		if !lex.IsSpace(c) {
			return false
		}
	}
	return true
}

// AllBlank reports whether nothing but blanks stands between two positions.
func (t *Text) AllBlank(start, end int) bool {
	for p := start; p < end; p++ {
		if !lex.IsBlank(t.Chars[p]) {
			return false
		}
	}
	return true
}

// PointGap reports whether nothing but points and one blank parts word k from
// the next.
func (t *Text) PointGap(k int) bool {
	switch string(t.Between(k)) {
	case " ", ". ", ".":
		return true
	}
	return false
}

// PastPoint returns the position behind the point at p, p when there is none.
func (t *Text) PastPoint(p int) int {
	if p < len(t.Chars) && t.Chars[p] == '.' {
		return p + 1
	}
	return p
}

// CloseGap reports whether no more stands between words k and k+1 than between
// a label and its value: a few signs, and the blanks of a column.
func (t *Text) CloseGap(k int) bool {
	gap := t.Between(k)
	signs, lines := 0, 0
	for _, c := range gap {
		switch {
		case c == '\n':
			lines++
		case !lex.IsBlank(c):
			signs++
		}
	}
	return len(gap) <= 16 || len(gap) <= maxColumn && signs <= 2 && lines == 0
}

// maxColumn is the room that a label's column leaves before its value.
const maxColumn = 48
