package wire

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/smtp"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/notify"
)

// mail makes a sender, with a mail server where one is configured.
func (a *Notify) mail() error {
	deps := notify.SenderDeps{Tx: a.DB, Notifications: a.DB.Notifications(), Outbox: a.DB.Outbox(), Now: time.Now, Logger: a.log}
	if a.sends() {
		mailer, err := smtp.New(string(a.config.SMTPURL), a.config.MailFrom)
		if err != nil {
			return cannot("no se puede usar el servidor de correo (NOTIFY_SMTP_URL, NOTIFY_MAIL_FROM)", err)
		}
		deps.Mailer = mailer
	}
	a.sender = notify.NewSender(deps)
	return nil
}

func (a *Notify) sends() bool { return a.config.SMTPURL != "" }

// mailEvery is how often the outbox is looked at.
const mailEvery = time.Second

// send works on the outbox until ctx ends. Of several servers one does: it flags
// what its predecessor may or may not have sent, and goes on from there. After
// any failure it begins anew with that, if no other server is faster.
func (a *Notify) send(ctx context.Context) {
	var outbox *sqlstore.Hold // nil while it is another's
	release := func() {
		if outbox != nil {
			outbox.Release()
		}
		outbox = nil
	}
	defer release()
	done := false // where nothing is sent: once it is flagged what was left behind
	repeat(ctx, mailEvery, func() {
		if done {
			return
		}
		err := a.takeOutbox(ctx, &outbox)
		for worked := true; err == nil && outbox != nil && a.sends() && worked && ctx.Err() == nil; {
			if !outbox.Kept(ctx) {
				release()
				return
			}
			worked, err = a.sender.Step(ctx)
		}
		if err != nil && ctx.Err() == nil {
			a.log.Error("sending e-mails", "error", err)
		}
		if err != nil || !a.sends() {
			done = err == nil && outbox != nil
			release()
		}
	})
}

// takeOutbox takes hold of the outbox, unless it has it or another server does.
func (a *Notify) takeOutbox(ctx context.Context, outbox **sqlstore.Hold) error {
	if *outbox != nil {
		return nil
	}
	hold, ok, err := a.DB.Hold(ctx, "send e-mails")
	if err != nil || !ok {
		return err
	}
	*outbox = &hold
	return a.sender.Recover(ctx)
}
