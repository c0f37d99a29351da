package document

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/sanitize"
)

// Pair relates a document to an earlier one. Two documents have at most one pair.
type Pair struct {
	DocumentID string // the one received later
	EarlierID  string

	// Relation, Similarity and Reason (Spanish) are what the program found. Relation is SameFacts
	// or OtherClaim; it is another one only if a person decided about documents that the program
	// does not relate.
	Relation   Relation
	Similarity float64
	Reason     string
	ReceivedAt time.Time // of the later document

	// Page and EarlierPage are the pages on which the filings that match begin, of DocumentID and of EarlierID;
	// 1 for the first filing of a file. Both are 0 in pairs that an older program stored.
	Page, EarlierPage int

	Decision Decision
}

// Other returns the ID of the other document of the pair.
func (p *Pair) Other(id string) string {
	if p.DocumentID == id {
		return p.EarlierID
	}
	return p.DocumentID
}

// Reversed returns the pair with the other document as the later one.
func (p Pair) Reversed() Pair {
	p.DocumentID, p.EarlierID, p.Page, p.EarlierPage = p.EarlierID, p.DocumentID, p.EarlierPage, p.Page
	return p
}

// Decision is a person's verdict on a pair; the zero Decision means none.
type Decision struct {
	Verdict PairVerdict
	Note    string
	By      string // username
	At      time.Time
}

// IsMade reports whether a person has decided.
func (d Decision) IsMade() bool { return d.Verdict != "" }

// String returns a decision in the format of the history, without its author; "" for the zero
// Decision.
func (d Decision) String() string {
	if d.Note == "" {
		return string(d.Verdict)
	}
	return string(d.Verdict) + ": " + d.Note
}

// PairVerdict is one of three verdicts on a pair.
type PairVerdict string

const (
	IsDuplicate  PairVerdict = "duplicate"
	NotDuplicate PairVerdict = "not_duplicate"
	IsNewClaim   PairVerdict = "new_claim" // the same parties, another request or other facts
)

// PairVerdicts lists the verdicts.
func PairVerdicts() []PairVerdict { return []PairVerdict{IsDuplicate, NotDuplicate, IsNewClaim} }

// MaxNote is the maximum length of a note in code points.
const MaxNote = 2000

// CleanNote returns a sanitised note. Fault: Unprocessable if it is too long.
func CleanNote(note string) (string, error) {
	note = strings.TrimSpace(sanitize.Text(note))
	if utf8.RuneCountInString(note) > MaxNote {
		return "", fault.New(fault.Unprocessable, "note_too_long", fmt.Sprintf("La nota supera %d caracteres; acórtela.", MaxNote)).
			With(fault.Detail{Location: "body.note", Message: fmt.Sprintf("A lo sumo %d caracteres.", MaxNote)})
	}
	return note, nil
}

// PairState selects pairs by their decision; "" selects all.
type PairState string

const (
	PairOpen    PairState = "open"    // nobody has decided
	PairDecided PairState = "decided" // in any way
)

// PairStates lists the states: PairOpen, PairDecided, and one for each verdict.
func PairStates() []PairState {
	states := []PairState{PairOpen, PairDecided}
	for _, v := range PairVerdicts() {
		states = append(states, PairState(v))
	}
	return states
}

// PairFilter selects pairs; zero fields select all.
type PairFilter struct {
	State    PairState
	Relation Relation
	// MinScore and MaxScore bound the similarity, both included; MaxScore 0 is not a bound.
	MinScore, MaxScore float64
	From, To           Day // dates of receipt of the later document, both included
	ByDate             bool
}

// Takes reports whether p matches the filter.
func (f PairFilter) Takes(p *Pair) bool {
	day := DayOf(p.ReceivedAt)
	state := f.State == "" || string(f.State) == string(p.Decision.Verdict) ||
		f.State == PairOpen && !p.Decision.IsMade() || f.State == PairDecided && p.Decision.IsMade()
	return state && (f.Relation == "" || f.Relation == p.Relation) &&
		p.Similarity >= f.MinScore && (f.MaxScore == 0 || p.Similarity <= f.MaxScore) &&
		(f.From == 0 || day >= f.From) && (f.To == 0 || day <= f.To)
}

// Validate returns a fault for a filter that no pair can match.
func (f PairFilter) Validate() error {
	for name, score := range map[string]float64{"min_score": f.MinScore, "max_score": f.MaxScore} {
		if math.IsNaN(score) {
			return fault.New(fault.Unprocessable, "invalid_score_range", "La similitud debe ser un número de 0 a 1.").
				With(fault.Detail{Location: "query." + name, Message: "Debe ser un número de 0 a 1."})
		}
	}
	if f.MaxScore != 0 && f.MinScore > f.MaxScore {
		return fault.New(fault.Unprocessable, "invalid_score_range", "La similitud mínima es mayor que la máxima; intercámbielas.").
			With(fault.Detail{Location: "query.min_score", Message: "Debe ser menor o igual a max_score.", Value: f.MinScore})
	}
	return Filter{From: f.From, To: f.To}.Validate()
}

// PairListing is one page of a list of pairs, sorted by similarity, or by date with the newest
// first.
type PairListing = pagination.Of[Pair]

// EarlierPair is a pair seen from its later document.
type EarlierPair struct {
	Pair
	FileName string // of the earlier document
}

// PairRow is a pair with both of its documents.
type PairRow struct {
	Pair
	Document, Earlier Summary
}

// DuplicateState is whether a document repeats an earlier one.
type DuplicateState string

const (
	NoDuplicate        DuplicateState = ""          // of none that is known
	OpenDuplicate      DuplicateState = "open"      // the program says so, and nobody has decided
	ConfirmedDuplicate DuplicateState = "confirmed" // a person says so
)

// DuplicateStateOf returns the state of a document from its pairs. It ignores pairs in which it is
// the earlier document.
func DuplicateStateOf(id string, pairs []Pair) DuplicateState {
	state := NoDuplicate
	for _, p := range pairs {
		switch {
		case p.DocumentID != id:
		case p.Decision.Verdict == IsDuplicate:
			return ConfirmedDuplicate
		case !p.Decision.IsMade() && p.Relation == SameFacts:
			state = OpenDuplicate
		}
	}
	return state
}

// maxReason is the maximum length of a pair's reasons, in code points, and maxReasonValue that of one value.
//
// A cell of a workbook holds the reasons of the twenty pairs that a document has at most.
const maxReason, maxReasonValue = 1500, 120

// ReasonOf joins the reasons of an assessment into one Spanish sentence, by weight, with the values compared.
func ReasonOf(a dedup.Assessment) string {
	var texts []string
	for _, r := range a.Ranked() {
		texts = append(texts, r.Text+valuesOf(r))
	}
	return firstRunes(strings.Join(texts, "; "), maxReason)
}

// valuesOf returns the values of a reason, unless its text has them: " (left | right)", or one where they are equal.
func valuesOf(r dedup.Reason) string {
	left, right := cmp.Or(firstRunes(r.Left, maxReasonValue), "–"), cmp.Or(firstRunes(r.Right, maxReasonValue), "–")
	switch {
	case r.Left+r.Right == "", r.Left == r.Right && strings.Contains(r.Text, r.Left):
		return ""
	case r.Left == r.Right:
		return " (" + left + ")"
	}
	return " (" + left + " | " + right + ")"
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// PairRowListing is one page of pairs with their documents, in the order of PairListing.
type PairRowListing = pagination.Of[PairRow]
