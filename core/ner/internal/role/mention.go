package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

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

	standing
}

// standing is what the Ensemble alone asks of a mention.
type standing struct {
	Ward   bool    // of a plaintiff for whom another files without a power of attorney
	Titled bool    // of a plaintiff whom a label or a title names as such
	Turned bool    // of a person whom the text names surnames first
	Judged float64 // of a party in a text that tells of who sues, its probability by the model; 0 elsewhere
	List   int     // of a party that a list names, one more than where the list begins
	Joined bool    // its words are one name: labels have its parts, or a model read it whole
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

// ofParty returns the mention of a party in a part; list is one more than where the list
// begins that names it, 0 for none.
func ofParty(f field.Field, p party.Party, weight float64, list int) Mention {
	return Mention{Field: f, Value: p.Value, Start: p.Start, End: p.End, Confidence: weight * p.Score, standing: standing{List: list}}
}

// ofNumber returns the mention of an identity number; owner is "" when the text names none.
func ofNumber(c ident.Cedula, weight float64, owner string) Mention {
	return Mention{Field: field.Cedula, Value: c.Digits, Start: c.Start, End: c.End, Confidence: weight * c.Score, Owner: owner}
}

// ofEmail returns the mention of an address that is as likely the plaintiff's as side says.
func ofEmail(e mail.Address, side float64) Mention {
	m := Mention{Field: field.Email, Value: e.Value, Start: e.Start, End: e.End, Confidence: e.Score * side}
	if IsInstitutional(e.Value) {
		m.Confidence *= 0.15
	}
	return m
}

// ofCourt returns the mention of a court.
func ofCourt(c place.Court, confidence float64) []Mention {
	return []Mention{{Field: field.Court, Value: c.Value, Start: c.Start, End: c.End, Confidence: confidence}}
}

// Extractor is one way of reading a text. It is safe for concurrent use.
type Extractor interface {
	Name() string
	Extract(t *Text) []Mention
}
