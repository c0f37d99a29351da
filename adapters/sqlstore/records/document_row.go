package records

import (
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/ner"
)

// DocumentRow is a row of documents. Slices are JSON in a column.
type DocumentRow struct {
	bun.BaseModel `bun:"table:documents"`

	ID               string        `bun:"id,pk"`
	FileName         string        `bun:"file_name"`
	Type             string        `bun:"type"`
	Status           string        `bun:"status"`
	Plaintiff        string        `bun:"plaintiff"`
	Defendant        string        `bun:"defendant"`
	Radicado         string        `bun:"radicado"`
	CreatedAt        sqldb.Moment  `bun:"created_at"`
	Court            string        `bun:"court"`
	Cedula           string        `bun:"cedula"`
	Email            string        `bun:"email"`
	ActaNumber       string        `bun:"acta_number"`
	PlaintiffAddress string        `bun:"plaintiff_address"`
	DefendantAddress string        `bun:"defendant_address"`
	OCRConfidence    float64       `bun:"ocr_confidence"`
	OriginalKey      string        `bun:"original_key"`
	SHA256           string        `bun:"sha256"`
	ProcessingTime   int64         `bun:"processing_time"`
	ValidatedAt      sqldb.Moment  `bun:"validated_at"`
	ValidatedBy      string        `bun:"validated_by"`
	Remarks          string        `bun:"remarks"`
	Tags             []string      `bun:"tags,type:text"`
	Pages            []storedPage  `bun:"pages,type:text"`
	Entities         []storedEntry `bun:"entities,type:text"`
	Body             string        `bun:"body"`
	Duplicates       int           `bun:"duplicates"`
	TypedIn          bool          `bun:"typed_in"`
	NeedsReview      bool          `bun:"needs_review"`
	DuplicateState   string        `bun:"duplicate_state"`

	Suggestion *storedSuggestion `bun:"suggestion,type:text"`
	Doubts     []storedDoubt     `bun:"doubts,type:text"`
	DueDay     document.Day      `bun:"due_day"`
	Assignee   string            `bun:"assignee"`
	ArrivedAt  sqldb.Moment      `bun:"arrived_at"`
}

// SummaryRow is the part of a row of documents that a list shows.
type SummaryRow struct {
	bun.BaseModel `bun:"table:documents"`

	ID        string       `bun:"id,pk"`
	FileName  string       `bun:"file_name"`
	Type      string       `bun:"type"`
	Status    string       `bun:"status"`
	Plaintiff string       `bun:"plaintiff"`
	Defendant string       `bun:"defendant"`
	Radicado  string       `bun:"radicado"`
	CreatedAt sqldb.Moment `bun:"created_at"`
	ArrivedAt sqldb.Moment `bun:"arrived_at"`
	Cedula    string       `bun:"cedula"`

	NeedsReview    bool   `bun:"needs_review"`
	DuplicateState string `bun:"duplicate_state"`

	DueDay   document.Day `bun:"due_day"`
	Assignee string       `bun:"assignee"`
	Tags     []string     `bun:"tags,type:text"`
}

type storedPage struct {
	Number     int     `json:"number"`
	Source     string  `json:"source"`
	DPI        int     `json:"dpi,omitempty"`
	Confidence float64 `json:"confidence"`
	Empty      bool    `json:"empty,omitempty"`
	Blank      bool    `json:"blank,omitempty"`
	Start      int     `json:"start"`
	End        int     `json:"end"`

	Unread      bool     `json:"unread,omitempty"`
	Attachments []string `json:"attachments,omitempty"`
	AdobeForm   bool     `json:"adobe_form,omitempty"`
	Hidden      bool     `json:"hidden,omitempty"`

	Begins *storedParties `json:"begins,omitempty"`
}

type storedParties struct {
	Plaintiff string `json:"plaintiff,omitempty"`
	Defendant string `json:"defendant,omitempty"`
	Cedula    string `json:"cedula,omitempty"`
	Email     string `json:"email,omitempty"`
	Radicado  string `json:"radicado,omitempty"`
	Address   string `json:"address,omitempty"`

	Doubts entity.Doubts `json:"doubts,omitzero"`
}

type storedEntry struct {
	Field      string         `json:"field"`
	Value      string         `json:"value"`
	Raw        string         `json:"raw"`
	Start      int            `json:"start"`
	End        int            `json:"end"`
	Confidence float64        `json:"confidence"`
	Sources    []storedSource `json:"sources,omitempty"`
	Page       int            `json:"page,omitempty"`
	Boxes      [][4]float64   `json:"boxes,omitempty"`

	Alternative bool `json:"alternative,omitempty"`
}

type storedSuggestion struct {
	Type       string   `json:"type"`
	Confidence float64  `json:"confidence"`
	Reasons    []string `json:"reasons,omitempty"`
}

type storedDoubt struct {
	Field  string  `json:"field"`
	Value  string  `json:"value"`
	Chance float64 `json:"chance"`
	Reason string  `json:"reason"`
}

type storedSource struct {
	Extractor  string  `json:"extractor"`
	Confidence float64 `json:"confidence"`
}

// NewDocumentRow returns the row of a document.
func NewDocumentRow(d document.Document) *DocumentRow {
	row := &DocumentRow{
		ID: d.ID, FileName: d.FileName, Type: string(d.Type), Status: string(d.Status),
		Plaintiff: d.Plaintiff, Defendant: d.Defendant, Radicado: d.Radicado, CreatedAt: sqldb.MomentOf(d.CreatedAt),
		Court: d.Court, Cedula: d.Cedula, Email: d.Email, ActaNumber: d.ActaNumber,
		PlaintiffAddress: d.PlaintiffAddress, DefendantAddress: d.DefendantAddress,
		OCRConfidence: d.OCRConfidence, OriginalKey: d.OriginalKey, SHA256: d.SHA256,
		ProcessingTime: int64(d.ProcessingTime), ValidatedAt: sqldb.MomentOf(d.ValidatedAt), ValidatedBy: d.ValidatedBy,
		Remarks: d.Remarks, Tags: append([]string{}, d.Tags...), Body: d.Text,
		Duplicates: d.Duplicates, TypedIn: d.TypedIn, NeedsReview: d.NeedsReview, DuplicateState: string(d.DuplicateState),
		Pages: make([]storedPage, len(d.Pages)), Entities: make([]storedEntry, 0, len(d.Entities)+len(d.Alternatives)),
		Suggestion: newStoredSuggestion(d.Suggested), Doubts: storedDoubts(d.Doubts), DueDay: d.Due, Assignee: d.Assignee, ArrivedAt: sqldb.MomentOf(d.ArrivedAt),
	}
	for i, p := range d.Pages {
		row.Pages[i] = storedPage{p.Number, string(p.Source), p.DPI, p.Confidence, p.Empty, p.Blank, p.Start, p.End,
			p.Unread, p.Attachments, p.AdobeForm, p.Hidden, (*storedParties)(p.Begins)}
	}
	for _, e := range d.Entities {
		row.Entities = append(row.Entities, newStoredEntry(e))
	}
	for _, e := range d.Alternatives {
		entry := newStoredEntry(e)
		entry.Alternative = true
		row.Entities = append(row.Entities, entry)
	}
	return row
}

func newStoredSuggestion(s document.Suggestion) *storedSuggestion {
	if s.Type == "" {
		return nil
	}
	return &storedSuggestion{string(s.Type), s.Confidence, s.Reasons}
}

func (s *storedSuggestion) suggestion() document.Suggestion {
	if s == nil {
		return document.Suggestion{}
	}
	return document.Suggestion{Type: document.Type(s.Type), Confidence: s.Confidence, Reasons: s.Reasons}
}

func storedDoubts(all []document.Doubt) (stored []storedDoubt) {
	for _, d := range all {
		stored = append(stored, storedDoubt{string(d.Field), d.Value, d.Chance, string(d.Reason)})
	}
	return stored
}

