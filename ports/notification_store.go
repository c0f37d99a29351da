package ports

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// Cases keeps cases. A taken ID is a fault of kind Conflict; lists are newest
// first, by creation and then by ID. Both hold for all stores of this file.
type Cases interface {
	// Create stores a new case. Fault: notification.ErrNumberTaken when another has
	// the same notification.NumberKey.
	Create(ctx context.Context, c notification.Case) error
	// Get returns notification.ErrCaseNotFound for an unknown ID.
	Get(ctx context.Context, id string) (notification.Case, error)
	// Update reads the case, which others cannot change meanwhile, lets change alter its number,
	// description and court, and stores these, in one transaction. It returns the changed case.
	// Faults: notification.ErrCaseNotFound, notification.ErrNumberTaken.
	Update(ctx context.Context, id string, change func(c *notification.Case) error) (notification.Case, error)
	// ByID returns those of the existing cases, by ID.
	ByID(ctx context.Context, ids []string) (map[string]notification.Case, error)
	List(ctx context.Context, f notification.CaseFilter, page pagination.Request) (pagination.Of[notification.Case], error)
}

// Courts keeps the courts that are known by name.
type Courts interface {
	// Create stores a new court. Fault: notification.ErrCourtTaken when another has
	// the same notification.CourtKey.
	Create(ctx context.Context, c notification.Court) error
	// Named returns the court with the notification.CourtKey of name, or
	// notification.ErrCourtNotFound.
	Named(ctx context.Context, name string) (notification.Court, error)
	// Get returns notification.ErrCourtNotFound for an unknown ID.
	Get(ctx context.Context, id string) (notification.Court, error)
	// All returns the courts in the order of their keys.
	All(ctx context.Context) ([]notification.Court, error)
}

// MailTemplates keeps the templates of courts.
type MailTemplates interface {
	// Get returns the template of a court. It is notification.DefaultCourtTemplate for a court that
	// has none of its own, and for an unknown ID.
	Get(ctx context.Context, courtID string) (notification.CourtTemplate, error)
	// Update reads the template of a court, which others cannot change meanwhile, lets change alter
	// it and stores it, in one transaction. A template that is notification.CourtTemplate.IsDefault
	// then is deleted. It returns the changed template. Fault: notification.ErrCourtNotFound.
	Update(ctx context.Context, courtID string, change func(t *notification.CourtTemplate) error) (notification.CourtTemplate, error)
}

// Subjects keeps subjects.
type Subjects interface {
	Create(ctx context.Context, s notification.Subject) error
	// Get returns notification.ErrSubjectNotFound for an unknown ID.
	Get(ctx context.Context, id string) (notification.Subject, error)
	// Update is like Cases.Update, for all that a person says of a subject. Fault:
	// notification.ErrSubjectNotFound.
	Update(ctx context.Context, id string, change func(s *notification.Subject) error) (notification.Subject, error)
	// ByID returns those of the existing subjects, by ID.
	ByID(ctx context.Context, ids []string) (map[string]notification.Subject, error)
	List(ctx context.Context, f notification.SubjectFilter, page pagination.Request) (pagination.Of[notification.Subject], error)
}

// Corrections records what was corrected in cases and subjects, and in the templates of courts. It is
// append-only.
type Corrections interface {
	Append(ctx context.Context, recordID string, made []notification.Correction) error
	// List returns one page of the corrections of a record, newest first.
	List(ctx context.Context, recordID string, page pagination.Request) (pagination.Of[notification.Correction], error)
}

// Notifications keeps notifications and their history. The history is append-only, which the
// store itself enforces.
type Notifications interface {
	// Create stores a notification of notification.NewNotification. The caller has checked that
	// its case and subject exist.
	Create(ctx context.Context, n notification.Notification) error
	// Get returns the notification with its history, oldest first, or
	// notification.ErrNotificationNotFound.
	Get(ctx context.Context, id string) (notification.Notification, error)
	// Move reads the notification, calls decide, applies the movement (see
	// notification.Notification.Apply) and stores both, in one transaction that excludes other
	// moves of the notification. The notification is locked before decide is called, which may
	// read other stores with the context of the transaction. If decide fails, nothing is stored. It
	// returns the changed notification. No other method changes a notification.
	Move(ctx context.Context, id string, decide func(n notification.Notification) (notification.Movement, error)) (notification.Notification, error)
	// OpenPerDay counts open notifications by the day of their creation. Days without any are
	// missing.
	OpenPerDay(ctx context.Context, first, last document.Day) (map[document.Day]int, error)
	// List returns them with their histories.
	List(ctx context.Context, f notification.NotificationFilter, page pagination.Request) (pagination.Of[notification.Notification], error)
}

