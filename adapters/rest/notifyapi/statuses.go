package notifyapi

import (
	"net/http"

	"github.com/cotejo/cotejo/core/fault"
)

// statuses says which status answers which kind of fault. Whatever clashes with
// what is stored or with a rule is a 400; a timeout is a 503, since the next
// attempt may be faster.
var statuses = map[fault.Kind]int{
	fault.Invalid:         http.StatusUnprocessableEntity,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusBadRequest,
	fault.Stale:           http.StatusBadRequest,
	fault.RuleViolated:    http.StatusBadRequest,
	fault.TooLarge:        http.StatusRequestEntityTooLarge,
	fault.Unprocessable:   http.StatusUnprocessableEntity,
	fault.Locked:          http.StatusUnauthorized,
	fault.RateLimited:     http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.Timeout:         http.StatusServiceUnavailable,
	fault.Internal:        http.StatusInternalServerError,
}
