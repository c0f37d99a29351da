package account

import (
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/text"
)

// EmailKey is the same for all ways of writing an e-mail address that count as
// one: trimmed, NFC, lower case.
func EmailKey(email string) string {
	return text.NFC(strings.ToLower(text.NFC(strings.TrimSpace(email))))
}

// UserFilter chooses users; what is zero chooses all.
type UserFilter struct {
	Role Role
}

// Takes reports whether u is among the chosen ones.
func (f UserFilter) Takes(u *User) bool { return f.Role == "" || f.Role == u.Role }

// Draft is what an administrator says of a new user.
type Draft struct {
	Key      string // the caller's name for the request; see ports.Docket
	Email    string
	Password string
	Name     string
	Role     Role
}

// Slot is the leave to check one password.
type Slot struct {
	Username string
	Number   int64 // of all slots that were ever reserved under the name
}

// Event is something that was done to a user, for whoever has to answer for it.
type Event struct {
	At       time.Time
	By       string // username
	Action   Action
	Username string // of the user
}

// Action is what was done to a user.
type Action string

const (
	UserCreated  Action = "CREADO"
	UserDisabled Action = "DESACTIVADO"
	UserUnlocked Action = "DESBLOQUEADO"
)

// Faults of registers of users and of the services over them.
var (
	ErrUserNotFound = fault.New(fault.NotFound, "user_not_found", "El usuario no existe; revise su identificador.")
	ErrEmailTaken   = fault.New(fault.RuleViolated, "email_taken", "Ya hay un usuario con ese correo; use otro.")
)
