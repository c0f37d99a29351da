package document

import (
	"time"

	"github.com/cotejo/cotejo/core/dedup"
)

// TaskStatus is the state of a task. It moves pending → processing → completed or failed. A task
// whose process died stays processing until another attempt begins.
type TaskStatus string

const (
	TaskPending    TaskStatus = "pending"
	TaskProcessing TaskStatus = "processing"
	TaskCompleted  TaskStatus = "completed"
	TaskFailed     TaskStatus = "failed"
)

// Ended reports whether the status is final.
func (s TaskStatus) Ended() bool { return s == TaskCompleted || s == TaskFailed }

// Stage is the step that a task is in, or ended in.
type Stage string

const (
	StageQueued     Stage = "queued"
	StageReading    Stage = "reading"
	StageExtracting Stage = "extracting"
	StageComparing  Stage = "comparing"
)

// Task is the processing of one upload, as its client sees it.
type Task struct {
	ID         string
	DocumentID string // of the future document; fixed from the start, so that a repeated attempt is harmless
	Status     TaskStatus
	Stage      Stage
	Progress   float64 // 0 to 1; never decreases
	PagesDone  int
	PagesTotal int // 0 until known

	FileName    string
	Type        Type
	Tags        []string // of the future document
	OriginalKey string
	SHA256      string
	Size        int64  // bytes of the original
	CreatedBy   string // username
	Priority    Priority

	Attempts  int         // since its last progress, the first beside others, the further ones alone; see Begin
	Result    *TaskResult // when completed
	Error     string      // when failed: a Spanish sentence
	ErrorCode string      // when failed: a stable slug

	CreatedAt   time.Time
	ArrivedAt   time.Time // see Document
	StartedAt   time.Time // zero until started
	MovedAt     time.Time // of the last progress; zero before any
	CompletedAt time.Time // zero until ended
	ExpiresAt   time.Time // zero until ended; after it the task is not found
}

// Arrived returns when the document reached the court.
func (t *Task) Arrived() time.Time {
	if t.ArrivedAt.IsZero() { // of an earlier program
		return t.CreatedAt
	}
	return t.ArrivedAt
}

// Begin counts an attempt at a task. Excuse takes it back if the attempt ends normally or fails
// through no fault of the file. An attempt that crashes its process stays counted.
func (t *Task) Begin() { t.Attempts++ }

// Excuse takes back the last attempt.
func (t *Task) Excuse() { t.Attempts = max(0, t.Attempts-1) }

// Reach stores the progress of a task. If it exceeds all earlier progress, only the given number
// of attempts still count: those begun since.
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

// Postponed is the error that interrupts a task without a fault. The task waits for After, then
// behind those that wait already.
type Postponed struct {
	After  time.Duration
	Reason string
}

func (p Postponed) Error() string { return p.Reason }

// Priority orders waiting tasks: a lower number starts first, however long others have waited.
type Priority int

const (
	Interactive Priority = iota // a user waits for it
	Bulk                        // part of a bulk upload
)

// TaskPart is a numbered part of the data kept until a task ends.
type TaskPart struct {
	Number int
	Data   []byte
}

// Backlog summarises the unfinished tasks.
type Backlog struct {
	Tasks  int
	Oldest time.Time // creation of the oldest task; zero without tasks
	Moved  time.Time // last progress of any task; zero when none has begun
}

// Still returns how long no task has made progress; 0 without tasks.
func (b Backlog) Still(now time.Time) time.Duration {
	if b.Tasks == 0 {
		return 0
	}
	if b.Moved.After(b.Oldest) {
		return now.Sub(b.Moved)
	}
	return now.Sub(b.Oldest)
}

// TaskResult is the result of a completed task.
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
	PoorlyRead     bool     // see Document.IsPoorlyRead
	Doubts         []Doubt  // those that were open in the end
	Warnings       []string // Spanish: those of Reading.Warnings, and documents submitted later that repeat this one
	Related
}

// Related are the documents related to a document, most similar first.
type Related struct {
	Duplicates []Duplicate
	// Unlisted is the number of duplicates that Bound left out of Duplicates.
	Unlisted int
	// NewClaims are documents of the same parties with another request or other facts. Mass are
	// those of other parties with the same letter, SameCase papers of one case. None are duplicates;
	// each has at most MaxOthers entries.
	NewClaims, Mass, SameCase []Duplicate
	// Dismissed are documents that a person has declared no duplicates.
	Dismissed []Duplicate
}

// TotalDuplicates returns the number of duplicates, listed or not.
func (r *Related) TotalDuplicates() int { return len(r.Duplicates) + r.Unlisted }

// Bound keeps the first MaxOthers duplicates and those that a person decided on, and counts the others. It changes the
// array of Duplicates.
func (r *Related) Bound() {
	all := r.Duplicates
	r.Duplicates = all[:min(len(all), MaxOthers)]
	for _, d := range all[len(r.Duplicates):] {
		if d.Decision.IsMade() {
			r.Duplicates = append(r.Duplicates, d)
		} else {
			r.Unlisted++
		}
	}
}

// Lists returns the lists of r, the duplicates first.
func (r *Related) Lists() []*[]Duplicate {
	return []*[]Duplicate{&r.Duplicates, &r.NewClaims, &r.Mass, &r.SameCase}
}

// IDs returns those of all related documents.
func (r *Related) IDs() (ids []string) {
	for _, list := range r.Lists() {
		for _, d := range *list {
			ids = append(ids, d.DocumentID)
		}
	}
	return ids
}

// MaxOthers bounds each list of related documents.
const MaxOthers = 20

// Duplicate is a related document with its similarity. The left values of its reasons belong to
// the document in the request.
type Duplicate struct {
	DocumentID string
	FileName   string
	dedup.Assessment
	// Pages are those on which the filings that match begin: of the document searched for, and of this one. Tasks do
	// not keep them.
	Pages    [2]int
	Decision Decision // of the pair
}

// sameFile is the only reason given for identical files.
var sameFile = dedup.Reason{Code: "same_file", Text: "es el mismo archivo, byte por byte", Weight: 1}

// SameFileAssessment returns the assessment of identical files.
func SameFileAssessment() dedup.Assessment { return dedup.Identical(sameFile) }

// IsSameFile reports whether d has the assessment of identical files.
func (d *Duplicate) IsSameFile() bool { return len(d.Reasons) == 1 && d.Reasons[0] == sameFile }

// Mirrored returns the same pair as the other document lists it: with documentID as the related one.
func (d Duplicate) Mirrored(documentID, fileName string) Duplicate {
	return Duplicate{DocumentID: documentID, FileName: fileName, Assessment: d.Assessment.Mirrored(), Pages: [2]int{d.Pages[1], d.Pages[0]}}
}
