package document

import (
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/dedup"
)

// Comparison is two documents side by side.
type Comparison struct {
	Left, Right Summary
	// LeftText and RightText are the compared texts: the text of a filing, or the remarks of a
	// document that was typed in.
	LeftText, RightText string
	// LeftStart and RightStart say where they start in the text of their document, in code points:
	// not at 0 in a file of several filings.
	LeftStart, RightStart int

	Relation Relation
	// Duplicate describes the right document. It has the scores and reasons of the pair even if
	// they are not duplicates.
	Duplicate
	// Config is the configuration behind the scores.
	Config  dedup.Config
	LaterID string // of the two documents, the one received later

	// Passages are LeftText and RightText, cut into what both have and what only one has. Their
	// spans count from the beginning of the document. Without them, Aligned is false: the texts
	// were too long.
	Passages []align.Passage
	Aligned  bool
	Shared   float64 // share of the words of both that are in passages of both; 0 without words
}

// Relation is how two documents are related.
type Relation string

const (
	SameDocument  Relation = "same_document"
	SameFile      Relation = "same_file" // byte by byte
	SameFacts     Relation = "duplicate"
	OtherClaim    Relation = "new_claim" // the same parties, another request or other facts
	SameLetter    Relation = "mass"      // one form letter, several people
	SameCase      Relation = "same_case" // papers of one case; one at least asks for nothing for the first time
	OtherDocument Relation = "unrelated"
)
