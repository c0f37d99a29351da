package document

import (
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/dedup"
)

// Comparison is two documents side by side.
type Comparison struct {
	Left, Right Summary
	// LeftText and RightText are the compared texts: the text of a document, or the remarks of one
	// that was typed in.
	LeftText, RightText string

	Relation Relation
	// Duplicate describes the right document. It has the scores and reasons of the pair even if
	// they are not duplicates.
	Duplicate
	// Config is the configuration behind the scores.
	Config  dedup.Config
	LaterID string // of the two documents, the one received later

	// Passages are common parts of LeftText and RightText. Without them, Aligned is false: the
	// texts were too long.
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
	OtherDocument Relation = "unrelated"
)
