package document

import (
	"time"

	"github.com/cotejo/cotejo/core/dedup"
)

// TaskStatus is where a task stands. It moves pending → processing →
// completed or failed. A task whose process died stays processing until it is
// taken up again.
type TaskStatus string

const (
	TaskPending    TaskStatus = "pending"
	TaskProcessing TaskStatus = "processing"
	TaskCompleted  TaskStatus = "completed"
	TaskFailed     TaskStatus = "failed"
)

// Ended reports whether nothing more will happen.
func (s TaskStatus) Ended() bool { return s == TaskCompleted || s == TaskFailed }

// Stage is what a task is doing.
type Stage string

const (
	StageQueued     Stage = "queued"
	StageReading    Stage = "reading"
	StageExtracting Stage = "extracting"
	StageComparing  Stage = "comparing"
	StageSaving     Stage = "saving"
)

// Task is the processing of one upload, as its client sees it.
type Task struct {
	ID         string
	DocumentID string // of the document that it will become; fixed from the start, so that a repeat is harmless
	Status     TaskStatus
	Stage      Stage
	Progress   float64 // 0 to 1; never goes back
	PagesDone  int
	PagesTotal int // 0 until known

	FileName    string
	Type        Type
	OriginalKey string
	SHA256      string
	Size        int64  // bytes of the original
	CreatedBy   string // username
	Priority    Priority

	Attempts  int         // begun since it last got further; see Begin
	Result    *TaskResult // when completed
	Error     string      // when failed: a Spanish sentence
	ErrorCode string      // when failed: a stable slug

	CreatedAt   time.Time
	StartedAt   time.Time // zero until started
	MovedAt     time.Time // when it last got further; zero until it did
	CompletedAt time.Time // zero until ended
	ExpiresAt   time.Time // zero until ended; after it the task is not found
}

// After reports whether t was submitted after o.
func (t *Task) After(o *Task) bool {
	return t.CreatedAt.After(o.CreatedAt) || t.CreatedAt.Equal(o.CreatedAt) && t.ID > o.ID
}

// Begin counts an attempt at a task. An attempt that ends in order, or that fails
// for no fault of the file, is taken back with Excuse; what kills its process is
// counted all the same.
func (t *Task) Begin() { t.Attempts++ }

// Excuse takes back the attempt that was begun last.
func (t *Task) Excuse() { t.Attempts = max(0, t.Attempts-1) }

// Reach notes how far a task has got. When that is further than ever before, the
// attempts that count are those begun since: the last attempts of them.
func (t *Task) Reach(pages int, progress float64, attempts int, now time.Time) {
	if pages > t.PagesDone || progress > t.Progress {
		t.Attempts, t.MovedAt = min(t.Attempts, attempts), now.UTC()
	}
	t.PagesDone, t.Progress = max(t.PagesDone, pages), max(t.Progress, progress)
}

// Fail ends a task.
func (t *Task) Fail(code, message string, now time.Time, ttl time.Duration) {
	t.Status, t.ErrorCode, t.Error = TaskFailed, code, message
	t.CompletedAt, t.ExpiresAt = now, now.Add(ttl)
}

// Priority says what waits for what: of tasks that wait, those with the lowest
// number begin first, however long others wait already.
type Priority int

const (
	Interactive Priority = iota // somebody waits for it
	Bulk                        // one of very many
)

// TaskPart is one of the numbered parts of what is kept of a task until it ends.
type TaskPart struct {
	Number int
	Data   []byte
}

// Backlog is what is still to be done.
type Backlog struct {
	Tasks  int
	Oldest time.Time // when the one that came first came in; zero without tasks
	Moved  time.Time // when one of them last got further; zero when none has begun
}

// Still returns how long no task has got further; 0 without tasks.
func (b Backlog) Still(now time.Time) time.Duration {
	if b.Tasks == 0 {
		return 0
	}
	if b.Moved.After(b.Oldest) {
		return now.Sub(b.Moved)
	}
	return now.Sub(b.Oldest)
}

// TaskResult is what a completed task has to say.
type TaskResult struct {
	DocumentID     string
	FileName       string
	Type           Type
	Suggested      Suggestion
	Plaintiff      string
	Defendant      string
	OCRConfidence  float64
	Pages          int
	ProcessingTime time.Duration
	NeedsReview    bool
	Warnings       []string // Spanish: those of Reading.Warnings, and documents submitted later that repeat this one
	Related
}

// Related is what was found of a document, most similar first.
type Related struct {
	Duplicates []Duplicate
	// NewClaims are documents of the same parties with another request or other facts,
	// and Mass those of other parties with the same letter: no duplicates, at most
	// MaxOthers of each.
	NewClaims, Mass []Duplicate
}

// Lists returns the lists of r, the duplicates first.
func (r *Related) Lists() []*[]Duplicate { return []*[]Duplicate{&r.Duplicates, &r.NewClaims, &r.Mass} }

// MaxOthers bounds how many related documents are named that are no duplicates.
const MaxOthers = 20

// Duplicate is a related document and how far it agrees; the left values of its reasons
// are those of the document asked about.
type Duplicate struct {
	DocumentID string
	FileName   string
	dedup.Assessment
}
