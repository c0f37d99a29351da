package notification

import (
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Dispatch is an e-mail to a subject: an entry of the outbox. Its content is fixed at the request.
type Dispatch struct {
	ID             string
	NotificationID string
	MessageID      string // without angle brackets; "" for one of an older program, see HasMessageID
	To             string // e-mail address
	Subject        string
	Body           string // plain text
	RequestedBy    string // username
	CreatedAt      time.Time

	State     DispatchState
	DueAt     time.Time // not tried earlier
	Tries     int       // begun so far
	Reason    string    // Spanish: why it was refused, postponed or is uncertain, or who stopped it
	ChangedAt time.Time

	Attachments []AttachedFile // of its notification, oldest first. Stores leave it nil.
}

// DispatchState is the progress of a dispatch.
type DispatchState string

const (
	Queued    DispatchState = "EN_COLA"
	Sending   DispatchState = "ENVIANDO"  // the server may have it already
	Delivered DispatchState = "ENTREGADO" // the server took it
	Refused   DispatchState = "RECHAZADO"
	// Uncertain means that the program or the connection ended during the delivery, so the server
	// may or may not have the e-mail. It is not retried: a person has to find out.
	Uncertain DispatchState = "INCIERTO"
	Stopped   DispatchState = "DETENIDO" // by a person, while it was queued; it never left
)

// NewMessageID returns the Message-ID of a dispatch that is sent from an address.
func NewMessageID(dispatchID, from string) string {
	return dispatchID + "@" + from[strings.LastIndexByte(from, '@')+1:]
}

// HasMessageID reports whether an e-mail has a Message-ID. Older programs stored none and sent
// the ID of the dispatch as its left part.
func (d Dispatch) HasMessageID(id string) bool {
	if d.MessageID != "" {
		return id == d.MessageID
	}
	left, _, ok := strings.Cut(id, "@")
	return ok && left == d.ID
}

// Ended reports whether the state is final.
func (s DispatchState) Ended() bool { return s != Queued && s != Sending }

// Faults of the outbox.
var (
	ErrOnItsWay  = fault.New(fault.Conflict, "dispatch_on_its_way", "Esta notificación ya se está enviando; espere el resultado.")
	ErrNotQueued = fault.New(fault.RuleViolated, "dispatch_not_queued",
		"Ningún correo de esta notificación está en cola: no se pidió, ya se está enviando o ya terminó. Solo se detiene el que está en cola.")
	ErrNotSending = fault.New(fault.Conflict, "dispatch_not_sending", "Este envío no está en curso.")
)
