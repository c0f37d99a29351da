package docket

import (
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sheet"
)

// Court is a court that cases are before. A case may name one that is not
// registered: its ID is then all that is known of it.
type Court struct {
	ID        string // UUID
	Name      string
	CreatedAt time.Time
	CreatedBy string // username
}

// CourtKey is the same for all ways of writing the name of a court: without
// regard to case, accents, punctuation, articles and leading zeros. No two courts
// have the same.
func CourtKey(name string) string {
	words := strings.Fields(sheet.HeaderKey(name))
	for i, w := range words {
		words[i] = strings.TrimLeft(w, "0")
	}
	return strings.Join(words, " ")
}

// Faults of the store of courts.
var (
	ErrCourtNotFound = fault.New(fault.NotFound, "court_not_found", "El juzgado no está registrado.")
	ErrCourtTaken    = fault.New(fault.RuleViolated, "court_taken", "Ya hay un juzgado con ese nombre.")
)
