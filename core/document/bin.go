package document

import (
	"time"

	"github.com/cotejo/cotejo/core/pagination"
)

// Deleted and Erased are statuses that only the history of a document shows: in the bin, and removed from it for good.
const (
	Deleted Status = "deleted"
	Erased  Status = "erased"
)

// Binned is a deleted document as the list of the bin shows it.
type Binned struct {
	ID        string
	FileName  string
	Type      Type
	Plaintiff string
	Defendant string
	DeletedBy string // username
	DeletedAt time.Time
	KeptUntil time.Time // removed for good soon after; KeptForever for a divided document
}

// BinListing is one page of the bin, the last deleted document first.
type BinListing = pagination.Of[Binned]

// BinEntry is a deleted document with everything that its deletion removed, except what can be computed from the
// document.
type BinEntry struct {
	Document  Document
	DeletedBy string
	DeletedAt time.Time
	KeptUntil time.Time

	Words    [][]byte // of all pages, encoded by WordMap
	Examples []Example
	Pairs    []Pair // with other documents, those in the bin included

	// Replacements are the pairs that were stored in place of Pairs, between other copies of the same file.
	Replacements []Pair
}

// IsDivided reports whether the document is in the bin because it was divided.
func (e *BinEntry) IsDivided() bool { return e.KeptUntil.Equal(KeptForever) }

// Status returns the status that the history shows.
func (e *BinEntry) Status() Status {
	if e.IsDivided() {
		return Divided
	}
	return Deleted
}

// Binned returns the row of the entry in the list.
func (e *BinEntry) Binned() Binned {
	d := &e.Document
	return Binned{ID: d.ID, FileName: d.FileName, Type: d.Type, Plaintiff: d.Plaintiff, Defendant: d.Defendant,
		DeletedBy: e.DeletedBy, DeletedAt: e.DeletedAt, KeptUntil: e.KeptUntil}
}