// Outbox keeps outgoing e-mails.
type Outbox interface {
	// Add stores a new e-mail in state Queued. A notification may have many, but only one
	// unfinished: a second one is a fault of kind Conflict.
	Add(ctx context.Context, d notification.Dispatch) error
	// Take marks the queued e-mail that has been due longest as Sending, counts the attempt and
	// returns it; ok is false if none is due. The mark is durable, so no other sender takes the
	// same e-mail.
	Take(ctx context.Context, now time.Time) (d notification.Dispatch, ok bool, err error)
	// Settle stores State, DueAt, Reason and ChangedAt of d if its dispatch is
	// Sending, and is a fault of kind Conflict otherwise.
	Settle(ctx context.Context, d notification.Dispatch) error
	// Stop marks the queued e-mail of a notification as Stopped, with a reason and the time, and
	// returns it. One atomic statement does it, so an e-mail is either stopped or taken, never
	// both. Fault: notification.ErrNotQueued when none is queued.
	Stop(ctx context.Context, notificationID, reason string, now time.Time) (notification.Dispatch, error)
	// InFlight returns the e-mails in state Sending, oldest first: at start, those that a previous
	// program left.
	InFlight(ctx context.Context) ([]notification.Dispatch, error)
	// Latest returns the newest e-mail of each notification that has any, by notification ID.
	Latest(ctx context.Context, notificationIDs []string) (map[string]notification.Dispatch, error)
	// WithMessageID returns the e-mails of which notification.Dispatch.HasMessageID is true for any
	// of at most 50 Message-IDs, in no order.
	WithMessageID(ctx context.Context, ids []string) ([]notification.Dispatch, error)
}

// Receipts keeps what came back for e-mails. It is append-only except for the match of a receipt
// that is notification.Unmatched; the store itself enforces that.
type Receipts interface {
	// Add stores a receipt with its message. Faults: notification.ErrReceiptKnown when another has
	// the digest; Conflict for a taken ID.
	Add(ctx context.Context, r notification.Receipt, content []byte) error
	// Get and Content return notification.ErrReceiptNotFound for an unknown ID.
	Get(ctx context.Context, id string) (notification.Receipt, error)
	Content(ctx context.Context, id string) ([]byte, error)
	// WithDigest returns the receipt with a digest; ok is false without one.
	WithDigest(ctx context.Context, digest string) (r notification.Receipt, ok bool, err error)
	// Settle reads the receipt, which others cannot change meanwhile, lets change alter its
	// NotificationID, Effect, Note and SettledBy, and stores these. Faults:
	// notification.ErrReceiptNotFound, notification.ErrReceiptSettled unless it is Unmatched.
	Settle(ctx context.Context, id string, change func(r *notification.Receipt) error) (notification.Receipt, error)
	List(ctx context.Context, f notification.ReceiptFilter, page pagination.Request) (pagination.Of[notification.Receipt], error)
}

// Attachments keeps the files attached to the e-mails of notifications. The store itself refuses to
// change one, and to delete one of a notification that is not notification.Pending.
type Attachments interface {
	// Add stores an attachment with its content. Faults: notification.ErrAttachmentKnown when its
	// notification has one with the same content; Conflict for a taken ID.
	Add(ctx context.Context, a notification.Attachment, content []byte) error
	// Get and Content return notification.ErrAttachmentNotFound for an unknown ID.
	Get(ctx context.Context, id string) (notification.Attachment, error)
	Content(ctx context.Context, id string) ([]byte, error)
	// List returns the attachments of a notification without their contents, oldest first.
	List(ctx context.Context, notificationID string) ([]notification.Attachment, error)
	// Remove deletes an attachment. Fault: notification.ErrAttachmentNotFound.
	Remove(ctx context.Context, id string) error
}

// UserRegister is a directory of users that a store keeps, by username. Every
// user comes with LockedUntil as Lockouts has it for the username.
type UserRegister interface {
	Users
	// Create stores a new user. Fault: account.ErrEmailTaken when the username
	// is taken.
	Create(ctx context.Context, u account.User) error
	// Get returns account.ErrUserNotFound for an unknown ID.
	Get(ctx context.Context, id string) (account.User, error)
	// Update reads the user, lets change alter it and stores PasswordHash, Role,
	// Name and Disabled, all in one transaction. Fault: account.ErrLastAdmin. Updates that take
	// away an administrator wait for each other until their transactions end.
	Update(ctx context.Context, id string, change func(*account.User) error) (account.User, error)
	List(ctx context.Context, f account.UserFilter, page pagination.Request) (pagination.Of[account.User], error)
}

// Lockouts counts login attempts by username, whether the user exists or not, and by the clients
// that a user logged in from. Its clock is monotonic for each count: a time before the latest seen
// one counts as the latest.
type Lockouts interface {
	// Reserve gives leave to check one password, in one atomic statement that is
	// durable when it returns. Each slot counts as a failure until Succeed says
	// otherwise; the last one that the rule allows locks the name, and the end
	// of a lock starts a new count. granted is false while the name is locked,
	// and then nothing changes: refused attempts do not make a lock longer.
	// Slots of a count have rising numbers. client is empty for the count of the name itself.
	Reserve(ctx context.Context, username, client string, rule account.Lockout, now time.Time) (slot account.Slot, granted bool, err error)
	// Known reports whether attempts were ever counted for a client of a user, or forgotten since.
	Known(ctx context.Context, username, client string) (bool, error)
	// Succeed records that the password of slot was right: that slot and earlier ones are no
	// failures. If fewer failures than the rule allows remain, the name is unlocked.
	Succeed(ctx context.Context, slot account.Slot, rule account.Lockout) error
	// Unlock clears the failures and the locks of a name and of its clients. An unknown name is not a fault.
	Unlock(ctx context.Context, username string) error
	// Forget deletes unlocked counts of clients, and of names without a user, whose latest slot was
	// reserved before then, and returns their number. It bounds the table.
	Forget(ctx context.Context, then, now time.Time) (int, error)
}

// UserEvents records changes of users. It is append-only.
type UserEvents interface {
	Append(ctx context.Context, e account.Event) error
	// List returns one page of what was done to a user, newest first.
	List(ctx context.Context, username string, page pagination.Request) (pagination.Of[account.Event], error)
}
