package ner

import "github.com/cotejo/cotejo/core/ner/internal/role"

// Text is a text prepared once for all extractors, and what its head says about all of it.
// All positions count code points; an invalid byte counts as one, as in a range over the
// string.
//
// Give it NFC: a combining mark that stands alone parts no word but matches
// nothing either. A Text does not change once it is made.
type Text = role.Text

// NewText prepares s, of which the spans, in order, were recognised by a scanner. It takes time and
// memory linear in the length of s.
func NewText(s string, recognised ...Span) *Text { return role.NewText(s, recognised...) }

// Mention is one extractor's reading of one place. Start and End count code
// points of the text.
type Mention = role.Mention

// Extractor is one way of reading a text. It is safe for concurrent use.
type Extractor = role.Extractor

// Pattern finds what has a format that can be checked: radicado, cédula, NIT,
// e-mail, telephone, address. It reads through a scanner's usual mistakes and
// refuses the formats' false friends.
type Pattern = role.Pattern

// Label finds the values of labels: ACCIONANTE: …, on the same line, on the
// next, in columns, or in a text whose line ends were lost.
type Label = role.Label

// Structure reads a filing as its writer built it: the salutation names the
// court, the presentation says who acts for whom against whom, the
// notifications say where both sides are found, the signature repeats name
// and cédula. Of rulings it reads "acción de tutela instaurada por X contra Y".
type Structure = role.Structure

// Gazetteer finds what it knows by name: courts, institutions often sued, and
// runs of given names and surnames.
type Gazetteer = role.Gazetteer
