package account

import (
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// UserFilter chooses users; what is zero chooses all.
type UserFilter struct {
	Role Role
}

// Takes reports whether u is among the chosen ones.
func (f UserFilter) Takes(u *User) bool { return f.Role == "" || f.Role == u.Role }

// Slot is the leave to check one password.
type Slot struct {
	Username string
	Client   string // that has attempts of its own for this user; empty for all others
	Number   int64  // of all slots that were ever reserved under the name
}

// Event is a change of a user, for the audit log.
type Event struct {
	At       time.Time
	By       string // username
	Action   Action
	Username string // of the user
}

// Action is a kind of change to a user.
type Action string

const (
	UserCreated   Action = "CREADO"
	UserDisabled  Action = "DESACTIVADO"
	UserUnlocked  Action = "DESBLOQUEADO"
	PasswordSet   Action = "CLAVE_CAMBIADA"
	RoleSet       Action = "ROL_CAMBIADO"
	SessionsEnded Action = "SESIONES_TERMINADAS"
)

// Faults of registers of users and of the services over them.
var (
	ErrUserNotFound = fault.New(fault.NotFound, "user_not_found", "El usuario no existe; revise su identificador.")
	ErrEmailTaken   = fault.New(fault.RuleViolated, "email_taken", "Ya hay un usuario con ese correo; use otro.")
)
