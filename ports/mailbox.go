package ports

import (
	"context"
	"io"

	"github.com/cotejo/cotejo/core/document"
)

// Mailbox is a folder of a mail account whose messages are taken in. It is safe for concurrent use.
type Mailbox interface {
	// Address names the mailbox for people and logs; it holds no secret.
	Address() string
	// Open connects, logs in and opens the folder. Faults, with a Spanish message: Unavailable if the server cannot be
	// reached; Unauthenticated for a refused login; NotFound without the folder; Forbidden if messages can be
	// neither moved nor flagged.
	Open(ctx context.Context) (MailboxSession, error)
}

// MessageTaker is a service that takes in the messages of a mailbox.
type MessageTaker interface {
	// TakeMessage makes a message durable and returns how it is stored. The same
	// message again is no error. Faults of kind TooLarge, Unprocessable, Invalid and RuleViolated say
	// that it can never be taken in as it is; after any other error it is offered again.
	TakeMessage(ctx context.Context, m document.MailboxMessage, content io.Reader) (document.TakenMessage, error)
}

// MailboxSession is an open connection to a mailbox. It is not safe for concurrent use. After an error of the
// server that is not a fault of kind NotFound it can only be closed. A message is known by its UID (RFC 9051, section 2.3.1.1).
type MailboxSession interface {
	// Unmarked returns the UIDs of all messages without a mark, the smallest first.
	Unmarked(ctx context.Context) ([]uint32, error)
	// Describe returns what is known of a message before it is fetched; NotFound if it is gone.
	Describe(ctx context.Context, uid uint32) (document.MailboxMessage, error)
	// Fetch writes a message as it was sent, and leaves its flags alone. It returns nil only if the message is
	// complete. NotFound if it is gone. Errors of the writer are returned as they are; the session stays open.
	Fetch(ctx context.Context, uid uint32, to io.Writer) error
	// Mark marks a message durably, so that Unmarked never returns it again. A message that is gone is no error.
	Mark(ctx context.Context, uid uint32, mark document.MailboxMark) error
	// Await returns nil when there may be new messages: when the server reports some, and now and then.
	Await(ctx context.Context) error
	Close() error
}
