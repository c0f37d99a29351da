package smtp

import (
	"errors"
	"fmt"

	gomail "github.com/wneessen/go-mail"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// translate says what an error means for the message. A server that says no has
// not taken it: for good with a code of 500 and more, for now with one of 400
// and more. It may have taken a message whose end was written and whose receipt
// never came; up to that end it surely has not (RFC 5321, section 4.1.1.4).
func translate(err error) error {
	if err == nil {
		return nil
	}
	var sending *gomail.SendError
	if !errors.As(err, &sending) {
		return notHandedOver(err)
	}
	switch code := sending.ErrorCode(); {
	case code >= 500:
		return fault.Wrap(err, fault.Unprocessable, "mail_refused", "El servidor de correo rechazó el mensaje: "+replyOf(err))
	case code >= 400:
		return fault.Wrap(err, fault.Unavailable, "mail_postponed", "El servidor de correo no lo recibe por ahora: "+replyOf(err))
	}
	switch sending.Reason {
	case gomail.ErrSMTPDataClose, gomail.ErrAmbiguous:
		return fmt.Errorf("no receipt for a message that was sent: %w", err)
	case gomail.ErrNoUnencoded, gomail.ErrGetSender, gomail.ErrGetRcpts:
		return fault.Wrap(err, fault.Unprocessable, "mail_malformed", "No se puede enviar el mensaje: "+replyOf(err))
	}
	return notHandedOver(err)
}

func notHandedOver(err error) error {
	return fault.Wrap(err, fault.Unavailable, Unreachable, "No se pudo entregar al servidor de correo: "+replyOf(err))
}

// longestSaid bounds what is repeated of a server's answer, in code points.
const longestSaid = 300

func replyOf(err error) string { return sanitize.Excerpt(err.Error(), longestSaid) }
