package ports

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
)

// Cases keeps cases. A taken ID is a fault of kind Conflict; lists are newest
// first, by creation and then by ID. Both hold for all stores of this file.
type Cases interface {
	// Create stores a new case. Fault: docket.ErrNumberTaken when another has
	// the same docket.NumberKey.
	Create(ctx context.Context, c docket.Case) error
	// Get returns docket.ErrCaseNotFound for an unknown ID.
	Get(ctx context.Context, id string) (docket.Case, error)
	List(ctx context.Context, f docket.CaseFilter, page listing.Request) (listing.Of[docket.Case], error)
}

// Courts keeps the courts that are known by name.
type Courts interface {
	// Create stores a new court. Fault: docket.ErrCourtTaken when another has
	// the same docket.CourtKey.
	Create(ctx context.Context, c docket.Court) error
	// Named returns the court with the docket.CourtKey of name, or
	// docket.ErrCourtNotFound.
	Named(ctx context.Context, name string) (docket.Court, error)
	// All returns the courts in the order of their keys.
	All(ctx context.Context) ([]docket.Court, error)
}

// Subjects keeps subjects.
type Subjects interface {
	Create(ctx context.Context, s docket.Subject) error
	// Get returns docket.ErrSubjectNotFound for an unknown ID.
	Get(ctx context.Context, id string) (docket.Subject, error)
	List(ctx context.Context, f docket.SubjectFilter, page listing.Request) (listing.Of[docket.Subject], error)
}

// Notifications keeps notifications and their history, which only grows: no
// line of it is ever changed or deleted, and the store itself sees to that.
type Notifications interface {
	// Create stores a notification as docket.NewNotification makes it. Its case
	// and its subject exist: the caller has looked.
	Create(ctx context.Context, n docket.Notification) error
	// Get returns the notification with its history, oldest first, or
	// docket.ErrNotificationNotFound.
	Get(ctx context.Context, id string) (docket.Notification, error)
	// Move reads the notification, asks decide for the movement, applies it (see
	// docket.Notification.Apply) and stores both, all in one transaction, so
	// that decide sees what no other Move changes meanwhile. When decide fails
	// nothing is stored. It returns the notification as it is then. Nothing
	// else changes a notification.
	Move(ctx context.Context, id string, decide func(n docket.Notification) (docket.Movement, error)) (docket.Notification, error)
	// List returns them with their histories.
	List(ctx context.Context, f docket.NotificationFilter, page listing.Request) (listing.Of[docket.Notification], error)
}

// Outbox keeps e-mails on their way.
type Outbox interface {
	// Add stores a new one in state Queued; a notification may have many, but
	// of those only one that has not ended: otherwise a fault of kind Conflict.
	Add(ctx context.Context, d docket.Dispatch) error
	// Take marks the queued one that has been due longest at now as Sending,
	// counts the try and returns it; ok is false when none is due. It is
	// durable before it returns: nobody else takes the same one.
	Take(ctx context.Context, now time.Time) (d docket.Dispatch, ok bool, err error)
	// Settle stores State, DueAt, Reason and ChangedAt of d if its dispatch is
	// Sending, and is a fault of kind Conflict otherwise.
	Settle(ctx context.Context, d docket.Dispatch) error
	// InFlight returns those that are Sending, oldest first: at start, those
	// that an earlier program left behind.
	InFlight(ctx context.Context) ([]docket.Dispatch, error)
	// Latest returns the newest one of each of those notifications that have
	// any, by the ID of the notification.
	Latest(ctx context.Context, notificationIDs []string) (map[string]docket.Dispatch, error)
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
	// Name and Disabled, all in one transaction.
	Update(ctx context.Context, id string, change func(*account.User) error) (account.User, error)
	List(ctx context.Context, f account.UserFilter, page listing.Request) (listing.Of[account.User], error)
}

// Lockouts counts attempts to log in by username, whether anybody has that name
// or not. Its own clock runs forward only: where now is before the latest time
// that it has seen under a name, that time counts instead.
type Lockouts interface {
	// Reserve gives leave to check one password, in one atomic statement that is
	// durable when it returns. Each slot counts as a failure until Succeed says
	// otherwise; the last one that the rule allows locks the name, and the end
	// of a lock starts a new count. granted is false while the name is locked,
	// and then nothing changes: refused attempts do not make a lock longer.
	// Slots of a name have rising numbers.
	Reserve(ctx context.Context, username string, rule account.Lockout, now time.Time) (slot account.Slot, granted bool, err error)
	// Succeed says that the password checked under slot was right: that slot
	// and those before it are no failures. When fewer than the rule allows are
	// left, the name is not locked any more.
	Succeed(ctx context.Context, slot account.Slot, rule account.Lockout) error
	// Unlock forgets the failures and the lock of a name; one that nobody has
	// tried is no fault.
	Unlock(ctx context.Context, username string) error
	// Forget drops names that no user has, that are not locked at now, and that
	// were last tried before then; it returns how many. It keeps what is asked
	// about strangers from growing for ever.
	Forget(ctx context.Context, then, now time.Time) (int, error)
}

// UserEvents keeps what was done to users. It only grows, like the history of
// notifications.
type UserEvents interface {
	Append(ctx context.Context, e account.Event) error
	// List returns one page of what was done to a user, newest first.
	List(ctx context.Context, username string, page listing.Request) (listing.Of[account.Event], error)
}
