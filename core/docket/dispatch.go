package docket

import (
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Dispatch is one e-mail on its way to a subject: an entry of the outbox. What
// it says is settled when it is asked for.
type Dispatch struct {
	ID             string // also the left part of the Message-ID
	NotificationID string
	To             string // e-mail address
	Subject        string
	Body           string // plain text
	RequestedBy    string // username
	CreatedAt      time.Time

	State     DispatchState
	DueAt     time.Time // not tried before
	Tries     int       // begun so far
	Reason    string    // Spanish: why it was refused, postponed or is uncertain
	ChangedAt time.Time
}

// DispatchState is how far a dispatch is.
type DispatchState string

const (
	Queued    DispatchState = "EN_COLA"
	Sending   DispatchState = "ENVIANDO"  // the server may have it already
	Delivered DispatchState = "ENTREGADO" // the server took it
	Refused   DispatchState = "RECHAZADO"
	// Uncertain: the server may or may not have it, since the program or the
	// connection ended in between. It is never tried again: a person finds out.
	Uncertain DispatchState = "INCIERTO"
)

// Ended reports whether nothing more will be done about a dispatch.
func (s DispatchState) Ended() bool { return s != Queued && s != Sending }

// Faults of the outbox.
var (
	ErrOnItsWay   = fault.New(fault.Conflict, "dispatch_on_its_way", "Esta notificación ya se está enviando; espere el resultado.")
	ErrNotSending = fault.New(fault.Conflict, "dispatch_not_sending", "Este envío no está en curso.")
)
