// Package document holds what the intake service keeps: legal documents, what
// was read on their pages, and the tasks that turn an upload into a document.
package document

import (
	"time"

	"github.com/cotejo/cotejo/core/ner"
)

// Status is where a document stands.
type Status string

const (
	Processed   Status = "processed"    // read from a PDF
	ManualEntry Status = "manual_entry" // typed in by a person
	Imported    Status = "imported"     // from a spreadsheet
	Validated   Status = "validated"    // corrected or confirmed by a person
)

// Statuses lists every status.
func Statuses() []Status { return []Status{Processed, ManualEntry, Imported, Validated} }

// Document is one filing and what is known of it. It exists from the moment
// its processing succeeds.
type Document struct {
	ID       string // UUIDv7: sorts by creation
	FileName string // as uploaded, sanitised
	Type     Type
	Status   Status
	TypedIn  bool // by a person; stays when the document is validated

	Plaintiff        string
	Defendant        string
	Radicado         string
	Court            string
	Cedula           string
	Email            string
	ActaNumber       string
	PlaintiffAddress string
	DefendantAddress string
	Remarks          string
	Tags             []string

	Text          string // of all pages, form feed between them
	Pages         []PageInfo
	Entities      []Entity
	Alternatives  []Entity // too unsure to be filled in
	Suggested     Suggestion
	OCRConfidence float64 // 0 to 1; 1 where nothing had to be recognised, 0 where nothing was read, as of what was imported
	NeedsReview   bool    // see Reading.NeedsReview; nobody has validated the document since

	OriginalKey    string // in the blob store; empty without an original
	SHA256         string // of the original, lower-case hex
	ProcessingTime time.Duration
	Duplicates     int // earlier documents of the same facts that were found when it came in

	CreatedAt   time.Time
	ValidatedAt time.Time // zero until validated
	ValidatedBy string
}

// PageInfo is what is kept of one page beside its text.
type PageInfo struct {
	Number     int // from 1
	Source     Source
	DPI        int     // at which it was recognised; 0 for a text layer
	Confidence float64 // 0 to 1; 0 when Empty
	Empty      bool    // see Page.IsEmpty
	Start, End int     // code points of Document.Text
}

// Entity is an extracted entity and where it stands on the paper.
type Entity struct {
	ner.Entity
	Page  int   // from 1; 0 when unknown
	Boxes []Box // one a line that it spans, in the page's coordinates
}

// Suggestion is what kind of paper the text looks like, beside what the
// uploader said. The zero value is no suggestion.
type Suggestion struct {
	Type       Type
	Confidence float64  // 0 to 1
	Reasons    []string // phrases of the text, those that count most first
}

// Summary is a row of a list.
type Summary struct {
	ID        string
	FileName  string
	Type      Type
	Status    Status
	Plaintiff string
	Defendant string
	Radicado  string
	CreatedAt time.Time

	NeedsReview bool
}

// Summary returns the row of d in a list.
func (d *Document) Summary() Summary {
	return Summary{ID: d.ID, FileName: d.FileName, Type: d.Type, Status: d.Status,
		Plaintiff: d.Plaintiff, Defendant: d.Defendant, Radicado: d.Radicado, CreatedAt: d.CreatedAt, NeedsReview: d.NeedsReview}
}
