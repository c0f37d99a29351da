package notification

import (
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Court is a court with cases. A case may refer to an unregistered court, of which only the ID is
// known.
type Court struct {
	ID        string // UUID
	Name      string
	CreatedAt time.Time
	CreatedBy string // username
}

// CourtKey returns a key that all spellings of a court's name share: case, accents, punctuation,
// articles and leading zeros are ignored. Each court has a unique key.
func CourtKey(name string) string {
	words := strings.Fields(spreadsheet.HeaderKey(name))
	for i, w := range words {
		words[i] = strings.TrimLeft(w, "0")
	}
	return strings.Join(words, " ")
}

// CourtDraft holds the data of a new court.
type CourtDraft struct {
	Key  string // see CaseDraft
	Name string
}

// Faults of the court store.
var (
	ErrCourtNotFound = fault.New(fault.NotFound, "court_not_found", "El juzgado no está registrado.")
	ErrCourtTaken    = fault.New(fault.RuleViolated, "court_taken", "Ya hay un juzgado con ese nombre.")
)
