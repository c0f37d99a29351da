package role

import "github.com/cotejo/cotejo/core/ner/internal/field"

// Mention is one extractor's reading of one place. Start and End count code
// points of the text.
type Mention struct {
	Field      field.Field
	Value      string // normalised
	Raw        string // as it stands in the text
	Start, End int
	Confidence float64 // the extractor's own, 0 to 1

	// Owner is, of an identifier, the name of the person to whom the text gives
	// it; "" when the extractor did not see one.
	Owner string
	// Explicit says of a party that the text states its part in words, like
	// "actuando como agente oficiosa de", and does not merely name it.
	Explicit bool

	// What follows is for the Ensemble.

	Ward   bool    // of a plaintiff for whom another files without a power of attorney
	Titled bool    // of a plaintiff whom a label or a title names as such
	Acts   bool    // of a cédula whose bearer acts for another, see Text.bearerActs
	Turned bool    // of a person whom the text names surnames first
	Judged float64 // of a party in a text that tells of who sues, its probability by the model; 0 elsewhere
	List   int     // of a party that a list names, one more than where the list begins
}

// Moved returns the mention as it stands in a text of which what it was found
// in begins at code point at.
func (m Mention) Moved(at int) Mention {
	m.Start, m.End = m.Start+at, m.End+at
	if m.List != 0 {
		m.List += at
	}
	return m
}

// Extractor is one way of reading a text. It is safe for concurrent use.
type Extractor interface {
	Name() string
	Extract(t *Text) []Mention
}
