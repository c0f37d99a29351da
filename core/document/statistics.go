package document

import "time"

// Tally counts the documents of one type and status.
type Tally struct {
	Type       Type
	Status     Status
	Documents  int
	Read       int           // documents read from a PDF
	Reading    time.Duration // total time of their processing
	Legible    int           // of the read documents, those with text
	Confidence float64       // sum of the OCR confidences of the legible documents
	TypedIn    int           // documents typed in by a person
	Duplicated int           // documents that repeat an earlier one
}

// Processing is how many documents were processed.
type Processing struct {
	Documents int
	Read      int           // from PDFs
	Manual    int           // typed in
	Average   time.Duration // of the processing of a PDF; 0 without any
	Today     int
	ThisWeek  int // from Monday
}

// Dashboard summarises all documents.
type Dashboard struct {
	Documents         int
	ByType            map[Type]int
	ByStatus          map[Status]int
	PerDay            []DayCount // the last 30 days, oldest first, empty days included
	PendingValidation int        // documents that nobody has validated
	Duplicated        int        // documents that told the facts of an earlier one when they came in
	OCRConfidence     float64    // average of those in which some text was read; 0 without any
}

// DayCount is the number of documents of one day.
type DayCount struct {
	Day   Day
	Count int
}

// ActivityReport summarises a period of days and the current queue.
type ActivityReport struct {
	From, To Day
	Days     []DayTally // the earliest first; days without documents are missing
	// Pairs counts, by state, the pairs whose later document arrived in the period.
	Pairs map[PairState]int

	Queue    map[TaskStatus]int // now; without the completed ones
	ToReview int                // documents that need a review, now
	Due      map[Urgency]int    // documents by when their term ends, now: Overdue, DueToday, DueThisWeek

	// Recent are the latest readings, newest first.
	Recent []TimedReading
}

// DayTally counts the documents of one day and one type.
type DayTally struct {
	Day Day
	Tally
}

// TimedReading is how long the reading of a file took.
type TimedReading struct {
	DocumentID string
	FileName   string
	Pages      int
	Took       time.Duration
	EndedAt    time.Time
}

// IsRead reports whether the document was read from a PDF.
func (d *Document) IsRead() bool { return d.SHA256 != "" }
