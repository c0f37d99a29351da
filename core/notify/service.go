// Package notify is the notification service: it keeps cases, subjects and the
// notifications between them, and the users who keep them.
//
// A notification's state is what its history says: each move is checked against
// the table of core/docket and written with the state in one transaction, so
// that of two moves that exclude each other one is refused.
package notify

import (
	"time"

	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/once"
	"github.com/cotejo/cotejo/ports"
)

// Deps is what the service needs; all of it is required.
type Deps struct {
	Tx            ports.Transactor
	View          ports.Viewer // of the same store
	Courts        ports.Courts
	Cases         ports.Cases
	Subjects      ports.Subjects
	Notifications ports.Notifications
	Outbox        ports.Outbox
	Users         ports.UserRegister
	UserEvents    ports.UserEvents
	Lockouts      ports.Lockouts
	Sessions      ports.Sessions
	Claims        ports.Claims
	Passwords     ports.Passwords
	Hasher        ports.PasswordHasher
	Workbooks     ports.WorkbookWriter

	Now   func() time.Time
	NewID func() string // UUIDv7
}

// Options tune the service; the zero value means the defaults.
type Options struct {
	OverdueDays int             // business days after which an open notification is overdue; 5
	Calendar    docket.Calendar // the law's alone
	Sending     bool            // whether a Sender works on the outbox
}

const defaultOverdueDays = 5

// Service implements ports.Docket and ports.UserAdmin. It is safe for
// concurrent use.
type Service struct {
	Deps
	opts Options
	keys once.Keys
}

var (
	_ ports.Docket    = (*Service)(nil)
	_ ports.UserAdmin = (*Service)(nil)
)

// New returns a service over deps. opts may be nil.
func New(deps Deps, opts *Options) *Service {
	s := &Service{Deps: deps, keys: once.Keys{Claims: deps.Claims, Now: deps.Now}}
	if opts != nil {
		s.opts = *opts
	}
	if s.opts.OverdueDays <= 0 {
		s.opts.OverdueDays = defaultOverdueDays
	}
	return s
}

// now is the time as stores keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }
