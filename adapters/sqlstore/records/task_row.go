package records

import (
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
)

// taskRow is a row of tasks. The result is JSON in a column, null without one.
type taskRow struct {
	bun.BaseModel `bun:"table:tasks"`

	ID          string        `bun:"id,pk"`
	DocumentID  string        `bun:"document_id"`
	Status      string        `bun:"status"`
	Stage       string        `bun:"stage"`
	Progress    float64       `bun:"progress"`
	PagesDone   int           `bun:"pages_done"`
	PagesTotal  int           `bun:"pages_total"`
	FileName    string        `bun:"file_name"`
	Type        string        `bun:"type"`
	Tags        []string      `bun:"tags,type:text"`
	OriginalKey string        `bun:"original_key"`
	SHA256      string        `bun:"sha256"`
	Size        int64         `bun:"size"`
	CreatedBy   string        `bun:"created_by"`
	Priority    int           `bun:"priority"`
	Attempts    int           `bun:"attempts"`
	Error       string        `bun:"error"`
	ErrorCode   string        `bun:"error_code"`
	CreatedAt   sqldb.Moment  `bun:"created_at"`
	ArrivedAt   sqldb.Moment  `bun:"arrived_at"`
	StartedAt   sqldb.Moment  `bun:"started_at"`
	MovedAt     sqldb.Moment  `bun:"moved_at"`
	CompletedAt sqldb.Moment  `bun:"completed_at"`
	ExpiresAt   sqldb.Moment  `bun:"expires_at"`
	Result      *storedResult `bun:"result,type:text"`
}

type storedResult struct {
	DocumentID     string            `json:"document_id"`
	FileName       string            `json:"file_name"`
	Type           string            `json:"type"`
	Suggested      *storedSuggestion `json:"suggested,omitempty"`
	Plaintiff      string            `json:"plaintiff"`
	Defendant      string            `json:"defendant"`
	OCRConfidence  float64           `json:"ocr_confidence"`
	Pages          int               `json:"pages"`
	ProcessingTime time.Duration     `json:"processing_time"` // nanoseconds
	NeedsReview    bool              `json:"needs_review,omitempty"`
	PoorlyRead     bool              `json:"poorly_read,omitempty"`
	Doubts         []storedDoubt     `json:"doubts,omitempty"`
	Warnings       []string          `json:"warnings,omitempty"`
	Duplicates     []storedDuplicate `json:"duplicates,omitempty"`
	Unlisted       int               `json:"unlisted,omitempty"`
	NewClaims      []storedDuplicate `json:"new_claims,omitempty"`
	Mass           []storedDuplicate `json:"mass,omitempty"`
	SameCase       []storedDuplicate `json:"same_case,omitempty"`
}

// storedDuplicate is a related document. The assessment of identical files is not stored: it is always the same.
type storedDuplicate struct {
	DocumentID string `json:"document_id"`
	FileName   string `json:"file_name"`
	SameFile   bool   `json:"same_file,omitempty"`
	*dedup.Assessment
}

func newTaskRow(t document.Task) *taskRow {
	return &taskRow{
		ID: t.ID, DocumentID: t.DocumentID, Status: string(t.Status), Stage: string(t.Stage),
		Progress: t.Progress, PagesDone: t.PagesDone, PagesTotal: t.PagesTotal,
		FileName: t.FileName, Type: string(t.Type), Tags: append([]string{}, t.Tags...), OriginalKey: t.OriginalKey, SHA256: t.SHA256, Size: t.Size,
		CreatedBy: t.CreatedBy, Priority: int(t.Priority), Attempts: t.Attempts, Error: t.Error, ErrorCode: t.ErrorCode,
		CreatedAt: sqldb.MomentOf(t.CreatedAt), ArrivedAt: sqldb.MomentOf(t.ArrivedAt),
		StartedAt: sqldb.MomentOf(t.StartedAt), MovedAt: sqldb.MomentOf(t.MovedAt), CompletedAt: sqldb.MomentOf(t.CompletedAt),
		ExpiresAt: sqldb.MomentOf(t.ExpiresAt), Result: newStoredResult(t.Result),
	}
}

func newStoredResult(r *document.TaskResult) *storedResult {
	if r == nil {
		return nil
	}
	return &storedResult{DocumentID: r.DocumentID, FileName: r.FileName, Type: string(r.Type),
		Suggested: newStoredSuggestion(r.Suggested), Plaintiff: r.Plaintiff, Defendant: r.Defendant, OCRConfidence: r.OCRConfidence, Pages: r.Pages,
		ProcessingTime: r.ProcessingTime, NeedsReview: r.NeedsReview, PoorlyRead: r.PoorlyRead, Doubts: storedDoubts(r.Doubts), Warnings: r.Warnings,
		Duplicates: storedDuplicates(r.Duplicates), Unlisted: r.Unlisted, NewClaims: storedDuplicates(r.NewClaims),
		Mass: storedDuplicates(r.Mass), SameCase: storedDuplicates(r.SameCase)}
}

func (r *taskRow) task() document.Task {
	return document.Task{
		ID: r.ID, DocumentID: r.DocumentID, Status: document.TaskStatus(r.Status), Stage: document.Stage(r.Stage),
		Progress: r.Progress, PagesDone: r.PagesDone, PagesTotal: r.PagesTotal,
		FileName: r.FileName, Type: document.Type(r.Type), Tags: append([]string(nil), r.Tags...), OriginalKey: r.OriginalKey, SHA256: r.SHA256, Size: r.Size,
		CreatedBy: r.CreatedBy, Priority: document.Priority(r.Priority), Attempts: r.Attempts, Error: r.Error, ErrorCode: r.ErrorCode,
		CreatedAt: r.CreatedAt.Time(), ArrivedAt: r.ArrivedAt.Time(), StartedAt: r.StartedAt.Time(), MovedAt: r.MovedAt.Time(), CompletedAt: r.CompletedAt.Time(),
		ExpiresAt: r.ExpiresAt.Time(), Result: r.Result.result(),
	}
}

func (s *storedResult) result() *document.TaskResult {
	if s == nil {
		return nil
	}
	r := &document.TaskResult{DocumentID: s.DocumentID, FileName: s.FileName, Type: document.Type(s.Type),
		Suggested: s.Suggested.suggestion(), Plaintiff: s.Plaintiff, Defendant: s.Defendant, OCRConfidence: s.OCRConfidence, Pages: s.Pages,
		ProcessingTime: s.ProcessingTime, NeedsReview: s.NeedsReview, Doubts: doubts(s.Doubts), Warnings: s.Warnings}
	r.PoorlyRead = s.PoorlyRead || s.NeedsReview && len(s.Doubts) == 0 // versions without doubts stored neither
	r.Unlisted = s.Unlisted
	r.Duplicates, r.NewClaims, r.Mass, r.SameCase = duplicates(s.Duplicates), duplicates(s.NewClaims), duplicates(s.Mass), duplicates(s.SameCase)
	return r
}

func storedDuplicates(all []document.Duplicate) (stored []storedDuplicate) {
	for _, d := range all {
		one := storedDuplicate{DocumentID: d.DocumentID, FileName: d.FileName, SameFile: d.IsSameFile()}
		if !one.SameFile {
			one.Assessment = &d.Assessment
		}
		stored = append(stored, one)
	}
	return stored
}

func duplicates(stored []storedDuplicate) (all []document.Duplicate) {
	for _, d := range stored {
		one := document.Duplicate{DocumentID: d.DocumentID, FileName: d.FileName}
		switch {
		case d.SameFile:
			one.Assessment = document.SameFileAssessment()
		case d.Assessment != nil:
			one.Assessment = *d.Assessment
		}
		all = append(all, one)
	}
	return all
}