func doubts(stored []storedDoubt) (all []document.Doubt) {
	for _, d := range stored {
		all = append(all, document.Doubt{Field: document.Field(d.Field), Value: d.Value, Chance: d.Chance, Reason: ner.Reason(d.Reason)})
	}
	return all
}

func newStoredEntry(e document.Entity) storedEntry {
	s := storedEntry{Field: string(e.Field), Value: e.Value, Raw: e.Raw, Start: e.Start, End: e.End,
		Confidence: e.Confidence, Page: e.Page}
	for _, src := range e.Sources {
		s.Sources = append(s.Sources, storedSource(src))
	}
	for _, b := range e.Boxes {
		s.Boxes = append(s.Boxes, [4]float64{b.X0, b.Y0, b.X1, b.Y1})
	}
	return s
}

// Document returns the document of a row.
func (r *DocumentRow) Document() document.Document {
	d := document.Document{
		ID: r.ID, FileName: r.FileName, Type: document.Type(r.Type), Status: document.Status(r.Status),
		Plaintiff: r.Plaintiff, Defendant: r.Defendant, Radicado: r.Radicado, CreatedAt: r.CreatedAt.Time(),
		Court: r.Court, Cedula: r.Cedula, Email: r.Email, ActaNumber: r.ActaNumber,
		PlaintiffAddress: r.PlaintiffAddress, DefendantAddress: r.DefendantAddress,
		OCRConfidence: r.OCRConfidence, OriginalKey: r.OriginalKey, SHA256: r.SHA256,
		ProcessingTime: time.Duration(r.ProcessingTime), ValidatedAt: r.ValidatedAt.Time(), ValidatedBy: r.ValidatedBy,
		Remarks: r.Remarks, Text: r.Body,
		Duplicates: r.Duplicates, TypedIn: r.TypedIn, NeedsReview: r.NeedsReview, DuplicateState: document.DuplicateState(r.DuplicateState),
		Suggested: r.Suggestion.suggestion(), Doubts: doubts(r.Doubts), Due: r.DueDay, Assignee: r.Assignee, ArrivedAt: r.ArrivedAt.Time(),
	}
	d.Tags = append(d.Tags, r.Tags...)
	for _, p := range r.Pages {
		d.Pages = append(d.Pages, document.PageInfo{Number: p.Number, Source: document.Source(p.Source), DPI: p.DPI,
			Confidence: p.Confidence, Empty: p.Empty, Blank: p.Blank, Start: p.Start, End: p.End,
			Unread: p.Unread, Attachments: p.Attachments, AdobeForm: p.AdobeForm, Hidden: p.Hidden,
			Begins: (*dedup.Parties)(p.Begins)})
	}
	for _, e := range r.Entities {
		if e.Alternative {
			d.Alternatives = append(d.Alternatives, e.entity())
		} else {
			d.Entities = append(d.Entities, e.entity())
		}
	}
	return d
}

func (s storedEntry) entity() document.Entity {
	e := document.Entity{Page: s.Page, Entity: ner.Entity{Field: ner.Field(s.Field), Value: s.Value, Raw: s.Raw,
		Start: s.Start, End: s.End, Confidence: s.Confidence}}
	for _, src := range s.Sources {
		e.Sources = append(e.Sources, ner.Source(src))
	}
	for _, b := range s.Boxes {
		e.Boxes = append(e.Boxes, document.Box{X0: b[0], Y0: b[1], X1: b[2], Y1: b[3]})
	}
	return e
}

// Summary returns the summary of a row.
func (r SummaryRow) Summary() document.Summary {
	return document.Summary{ID: r.ID, FileName: r.FileName, Type: document.Type(r.Type), Status: document.Status(r.Status),
		Plaintiff: r.Plaintiff, Defendant: r.Defendant, Cedula: r.Cedula, Radicado: r.Radicado, CreatedAt: r.CreatedAt.Time(), ArrivedAt: r.ArrivedAt.Time(),
		NeedsReview: r.NeedsReview, DuplicateState: document.DuplicateState(r.DuplicateState), Due: r.DueDay, Assignee: r.Assignee,
		Tags: append([]string(nil), r.Tags...)}
}
