package document

import (
	"time"

	"github.com/cotejo/cotejo/core/pagination"
)

// Delivery is a message as it arrived, and what became of everything in it.
type Delivery struct {
	ID          string
	OriginalKey string // of the message
	SHA256      string // of what it says and brings, in lower-case hex
	FileName    string

	MessageID string // without < and >; "" if it has none
	Sender    string // address; of a forwarded message the one that forwarded it last
	SenderName,
	Recipients string // addresses, separated by commas
	Subject string
	Body    string    // as text
	SentAt  time.Time // zero if the message does not say

	Radicado string   // of 23 digits, in the subject; or ""
	Links    []string // that somebody must open to get a paper

	ReceivedAt time.Time // when it was taken in
	ArrivedAt  time.Time // see Arrived; zero if it is not known
	ReceivedBy string    // user

	FromMailbox bool     // it came through a mailbox; nobody sent it
	Rules       []string // names of the rules of the mailbox that applied, in their order
	// IgnoredBy is the rule that ignored it, and stays when somebody takes it in; "" if none did.
	IgnoredBy     string
	IgnoredReason string
	TakenAt       time.Time // when it was taken in although it had been ignored; zero unless it was
	TakenBy       string    // by whom

	Parts []DeliveredPart // in their order
}

// Arrived returns when it reached the court: the mailbox or, of one that a person sent in, the service.
func (d *Delivery) Arrived() time.Time {
	if d.ArrivedAt.IsZero() {
		return d.ReceivedAt
	}
	return d.ArrivedAt
}

// IsIgnored reports whether a rule of the mailbox ignored it and nobody took it in since.
func (d *Delivery) IsIgnored() bool { return d.IgnoredBy != "" && d.TakenBy == "" }

// MailFacts returns what rules of the mailbox look at.
func (d *Delivery) MailFacts() MailFacts {
	m := MailFacts{Sender: d.Sender, SenderName: d.SenderName, Recipients: d.Recipients, Subject: d.Subject}
	for _, p := range d.Parts {
		if p.Name != "" {
			m.Attachments = append(m.Attachments, p.Name)
		}
	}
	return m
}

// DeliveryFilter selects deliveries; the zero value selects all.
type DeliveryFilter struct {
	DocumentID string // in which that document came
	Ignored    bool   // that are ignored
}

// IsMessage reports whether it is an e-mail, not an archive.
func (d Delivery) IsMessage() bool { return extension(d.OriginalKey) != "zip" }

// DeliveredPart is the body of a message, an attachment, or a file within one.
type DeliveredPart struct {
	Name       string // "" if it has none; that of the body is ""
	In         string // name of the archive or message that it lies in; "" for the message itself
	SHA256     string // of its content, in lower-case hex; "" if it cannot be had
	Outcome    PartOutcome
	DocumentID string // that it became, or is a page of; "" if it became none
	TaskID     string
	Code       string // why it was refused, for programs
	Reason     string // why it was refused or left out, in Spanish
}

// Delivered is a delivery that was sent, perhaps again.
type Delivered struct {
	Delivery
	Known bool // it had arrived before, and nothing was taken in again
}

// PartOutcome is what became of a part of a message.
type PartOutcome string

const (
	PartAccepted PartOutcome = "accepted" // a document, or a page of one
	PartRefused  PartOutcome = "refused"  // cannot be read
	PartLeftOut  PartOutcome = "left_out" // no paper, such as a picture of a signature
)

// DeliveryListing is one page of a list of deliveries, without Body and Parts.
type DeliveryListing = pagination.Of[Delivery]
