// Package parties finds the persons and institutions that a text names, and what tells who of them
// takes which part.
//
// Spans are the runs of words that may name a party. Entities gather the spans of one party: "el
// Instituto de Seguros Sociales", "ISS". Then there are two ways. Of papers by which somebody sues
// or asks, Facts are numbers with names, of which core/ner makes roles: cues beside the names, places,
// identity numbers, what rules read (hints). Texts that tell of who sues in the third person, as
// rulings do, have Features instead: a linear model scores the roles, and a second, small one turns
// the scores, what stands beside them in the text and the hints into probabilities.
package parties

// Word is a maximal run of letters and digits of a text.
type Word struct {
	Start, End int32 // code points
	Number     int16 // of an ordinal or a number in digits: Quinto, 5, Cinco; 0 for any other word
	Shape      Shape
	Break      Break // before the word
	Class      Class
}

// Shape is how a word is written.
type Shape uint8

// The shapes of words.
const (
	Lower Shape = iota
	Title
	Upper
	Mixed
	Digits
	Alphanumeric
)

// Break is the kind of line end before a word.
type Break uint8

// The kinds of line ends.
const (
	NoBreak   Break = iota
	SoftBreak       // the line was full: the sentence goes on
	HardBreak       // a paragraph or a line of its own ends
)

// Class is a set of properties of a word.
type Class uint16

// The properties of words.
const (
	Given Class = 1 << iota
	Surname
	Particle
	Function
	Common // a noun or verb of legal papers
	Honorific
	Identity
	InstitutionHead
	CourtHead
	CourtWord
	LegalForm
	KnownStart // the first word of an institution that a gazetteer lists
	Town       // of the name of a municipality or a department
	OtherWord  // anything else that belongs to no name
	RareGiven  // a given name that is another word more often: Segundo, Digna
)

// Text is a text whose words are described.
type Text struct {
	Chars []byte // folded, one byte a code point
	Words []Word
	// Canonical returns the name under which a gazetteer lists the institution that the
	// words first to last name, "" when it lists none.
	Canonical func(first, last int) string
	// Represented reports whether the words before a word say that somebody files for the person
	// named there.
	Represented func(k int) bool
	Numbers     []Number // of identity documents
	Addresses   []string // e-mail addresses, before the @
}

// Head returns the text as far as its first words go.
func (t *Text) Head(words int) *Text {
	head := *t
	head.Words = t.Words[:min(words, len(t.Words))]
	return &head
}

// Number is that of an identity document.
type Number struct {
	Start int // code point
	Score float64
}

// Role is the part that a party takes.
type Role int

// The roles that the model distinguishes.
const (
	Plaintiff Role = iota
	Defendant
	Roles
)

// Hint is a span and the role that a rule gives to it.
type Hint struct {
	First, Last int // words
	Role        HintRole
	Rule        int // the extractor, below Rules
	Confidence  float64
	Explicit    bool // the text states the part in words
	Titled      bool // a label or a title names the plaintiff as such
	Joined      bool // it knows that the words are one name
}

// HintRole is the part that a rule gives to a span.
type HintRole int

// The parts that rules know. The first two are Roles.
const (
	HintPlaintiff HintRole = iota
	HintDefendant
	HintAgent
	HintAttorney
	HintLinked
	HintRoles
)

// Rules is the number of extractors that may give hints.
const Rules = 5

// Party is an entity and the probability of each role.
type Party struct {
	Spans       []Span // in the order of the text
	Best        Span   // the fullest of them
	Person      bool
	Court       bool
	Probability [Roles]float64
	Hints       []int // indexes of the hints about it
}

// Judge returns the entities of a text with the probabilities of their roles.
func (m *Model) Judge(t *Text, hints []Hint) []Party {
	d := Examine(t, hints, m.IsLower)
	d.Score(m)
	out := make([]Party, len(d.Entities))
	for i := range d.Entities {
		out[i] = d.Party(i)
		for r := range Roles {
			out[i].Probability[r] = m.Probability(r, d.Evidence(i, r))
		}
	}
	return out
}

// Party returns entity i, without the probabilities of its roles.
func (d *Document) Party(i int) Party {
	e := d.Entities[i]
	return Party{Spans: e.Spans, Best: e.Best, Person: e.Kind == PersonKind, Court: e.Kind == CourtKind, Hints: e.Hints}
}
