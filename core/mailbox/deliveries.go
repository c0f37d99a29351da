package mailbox

import (
	"context"
	"io"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/ports"
)

// Deliveries implements ports.MessageTaker: each message is a delivery of the intake service.
type Deliveries struct{ Intake ports.Intake }

// TakeMessage implements ports.MessageTaker.
func (d Deliveries) TakeMessage(ctx context.Context, m document.MailboxMessage, content io.Reader) (document.TakenMessage, error) {
	sent, err := d.Intake.Deliver(ctx, account.System, document.Upload{
		FileName: document.CleanName(sanitize.Line(m.Subject), "correo") + ".eml", Content: content, TypeName: func() string { return string(document.Auto) },
		FromMailbox: true, ArrivedAt: m.ArrivedAt,
	})
	return document.TakenMessage{ID: sent.ID, Ignored: sent.IsIgnored()}, err
}
