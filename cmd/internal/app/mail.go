package app

import (
	"context"
	"net/mail"
	"os"
	"time"

	"github.com/cotejo/cotejo/adapters/metrics"
	"github.com/cotejo/cotejo/adapters/smtp"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/mailbox"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/notify"
)

// mail makes a sender, with a mail server where one is configured.
func (a *Notify) mail() error {
	deps := notify.SenderDeps{Tx: a.DB, Notifications: a.DB.Notifications(), Outbox: a.DB.Outbox(), Attachments: a.DB.Attachments(),
		Now: time.Now, Logger: a.log}
	if a.sends() {
		mailer, err := smtp.New(string(a.config.SMTPURL), a.config.MailFrom)
		if err != nil {
			return cannot("no se puede usar el servidor de correo (NOTIFY_SMTP_URL, NOTIFY_MAIL_FROM)", err)
		}
		if len(a.config.Mailboxes) > 0 { // to which they come
			mailer.RequestReceipts()
		}
		deps.Mailer = mailer
	}
	a.sender = notify.NewSender(deps)
	return nil
}

// receive makes a reader of each mailbox to which receipts come.
func (a *Notify) receive(counts *metrics.Metrics) (err error) {
	a.mailboxes, err = newMailReaders(mailSource{a.config.Mail, "NOTIFY_"}, mailbox.Deps{Taker: a.Service, Logger: a.log},
		mailbox.Options{MaxBytes: notification.MaxReceipt, TempDir: os.TempDir()}, counts)
	if err == nil {
		a.mailboxes.locks = a.DB
	}
	return err
}

// mailAddress returns the address of a sender; "" for none. The settings were checked before.
func mailAddress(from string) string {
	a, err := mail.ParseAddress(from)
	if err != nil {
		return ""
	}
	return a.Address
}

func (a *Notify) sends() bool { return a.config.SMTPURL != "" }

// mailEvery is the interval between two looks at the outbox.
const mailEvery = time.Second

// send works on the outbox until ctx ends. One of several servers holds the lock and does it:
// it flags the e-mails that its predecessor may or may not have sent, and sends the rest.
// After a failure it releases the lock, and starts over when it gets it again.
func (a *Notify) send(ctx context.Context) {
	var outbox *sqldb.Lock // nil while another server holds it
	release := func() {
		if outbox != nil {
			outbox.Release()
		}
		outbox = nil
	}
	defer release()
	done := false // without a mail server: interrupted e-mails are flagged
	repeat(ctx, mailEvery, func() {
		if done {
			return
		}
		err := a.takeOutbox(ctx, &outbox)
		for worked := true; err == nil && outbox != nil && a.sends() && worked && ctx.Err() == nil; {
			if !outbox.IsHeld(ctx) {
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

// takeOutbox takes the lock of the outbox, unless this server or another one holds it.
func (a *Notify) takeOutbox(ctx context.Context, outbox **sqldb.Lock) error {
	if *outbox != nil {
		return nil
	}
	lock, ok, err := a.DB.TryLock(ctx, "send e-mails")
	if err != nil || !ok {
		return err
	}
	*outbox = &lock
	return a.sender.Recover(ctx)
}
