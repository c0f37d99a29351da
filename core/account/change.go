package account

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// Change is a change to a user; nil fields keep their value.
type Change struct {
	Role         *Role
	Disabled     *bool
	PasswordHash *string // nobody else knows the password, unless MustChangePassword says so

	MustChangePassword *bool
}

// Apply makes the change.
func (c Change) Apply(u *User) {
	if c.Role != nil {
		u.Role = *c.Role
	}
	if c.Disabled != nil {
		u.Disabled = *c.Disabled
	}
	if c.PasswordHash != nil {
		u.PasswordHash, u.MustChangePassword = *c.PasswordHash, false
	}
	if c.MustChangePassword != nil {
		u.MustChangePassword = *c.MustChangePassword
	}
}

// MemberDraft is the input for a new user of the intake service.
type MemberDraft struct {
	Username, Password, Name, Email string
	Role                            Role // Member by default
	MustChangePassword              bool
}

// Checked returns the draft as it is kept. Fault: Unprocessable, with a detail
// for each value at fault.
func (d MemberDraft) Checked() (MemberDraft, error) {
	d.Name, d.Email = sanitize.Line(d.Name), strings.TrimSpace(d.Email)
	if d.Role == "" {
		d.Role = Member
	}
	var wrong []fault.Detail
	add := func(field, message string, value any) {
		wrong = append(wrong, fault.Detail{Location: "body." + field, Message: message, Value: value})
	}
	if why := passwordFault(d.Password); why != "" {
		add("password", why, nil)
	}
	if utf8.RuneCountInString(d.Name) > maxName {
		add("name", fmt.Sprintf("Debe tener como máximo %d caracteres.", maxName), nil)
	}
	if d.Email != "" && !ValidEmail(d.Email) {
		add("email", "Debe ser un correo como ana@juzgado.gov.co.", sanitize.Line(d.Email))
	}
	if !d.Role.Valid() {
		add("role", fmt.Sprintf("Debe ser uno de: %s, %s.", Admin, Member), string(d.Role))
	}
	if len(wrong) > 0 {
		return MemberDraft{}, fault.New(fault.Unprocessable, "validation_failed",
			fmt.Sprintf("Revise «%s» del usuario: %s", strings.TrimPrefix(wrong[0].Location, "body."), wrong[0].Message)).With(wrong...)
	}
	return d, nil
}
