package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/notification"
)

// Mailer sends e-mails through a mail server.
type Mailer interface {
	// Send sends d with its attachments. It returns nil only if the server accepted the message. Faults: Unprocessable for a
	// permanent refusal; Unavailable if the server certainly does not have it, so that it may be
	// retried. After any other error the outcome is unknown. Messages of faults quote the server
	// in Spanish.
	Send(ctx context.Context, d notification.Dispatch) error
}
