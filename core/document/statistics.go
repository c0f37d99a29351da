package document

import "time"

// Tally counts the documents of one type and status.
type Tally struct {
	Type       Type
	Status     Status
	Documents  int
	Read       int           // of them, those that were read from a PDF
	Reading    time.Duration // that their processing took in all
	Legible    int           // of these, those in which some text was read
	Confidence float64       // the sum of the OCR confidences of these
	TypedIn    int           // of all, those that a person typed in
	Duplicated int           // of all, those that told the facts of an earlier one
}

// Processing says how much was worked through.
type Processing struct {
	Documents int
	Read      int           // from PDFs
	Manual    int           // typed in
	Average   time.Duration // of the processing of a PDF; 0 without any
	Today     int
	ThisWeek  int // from Monday
}

// Dashboard is the state of all documents at a glance.
type Dashboard struct {
	Documents         int
	ByType            map[Type]int
	ByStatus          map[Status]int
	PerDay            []DayCount // the last 30 days, oldest first, empty days included
	PendingValidation int        // documents that nobody has validated
	Duplicated        int        // documents that told the facts of an earlier one when they came in
	OCRConfidence     float64    // average of those in which some text was read; 0 without any
}

// DayCount is how many documents a day brought.
type DayCount struct {
	Day   Day
	Count int
}

// IsRead reports whether the document was read from a PDF.
func (d *Document) IsRead() bool { return d.SHA256 != "" }
