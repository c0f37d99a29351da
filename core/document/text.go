package document

import (
	"context"
	"iter"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/search"
)

// Text is a document of which somebody has the text already.
type Text struct {
	ID      string // as its sender calls it; may be empty
	Type    string // as ParseType reads it
	Text    string
	Parties dedup.Parties
	Known   bool // Parties are what is known: nothing is looked for in the text
}

// UnreadText is a text before it is parsed. Size is what it takes in memory, in bytes.
type UnreadText struct {
	Size int
	Read func(context.Context) (Text, error)
}

// TextImport is a collection of texts on its way in.
type TextImport struct {
	// Texts are read on all processors, each once. An error of Read, in Spanish, is
	// reported for that text alone; an error beside it ends the import.
	Texts iter.Seq2[UnreadText, error]

	MaxText int64 // bytes of one text; a longer one is refused; 0: no limit

	DryRun   bool            // tell what would be done, and change nothing
	Progress func(texts int) // may be nil
}

// Loadable is a new document with what it is found by.
type Loadable struct {
	Document
	Entry       search.Entry      // see Document.SearchEntry
	Fingerprint dedup.Fingerprint // see Document.Filing
}
