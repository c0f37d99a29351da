package ports

import (
	"context"
	"net/netip"
	"time"

	"github.com/cotejo/cotejo/core/account"
)

// Auth is who may come in. It is an inbound port.
type Auth interface {
	// Login checks a password and opens a session. Faults: Unauthenticated (one
	// and the same for an unknown or disabled user, a wrong password and a
	// locked name), RateLimited (by address), Unavailable.
	Login(ctx context.Context, username, password string, from netip.Addr) (account.Grant, error)
	// Resume turns the verified claims of a token into an actor, whose role is
	// read from the directory now. It ends a session whose user is gone or
	// disabled, or got another password or role. Fault: Unauthenticated.
	Resume(ctx context.Context, claims account.Claims) (account.Actor, error)
	// Refresh hands out a new token of the actor's session and makes the session
	// last as long as it. Every token of a session spends from one count.
	// Fault: Unauthenticated when the count is spent or the session has ended.
	Refresh(ctx context.Context, by account.Actor) (account.Grant, error)
	// Logout ends the actor's session: none of its tokens is accepted from now
	// on. One that has ended already is no fault.
	Logout(ctx context.Context, by account.Actor) error
	// EndSessions ends all sessions of a user, who may log in again. Faults:
	// Forbidden unless an administrator asks, NotFound.
	EndSessions(ctx context.Context, by account.Actor, username string) error
	// Profile returns what the actor may know of himself.
	Profile(ctx context.Context, by account.Actor) (account.Profile, error)
}

// Users is a directory of users. Unknown names are faults of kind NotFound.
type Users interface {
	Find(ctx context.Context, username string) (account.User, error)
}

// UserEditor is a directory of users that can be changed. One that is kept
// elsewhere answers a fault of kind Conflict.
type UserEditor interface {
	Users
	// List returns the users by name.
	List(ctx context.Context) ([]account.User, error)
	// Add stores a new user. Faults: Invalid (the name), Conflict (it is taken).
	Add(ctx context.Context, u account.User) error
	// Change changes a user and returns it. Fault: NotFound.
	Change(ctx context.Context, username string, c account.Change) (account.User, error)
	// Remove deletes a user. Fault: NotFound.
	Remove(ctx context.Context, username string) error
}

// UserDirectory is what people do to the users of the intake service. It is an
// inbound port. Nobody gets a hash to see. Faults: Forbidden for who is no
// administrator, and those of UserEditor.
type UserDirectory interface {
	ListUsers(ctx context.Context, by account.Actor) ([]account.User, error)
	// AddUser stores a new user. Fault: Unprocessable.
	AddUser(ctx context.Context, by account.Actor, d account.MemberDraft) (account.User, error)
	// ChangeUser changes a user; password is a new one, or nil. Faults:
	// Unprocessable, RuleViolated (administrators lock nobody out but others).
	ChangeUser(ctx context.Context, by account.Actor, username string, c account.Change, password *string) (account.User, error)
	// RemoveUser deletes a user. Fault: RuleViolated (oneself).
	RemoveUser(ctx context.Context, by account.Actor, username string) error
	// ChangePassword gives the actor another password, who says the current one.
	// Faults: Unprocessable; Unavailable.
	ChangePassword(ctx context.Context, by account.Actor, from account.Caller, current, password string) error
}

// LoginAttempts counts what clients were let try, for all servers together.
type LoginAttempts interface {
	// Take counts an attempt that is made now and returns 0, or counts nothing
	// and returns for how long the client is to wait (see account.RateLimit).
	Take(ctx context.Context, client string, rule account.RateLimit, now time.Time) (wait time.Duration, err error)
	// Forget drops clients whose latest attempt was before then; it returns how many.
	Forget(ctx context.Context, then time.Time) (int, error)
}

// Passwords compares passwords with their hashes, at most as many at once as
// the machine has cores.
type Passwords interface {
	// Matches waits for its turn, asks hash what to compare with, and compares.
	// It is false for a wrong password and for a password over 72 bytes. An empty
	// hash costs the same time and never matches. What hash fails with is
	// returned. Suspect callers wait behind the others, and one client cannot
	// take all places. Fault: Unavailable when too many are waiting; hash is not
	// asked then.
	Matches(ctx context.Context, who account.Caller, password string, hash func(ctx context.Context) (string, error)) (bool, error)
}

// PasswordHasher makes the hashes that Passwords compares with.
type PasswordHasher interface {
	// Hash is slow on purpose. Fault: Invalid for a password that is empty or
	// over 72 bytes.
	Hash(password string) (string, error)
}

// TokenSigner makes tokens.
type TokenSigner interface {
	Sign(c account.Claims) (string, error)
}
