// Package document is the vocabulary of the intake service: documents, their pages, and the
// tasks that turn an upload into a document.
package document

import (
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
)

// Status says where a document comes from, or that a person has validated it.
type Status string

const (
	Processed   Status = "processed"    // read from a PDF
	ManualEntry Status = "manual_entry" // typed in by a person
	Imported    Status = "imported"     // from a spreadsheet
	Validated   Status = "validated"    // corrected or confirmed by a person
)

// Statuses lists every status.
func Statuses() []Status { return []Status{Processed, ManualEntry, Imported, Validated} }

// Document is a filing with its text and extracted fields. It is created when processing succeeds.
type Document struct {
	ID       string // UUIDv7: sorts by creation
	FileName string // as uploaded, sanitised
	Type     Type
	Status   Status
	TypedIn  bool // by a person; unchanged by validation

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
	Alternatives  []Entity // not sure enough to fill a field
	Suggested     Suggestion
	Doubts        []Doubt // about what was read; see OpenDoubts
	OCRConfidence float64 // 0 to 1; 1 where nothing had to be recognised, 0 where nothing was read, as of what was imported or typed in
	NeedsReview   bool    // see IsDoubtful; nobody has validated the document since

	OriginalKey    string // in the blob store; empty without an original
	SHA256         string // of the original, lower-case hex
	ProcessingTime time.Duration
	Duplicates     int // earlier documents of the same facts that were found when it came in
	DuplicateState DuplicateState

	Due Day // last day of its term (core/terms), or the day that a person set; 0 for none

	Assignee string // username of the person who is to review it; empty for nobody

	CreatedAt   time.Time
	ArrivedAt   time.Time // when it reached the court; zero if it is not known, see Arrived
	ValidatedAt time.Time // zero until validated
	ValidatedBy string
}

// PageInfo is the stored data of a page, without its text.
type PageInfo struct {
	Number     int // from 1
	Source     Source
	DPI        int     // at which it was recognised; 0 for a text layer
	Confidence float64 // 0 to 1; 0 when Empty
	Empty      bool    // see Page.IsEmpty
	Blank      bool    // see Page.Blank
	Start, End int     // code points of Document.Text

	Unread      bool     // see Page
	Attachments []string // see PageLayer
	AdobeForm   bool
	Hidden      bool // see PageLayer

	// Begins has the parties of the filing that begins on this page, if the file has several and
	// this is not the first. The document's own fields are those of the first.
	Begins *dedup.Parties
}

// Entity is an extracted entity and its position on the page.
type Entity struct {
	ner.Entity
	Page  int   // from 1; 0 when unknown
	Boxes []Box // one per line, in the page's coordinates
}

// Suggestion is the probable type of a document, judged by its text. The zero value is no
// suggestion.
type Suggestion struct {
	Type       Type
	Confidence float64  // 0 to 1
	Reasons    []string // phrases of the text, those that count most first
}

const (
	// doubtfulBelow is the confidence below which somebody should check a type.
	doubtfulBelow = .85
	// likelyAbove is the confidence above which a text speaks against another type.
	likelyAbove = .5
)

// Arrived returns when d reached the court: its message the mailbox, anything else the service. Where that is not known it
// is when d was stored.
func (d *Document) Arrived() time.Time { return d.Summary().Arrived() }

// Arrived returns that of the document.
func (s Summary) Arrived() time.Time {
	if s.ArrivedAt.IsZero() {
		return s.CreatedAt
	}
	return s.ArrivedAt
}

// IsDoubtful reports whether somebody should check the value.
func (e Entity) IsDoubtful() bool { return e.Confidence < ner.DoubtfulBelow }

// IsUnsure reports whether no type is likelier than all others together.
func (s Suggestion) IsUnsure() bool { return s.Type != "" && s.Confidence <= likelyAbove }

// IsDoubtful reports whether somebody should check that a document is of type t.
func (s Suggestion) IsDoubtful(t Type) bool {
	if s.Type == t {
		return s.Confidence < doubtfulBelow
	}
	return s.Type != "" && s.Confidence > likelyAbove
}

// Summary is a row of a list.
type Summary struct {
	ID        string
	FileName  string
	Type      Type
	Status    Status
	Plaintiff string
	Defendant string
	Cedula    string
	Radicado  string
	CreatedAt time.Time
	ArrivedAt time.Time // see Document

	NeedsReview    bool
	DuplicateState DuplicateState

	Due Day // see Deadline

	Assignee string // see Document
	Tags     []string
}

// Deadline returns the last day of the term of the document, or 0 if no term runs: a confirmed duplicate has
// none, since the earlier document has it.
func (s Summary) Deadline() Day {
	if s.DuplicateState == ConfirmedDuplicate {
		return 0
	}
	return s.Due
}

// Deadline returns that of the summary.
func (d *Document) Deadline() Day { return d.Summary().Deadline() }

// Summary returns the row of d in a list.
func (d *Document) Summary() Summary {
	return Summary{ID: d.ID, FileName: d.FileName, Type: d.Type, Status: d.Status,
		Plaintiff: d.Plaintiff, Defendant: d.Defendant, Cedula: d.Cedula,
		Radicado: d.Radicado, CreatedAt: d.CreatedAt, ArrivedAt: d.ArrivedAt,
		NeedsReview: d.NeedsReview, DuplicateState: d.DuplicateState, Due: d.Due, Assignee: d.Assignee, Tags: d.Tags}
}
