package account

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// Draft is the input for a new user of the notification
// service.
type Draft struct {
	Key      string // the caller's name for the request; see ports.NotificationService
	Email    string
	Password string
	Name     string
	Role     Role

	MustChangePassword bool
}

const maxName = 300 // code points

// Checked returns the draft as it is kept: the e-mail as EmailKey has it, the
// name sanitised. Fault: Unprocessable, with a detail for each value at fault.
func (d Draft) Checked() (Draft, error) {
	d.Email, d.Name = EmailKey(d.Email), sanitize.Line(d.Name)
	var wrong []fault.Detail
	add := func(field, message string, value any) {
		wrong = append(wrong, fault.Detail{Location: "body." + field, Message: message, Value: value})
	}
	if !ValidEmail(d.Email) {
		add("email", "Debe ser un correo como ana@juzgado.gov.co.", d.Email)
	}
	if why := passwordFault(d.Password); why != "" {
		add("password", why, nil)
	}
	switch n := utf8.RuneCountInString(d.Name); {
	case n == 0:
		add("nombre", "No puede estar vacío.", nil)
	case n > maxName:
		add("nombre", fmt.Sprintf("Debe tener como máximo %d caracteres.", maxName), nil)
	}
	if d.Role != Notifier && d.Role != Administrator {
		add("rol", fmt.Sprintf("Debe ser uno de: %s, %s.", Notifier, Administrator), string(d.Role))
	}
	if len(wrong) > 0 {
		return Draft{}, fault.New(fault.Unprocessable, "validation_failed",
			fmt.Sprintf("Revise «%s» del usuario: %s", strings.TrimPrefix(wrong[0].Location, "body."), wrong[0].Message)).With(wrong...)
	}
	return d, nil
}
