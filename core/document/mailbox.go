package document

import "time"

// MailboxMessage describes a message in a mailbox that was not taken in yet.
type MailboxMessage struct {
	Size    int64  // in bytes, as the server states it
	Sender  string // as the message has it, decoded; "" if it has none
	Subject string

	ArrivedAt time.Time // when the server received it; zero if it does not say
}

// MailboxMark says what became of a message in a mailbox. It is kept on the mail server.
type MailboxMark string

const (
	MarkReceived MailboxMark = "received" // it is a delivery
	MarkReview   MailboxMark = "review"   // it cannot be taken in; a person must look at it
	MarkIgnored  MailboxMark = "ignored"  // a rule ignores it
)

// TakenMessage is a message of a mailbox that is durable in a service.
type TakenMessage struct {
	ID      string // under which it is stored
	Ignored bool   // a rule ignored it
}
