// Package fault defines the errors that every layer returns to its callers.
//
// A fault has a Kind (what the caller can do about it), a Code (a stable slug that programs
// may compare) and a Message (a Spanish sentence for court clerks). The cause, if there is
// one, is for the log only.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what the caller can do about a fault. The set is closed: each API
// and the command line map every kind to a status, and a test walks them all.
type Kind string

const (
	Invalid         Kind = "invalid"         // the request cannot be understood
	Unauthenticated Kind = "unauthenticated" // who is asking is not known
	Forbidden       Kind = "forbidden"       // known, and not allowed
	NotFound        Kind = "not_found"       // no such thing, or no longer
	Conflict        Kind = "conflict"        // clashes with what is stored
	Stale           Kind = "stale"           // the caller has seen an older state; read it again
	RuleViolated    Kind = "rule_violated"   // understood, but against a rule of the domain
	TooLarge        Kind = "too_large"       // over a size limit
	Unprocessable   Kind = "unprocessable"   // well-formed, but its content cannot be used
	Locked          Kind = "locked"          // refused until a time has passed
	RateLimited     Kind = "rate_limited"    // too many requests from one place
	Unavailable     Kind = "unavailable"     // the service cannot answer now; try again
	Timeout         Kind = "timeout"         // the time allowed for it has passed
	Internal        Kind = "internal"        // our mistake
)

// Kinds lists every kind, for tables and the tests that walk them.
func Kinds() []Kind {
	return []Kind{Invalid, Unauthenticated, Forbidden, NotFound, Conflict, Stale, RuleViolated, TooLarge,
		Unprocessable, Locked, RateLimited, Unavailable, Timeout, Internal}
}

// Detail names one place in a request that is at fault.
type Detail struct {
	Location string // where, as in "body.username" or "query.page"
	Message  string // Spanish, what is wrong there
	Value    any    // what was sent; nil when it must not be repeated
}

// Error is a fault on its way to the caller. Make one with New or Wrap.
type Error struct {
	Kind    Kind
	Code    string
	Message string
	Details []Detail
	// RetryAfter is when trying again may help; 0 when that is not known.
	RetryAfter time.Duration
	cause      error
}

// New returns a fault. code is a stable slug ("document_not_found"), message a
// Spanish sentence that says what to do.
func New(kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
}

// Wrap returns a fault that keeps cause for the log and for errors.Is.
func Wrap(cause error, kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message, cause: cause}
}

// With returns a copy of e that also carries details.
func (e *Error) With(details ...Detail) *Error {
	c := *e
	c.Details = append(append([]Detail(nil), e.Details...), details...)
	return &c
}

// RetryIn returns a copy of e that tells when to try again.
func (e *Error) RetryIn(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.cause)
	}
	return e.Code + ": " + e.Message
}

func (e *Error) Unwrap() error { return e.cause }

// DiskFull returns the fault of a disk without room.
func DiskFull(cause error) *Error {
	return Wrap(cause, Unavailable, "disk_full",
		"Queda muy poco espacio en disco; avise al administrador y vuelva a intentarlo cuando se libere.")
}

// As returns the fault in err's chain, if there is one.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// KindOf returns the kind of the fault in err's chain; Internal for any other
// error, and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if e, ok := As(err); ok {
		return e.Kind
	}
	return Internal
}
