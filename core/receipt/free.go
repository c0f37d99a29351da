package receipt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// daemons are the local parts of the addresses from which mail systems report.
var daemons = []string{"mailer-daemon", "postmaster", "mail-daemon", "mdaemon", "mailerdaemon", "mail-delivery-subsystem", "bounce", "bounces"}

// Subjects of reports in free text, folded.
const (
	failureSubjects = "undeliverable|undelivered|delivery status notification (failure)|failure notice|delivery failure|delivery has failed|returned mail|" +
		"mail delivery failed|message not delivered|delivery notification: delivery has failed|no se puede entregar|no se pudo entregar|no entregado|" +
		"no entregable|mensaje devuelto|correo devuelto|error de entrega|fallo en la entrega|notificacion de estado de entrega (error)|" +
		"devolucion de correo|imposible entregar"
	delaySubjects = "delayed|(delay)|warning: could not send|warning: message|delivery delay|retrasad|demora|retraso"
)

// What reports in free text say, folded. A delay mentions failures as well, so it is looked for first.
const (
	delayWords = "will keep trying|will continue trying|will be retried|will retry|do not need to resend|no need to resend|has been delayed|is delayed|" +
		"not yet been delivered|has not been delivered yet|delivery attempts will continue|this is a warning message only|" +
		"seguira intentando|se seguira|se volvera a intentar|no es necesario que lo reenvie|aun no se ha entregado|todavia no se ha entregado"
	finalWords = "giving up|given up|permanent error|permanent fatal error|permanently|could not be delivered|couldn't be delivered|was not delivered|" +
		"wasn't delivered|not be delivered|delivery failed|failed to deliver|unable to deliver|undeliverable|has been rejected|was rejected|" +
		"no such user|user unknown|unknown user|no mailbox here|does not exist|no se pudo entregar|no se ha podido entregar|no se puede entregar|" +
		"no fue entregado|no pudo ser entregado|ha sido rechazado|fue rechazado|address not found|returned to sender|message not delivered"
)

// isFreeReport reports whether a mail system wrote m in free text.
func isFreeReport(m Message) bool {
	for _, from := range addressesIn(m.Header.Get("From")) {
		local, _, _ := strings.Cut(from, "@")
		if slices.Contains(daemons, local) || strings.HasPrefix(local, "microsoftexchange") {
			return true
		}
	}
	if m.Header.Get("X-Failed-Recipients") != "" {
		return true
	}
	// Automatic answers have no return path either (RFC 3834).
	subject := text.Fold(m.Header.Get("Subject"))
	return m.Header.Get("Return-Path") == "<>" && containsAny(subject, failureSubjects+"|"+delaySubjects)
}

// smtpReply finds a reply of SMTP before its text: "550 no such user", "550-5.1.1 ...".
var smtpReply = regexp.MustCompile(`(?m)(?:^|[\s:;(])([45]\d\d)[ -][^\n]+`)

// freeOutcome returns the outcome of a report in free text.
func freeOutcome(m Message) Outcome {
	// Everything behind is what the report returns.
	body := m.Text
	if at := copyMark.FindStringIndex(body); at != nil {
		body = body[:at[0]]
	}
	o := Outcome{Recipients: freeRecipients(m, body), Status: codeIn(body)}
	if line := lineWith(body, o.Status); line != "" {
		o.Detail = detail(line)
	} else if reply := smtpReply.FindString(body); reply != "" {
		o.Detail = detail(strings.TrimLeft(reply, ":;( \t\r\n"))
	}
	folded, subject := text.Fold(body), text.Fold(m.Header.Get("Subject"))
	switch {
	case containsAny(folded, delayWords) || containsAny(subject, delaySubjects) && !containsAny(folded, "giving up|given up"):
		o.Kind = Delay
	case strings.HasPrefix(o.Status, "2."):
		o.Kind = Unclear
	case containsAny(folded, finalWords) || strings.HasPrefix(o.Status, "5.") || containsAny(subject, failureSubjects):
		o.Kind = Failure
	default:
		o.Kind = Unclear
	}
	said := o.Detail
	if o.Status == "" || reasonFor(o.Kind, o.Status, said) == "" || phraseReason(text.Fold(said)) == "" {
		said = body
	}
	o.Reason = reasonFor(o.Kind, o.Status, said)
	return o
}

// copyMark finds the line behind which a report in free text returns the message.
var copyMark = regexp.MustCompile(`(?im)^[>\s|-]*(?:-+ ?)?(?:` +
	`below this line is a copy of the message|this is a copy of (?:the|your) message|` +
	`original message(?: headers| follows)?|copia del mensaje|mensaje original|encabezados del mensaje original|return-path:|received: (?:from|by))`)

// freeRecipients returns the recipients that a report in free text names.
func freeRecipients(m Message, body string) []string {
	if named := addressesIn(m.Header.Get("X-Failed-Recipients")); len(named) > 0 {
		return named
	}
	var found []string
	for _, line := range recipientLine.FindAllStringSubmatch(body, maxOutcomes) {
		found = append(found, addressesIn(line[1])...)
	}
	if len(found) > 0 {
		return unique(found)
	}
	for _, returned := range m.Returned {
		found = append(found, addressesIn(returned.Get("To"))...)
	}
	return unique(found)
}

// recipientLine finds a line that is an address, or begins with one and a colon.
var recipientLine = regexp.MustCompile(`(?m)^[ \t>*]*<?([^\s<>:@]+@[^\s<>:@]+)>?(?:[ \t]*:|[ \t]*\r?$)`)

// lineWith returns the line of a text that has a word; "" without.
func lineWith(body, word string) string {
	if word == "" {
		return ""
	}
	for line := range strings.Lines(body) {
		if strings.Contains(line, word) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
