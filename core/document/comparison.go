package document

import "github.com/cotejo/cotejo/core/align"

// Comparison is two documents side by side.
type Comparison struct {
	Left, Right Summary
	// LeftText and RightText are what was compared: the text of a document, the
	// remarks of one that was typed in.
	LeftText, RightText string

	Relation Relation
	// Duplicate tells of the right document; its scores and reasons are of the
	// pair, whether they are duplicates or not.
	Duplicate

	// Passages are parts of LeftText and RightText; none where Aligned is false,
	// because the texts are too long for it.
	Passages []align.Passage
	Aligned  bool
	Shared   float64 // share of the words of both that stand in passages of both; 0 without words
}

// Relation is what two documents are to each other.
type Relation string

const (
	SameDocument  Relation = "same_document"
	SameFile      Relation = "same_file" // byte by byte
	SameFacts     Relation = "duplicate"
	OtherClaim    Relation = "new_claim" // the same parties, another request or other facts
	SameLetter    Relation = "mass"      // one form letter, several people
	OtherDocument Relation = "unrelated"
)
