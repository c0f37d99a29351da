// Package receipt judges what comes back for an e-mail: reports of mail systems (RFC 3464), also those
// in free text, notices of readers (RFC 8098), and answers. It says what a message claims, never
// whether the claim is true: the caller compares its Message-IDs and addresses with what was sent.
package receipt

import (
	"net/mail"
	"slices"
	"strings"
	"time"
)

// Kind is what a message says about an e-mail.
type Kind string

const (
	None         Kind = ""             // says nothing about an e-mail
	Failure      Kind = "FALLO"        // final: no system tries to deliver it any more
	Delay        Kind = "DEMORA"       // delivery goes on
	Relayed      Kind = "REENVIO"      // passed to a system that reports nothing, which proves no delivery
	Delivered    Kind = "ENTREGA"      // is in the mailbox of the recipient
	Read         Kind = "LECTURA"      // was displayed to the recipient
	Unread       Kind = "SIN_LECTURA"  // deleted, or processed in another way, without being displayed
	Acknowledged Kind = "ACUSE"        // a person answered that it arrived
	Answer       Kind = "RESPUESTA"    // a person answered something else
	Automatic    Kind = "AUTOMATICA"   // a program answered, such as out of office
	Unclear      Kind = "SIN_ENTENDER" // a report of a mail system without a recognised outcome
)

// Kinds lists every kind except None.
func Kinds() []Kind {
	return []Kind{Failure, Delay, Relayed, Delivered, Read, Unread, Acknowledged, Answer, Automatic, Unclear}
}

// Proves reports whether k proves that the e-mail arrived.
func (k Kind) Proves() bool { return k == Delivered || k == Read || k == Acknowledged }

// IsAnswer reports whether k is an answer that somebody wrote, in person or by program.
func (k Kind) IsAnswer() bool { return k == Acknowledged || k == Answer || k == Automatic }

// Message is a message as an adapter read it. Values of fields are decoded and unfolded.
type Message struct {
	Header      Fields
	Delivery    []Fields // groups of a message/delivery-status: of the message, then of each recipient
	Disposition Fields   // of a message/disposition-notification
	Returned    []Fields // headers of the messages that it returns
	Text        string   // what people read
}

// Field is a field of a header.
type Field struct{ Name, Value string }

// Fields are the fields of a header, in their order.
type Fields []Field

// Get returns the value of the first field with a name, in any case; "" without one.
func (f Fields) Get(name string) string {
	for _, field := range f {
		if strings.EqualFold(field.Name, name) {
			return strings.TrimSpace(field.Value)
		}
	}
	return ""
}

// Verdict is what a message says.
type Verdict struct {
	// MessageIDs are the e-mails that the message may be about, without angle brackets, the most
	// likely one first. At most 50.
	MessageIDs []string
	// Outcomes has an outcome for each recipient of a report, otherwise one. At most 50.
	Outcomes []Outcome
}

// Outcome is what became of an e-mail for one recipient.
type Outcome struct {
	Kind       Kind
	Recipients []string // addresses by which the message names this recipient, in lower case
	Status     string   // enhanced code of RFC 3463, "5.1.1"; "" without one
	Reason     string   // Spanish: why it failed or is late; "" for other kinds
	Detail     string   // what the mail system said, on one line
}

// For returns the outcome of the recipient with an address. A report that names no recipient is about any; an answer is its
// sender's. ok is false where no outcome is of that recipient; then the first is returned.
func (v Verdict) For(address string) (o Outcome, ok bool) {
	address = addressKey(address)
	for _, o := range v.Outcomes {
		if len(o.Recipients) == 0 && !o.Kind.IsAnswer() || slices.Contains(o.Recipients, address) {
			return o, true
		}
	}
	return v.First(), false
}

// First returns the first outcome; the zero value without any.
func (v Verdict) First() Outcome {
	if len(v.Outcomes) == 0 {
		return Outcome{}
	}
	return v.Outcomes[0]
}

// Judge returns what m says.
func Judge(m Message) Verdict {
	switch {
	case len(m.Delivery) > 0:
		return Verdict{MessageIDs: idsOfReport(m), Outcomes: deliveryOutcomes(m)}
	case len(m.Disposition) > 0:
		return Verdict{MessageIDs: idsOfReport(m), Outcomes: []Outcome{dispositionOutcome(m.Disposition)}}
	case isFreeReport(m):
		return Verdict{MessageIDs: idsOfFreeReport(m), Outcomes: []Outcome{freeOutcome(m)}}
	}
	ids := unique(idsIn(m.Header.Get("In-Reply-To")), newestFirst(idsIn(m.Header.Get("References"))))
	kind := answerKind(m, len(ids) > 0)
	if kind == None {
		return Verdict{}
	}
	o := Outcome{Kind: kind}
	if from := addressesIn(m.Header.Get("From")); len(from) > 0 {
		o.Recipients = from[:1]
	}
	return Verdict{MessageIDs: ids, Outcomes: []Outcome{o}}
}

// ArrivedAt returns when the last mail server took the message, as that server states it; zero if
// it does not. The Date of a message is its sender's to choose.
func (m Message) ArrivedAt() time.Time {
	received := m.Header.Get("Received")
	at, err := mail.ParseDate(strings.TrimSpace(received[strings.LastIndexByte(received, ';')+1:]))
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}
