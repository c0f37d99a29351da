package document

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// SavedView is what a user asked a list of documents for, kept under a name.
type SavedView struct {
	ID     string // a UUID
	Owner  string // username
	Name   string // distinct among those of its owner
	Shared bool   // shown to everybody
	Filter string // parameters of GET /documents, as a JSON object
	At     time.Time
}

const (
	// MaxSavedViews is how many views a user may have.
	MaxSavedViews    = 50
	maxSavedViewName = 60      // characters
	maxSavedFilter   = 4 << 10 // bytes
)

var (
	// ErrViewNotFound says that a view does not exist, or that the caller may not see it.
	ErrViewNotFound = fault.New(fault.NotFound, "view_not_found", "Esa vista ya no existe. Vuelva a cargar la lista de vistas.")
	// ErrTooManyViews says that a user has MaxSavedViews.
	ErrTooManyViews = fault.New(fault.Unprocessable, "too_many_views", fmt.Sprintf("Usted ya tiene %d vistas; borre una para guardar otra.", MaxSavedViews))
)

// Clean returns a view as it is stored, its name sanitised to one line. Fault: Unprocessable.
func (v SavedView) Clean() (SavedView, error) {
	v.Name = strings.TrimSpace(sanitize.Line(v.Name))
	if n := utf8.RuneCountInString(v.Name); n == 0 || n > maxSavedViewName {
		message := fmt.Sprintf("Póngale a la vista un nombre de 1 a %d caracteres.", maxSavedViewName)
		return v, fault.New(fault.Unprocessable, "invalid_view_name", message).With(fault.Detail{Location: "body.name", Message: message})
	}
	if len(v.Filter) > maxSavedFilter {
		return v, fault.New(fault.Unprocessable, "view_too_long", "Los filtros de la vista son demasiado largos; busque con menos palabras.")
	}
	return v, nil
}
