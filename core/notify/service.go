// Package notify is the notification service: it manages cases, subjects, notifications and
// users.
//
// The state of a notification follows from its history. Each change is checked against the
// table of core/notification and written with the state in one transaction, so that one of two
// conflicting changes is refused.
package notify

import (
	"time"

	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/core/terms"
	"github.com/cotejo/cotejo/ports"
)

// Deps are the dependencies of the service; all are required but Confirmer and ReceiptReader.
type Deps struct {
	Tx            ports.Transactor
	View          ports.Viewer // of the same store
	Courts        ports.Courts
	MailTemplates ports.MailTemplates
	Cases         ports.Cases
	Subjects      ports.Subjects
	Corrections   ports.Corrections
	Notifications ports.Notifications
	Outbox        ports.Outbox
	Attachments   ports.Attachments
	Receipts      ports.Receipts
	ReceiptReader ports.ReceiptReader // for TakeReceipt alone
	Users         ports.UserRegister
	UserEvents    ports.UserEvents
	Lockouts      ports.Lockouts
	Sessions      ports.Sessions
	Claims        ports.Claims
	Passwords     ports.Passwords
	Hasher        ports.PasswordHasher
	Workbooks     ports.WorkbookWriter
	Confirmer     ports.PasswordConfirmer // for ChangePassword alone

	Now   func() time.Time
	NewID func() string // UUIDv7
}

// Options configure the service; the zero value means the defaults.
type Options struct {
	OverdueDays int            // business days after which an open notification is overdue; 5
	Calendar    terms.Calendar // in addition to the statutory one
	Sending     bool           // whether a Sender works on the outbox
	MailFrom    string         // address whose domain Message-IDs have
}

const defaultOverdueDays = 5

// Service implements ports.NotificationService and ports.UserAdmin. It is safe for
// concurrent use.
type Service struct {
	Deps
	opts Options
	keys idempotency.Keys
}

var (
	_ ports.NotificationService = (*Service)(nil)
	_ ports.UserAdmin           = (*Service)(nil)
	_ ports.MessageTaker        = (*Service)(nil)
)

// New returns a service over deps. opts may be nil.
func New(deps Deps, opts *Options) *Service {
	s := &Service{Deps: deps, keys: idempotency.Keys{Claims: deps.Claims, Now: deps.Now}}
	if opts != nil {
		s.opts = *opts
	}
	if s.opts.OverdueDays <= 0 {
		s.opts.OverdueDays = defaultOverdueDays
	}
	return s
}

// now returns the time in the precision of the stores.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }
