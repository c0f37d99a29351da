package intakeapi

import (
	"net/http"

	"github.com/cotejo/cotejo/core/fault"
)

// statuses says which status answers which kind of fault. A timeout is a 503,
// since the interface promises no 504: the next attempt may be faster.
var statuses = map[fault.Kind]int{
	fault.Invalid:         http.StatusUnprocessableEntity,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Stale:           http.StatusPreconditionFailed,
	fault.RuleViolated:    http.StatusUnprocessableEntity,
	fault.TooLarge:        http.StatusRequestEntityTooLarge,
	fault.Unprocessable:   http.StatusUnprocessableEntity,
	fault.Locked:          http.StatusLocked,
	fault.RateLimited:     http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.Timeout:         http.StatusServiceUnavailable,
	fault.Internal:        http.StatusInternalServerError,
}
