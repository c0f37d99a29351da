package smtp

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/receipt"
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
		return fault.Wrap(err, fault.Unprocessable, "mail_refused", explained(err, "El servidor de correo rechazó el mensaje"))
	case code >= 400:
		return fault.Wrap(err, fault.Unavailable, "mail_postponed", explained(err, "El servidor de correo no recibe el mensaje por ahora"))
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

// answer is what the client library writes of a server's answer: its code, and its words as Go quotes them.
var answer = regexp.MustCompile(`\b([45]\d\d) ("(?:[^"\\]|\\.)*")`)

// enhanced is the code of RFC 3463 with which an answer may begin.
var enhanced = regexp.MustCompile(`^[45]\.\d{1,3}\.\d{1,3}\b`)

// answerOf returns what a server answered, its code and its words; "" where it did not.
func answerOf(err error) (code, words string) {
	if found := answer.FindStringSubmatch(err.Error()); found != nil {
		code = found[1]
		words, _ = strconv.Unquote(found[2])
	}
	return code, words
}

// explained says why a server did not take a message, otherwise only that it did not, and then what it answered in its own words,
// which its administrators understand. It may be the court's own server that speaks, and not that of the recipient.
func explained(err error, otherwise string) string {
	code, words := answerOf(err)
	if code == "" {
		return otherwise + ": " + replyOf(err)
	}
	reason := receipt.Explain(enhanced.FindString(words), words)
	if reason == "" {
		reason = otherwise + "."
	}
	return strings.ReplaceAll(reason, "servidor del destinatario", "servidor de correo") + " Respondió: «" + replyOf(err) + "»."
}

// longestSaid bounds what is repeated of a server's answer, in code points.
const longestSaid = 300

// replyOf returns the answer of a server, or what else went wrong.
func replyOf(err error) string {
	said := err.Error()
	if code, words := answerOf(err); code != "" {
		said = code + " " + words
	}
	return sanitize.Excerpt(said, longestSaid)
}
