package document

import (
	"context"
	"iter"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/search"
)

// Text is a filing whose text is already known.
type Text struct {
	ID      string // as its sender calls it; may be empty
	Type    string // as ParseType reads it
	Text    string
	Parties dedup.Parties
	Known   bool // Parties holds all that is known: nothing is extracted from the text
}

// UnreadText is a text before parsing. Size is its memory use in bytes.
type UnreadText struct {
	Size int
	Read func(context.Context) (Text, error)
}

// TextImport is a collection of texts to import.
type TextImport struct {
	// Texts are read once each, on all processors. An error of Read, in Spanish, is reported for
	// that text alone; the second value of the sequence is an error that ends the import.
	Texts iter.Seq2[UnreadText, error]

	MaxText int64 // bytes of one text; a longer one is refused; 0: no limit

	DryRun   bool            // report what would change, but change nothing
	Progress func(texts int) // may be nil
}

// Loadable is a new document with its search entry and fingerprint.
type Loadable struct {
	Document
	Entry       search.Entry      // see Document.SearchEntry
	Fingerprint dedup.Fingerprint // see Document.Filing
}
