package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/docket"
)

// Mailer hands e-mails to a mail server.
type Mailer interface {
	// Send returns nil only when the server took the message. Faults:
	// Unprocessable when it refused it for good, Unavailable when it surely does
	// not have it, so that it may be tried again. After any other error nobody
	// knows. Messages of faults say in Spanish what the server said.
	Send(ctx context.Context, d docket.Dispatch) error
}
