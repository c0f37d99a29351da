package notification

import (
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Case is a proceeding before a court.
type Case struct {
	ID          string
	Number      string // the radicado, as it was entered
	Description string
	Status      CaseStatus
	CourtID     string // UUID of the court, which need not be registered
	CreatedAt   time.Time
	CreatedBy   string // username
}

// CaseStatus is where a case stands.
type CaseStatus string

// Active is the one status that a case has so far.
const Active CaseStatus = "ACTIVO"

// NumberKey is the same for all ways of writing a case number: without spaces
// and hyphens. No two cases have the same.
func NumberKey(number string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, number)
}

// CaseFilter chooses cases; what is zero chooses all.
type CaseFilter struct {
	Status     CaseStatus
	NumberKey  string // a NumberKey, whole
	CourtID    string
	NumberPart string // stands somewhere in a NumberKey
}

// Takes reports whether c is among the chosen ones.
func (f CaseFilter) Takes(c *Case) bool {
	return (f.Status == "" || f.Status == c.Status) &&
		(f.NumberKey == "" || f.NumberKey == NumberKey(c.Number)) &&
		(f.CourtID == "" || f.CourtID == c.CourtID) &&
		strings.Contains(NumberKey(c.Number), f.NumberPart)
}

// Faults of the stores and the service.
var (
	ErrCaseNotFound         = fault.New(fault.NotFound, "case_not_found", "El proceso no existe; revise su identificador.")
	ErrSubjectNotFound      = fault.New(fault.NotFound, "subject_not_found", "El sujeto no existe; revise su identificador.")
	ErrNotificationNotFound = fault.New(fault.NotFound, "notification_not_found", "La notificación no existe; revise su identificador.")
	ErrNumberTaken          = fault.New(fault.RuleViolated, "case_number_taken", "Ya hay un proceso con ese radicado; búsquelo en la lista de procesos o corrija el radicado.")
)
