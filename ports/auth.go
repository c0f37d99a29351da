package ports

import (
	"context"
	"net/netip"
	"time"

	"github.com/cotejo/cotejo/core/account"
)

// Auth authenticates users. It is an inbound port.
type Auth interface {
	// Login checks a password and opens a session. Faults: Unauthenticated (the same for an
	// unknown or disabled user, a wrong password and a locked name), RateLimited (by address),
	// Unavailable.
	Login(ctx context.Context, username, password string, from netip.Addr) (account.Grant, error)
	// Resume returns the user of the verified claims of a token, with the current role. It ends a
	// session whose user was deleted or disabled, or got another password or role. Fault:
	// Unauthenticated.
	Resume(ctx context.Context, claims account.Claims) (account.Actor, error)
	// OpenSession is Login for a browser: it returns the secret for the cookie, and the user of
	// the session. Faults: those of Login.
	OpenSession(ctx context.Context, username, password string, from netip.Addr) (account.Secret, account.Actor, error)
	// ResumeSession is Resume for the secret of a cookie. It extends the session, unless the page
	// made the request by itself (background). Fault: Unauthenticated.
	ResumeSession(ctx context.Context, secret account.Secret, background bool) (account.Actor, error)
	// Refresh returns a new token for the session and extends the session accordingly. All tokens
	// of a session share one count of refreshes. Faults: Unauthenticated when the count is spent
	// or the session has ended; RuleViolated in a browser session, which has no token.
	Refresh(ctx context.Context, by account.Actor) (account.Grant, error)
	// Logout ends the session and invalidates its tokens. A session that has already ended is not
	// a fault.
	Logout(ctx context.Context, by account.Actor) error
	// EndSessions ends all sessions of a user, who may log in again, also of one whom an
	// identity provider has identified. Faults: Forbidden unless by is an administrator,
	// NotFound if there is neither such a user nor a session.
	EndSessions(ctx context.Context, by account.Actor, username string) error
	// Profile returns what users may see of themselves.
	Profile(ctx context.Context, by account.Actor) (account.Profile, error)
}

// IdentityProvider has users identified by a system of their house. Faults of both:
// Unavailable.
type IdentityProvider interface {
	// Begin returns the URL at which the browser logs in, and what the browser keeps.
	Begin(ctx context.Context) (account.Handshake, string, error)
	// Finish returns the user, with his role, whom the provider's answer names. Faults:
	// Unauthenticated, Forbidden for a user who has no role here.
	Finish(ctx context.Context, h account.Handshake, state, code string) (account.User, error)
}

// ExternalSessions opens sessions of users whom an IdentityProvider has identified.
type ExternalSessions interface {
	// OpenExternalSession is Auth.OpenSession without a password, for user.Identity. Its first
	// login decides its name: user.Username, with a mark if another identity has that. The
	// user's role holds as long as the session. Faults: Forbidden for a name that nobody may
	// have, Conflict for one of a local user, whatever its case.
	OpenExternalSession(ctx context.Context, user account.User) (account.Secret, account.Actor, error)
}

// Users is a directory of users. Unknown names are faults of kind NotFound.
type Users interface {
	Find(ctx context.Context, username string) (account.User, error)
}

// UserNames is an optional ability of Users whose names may differ in case only.
type UserNames interface {
	// HasName reports whether a user has a name with that account.NameKey.
	HasName(ctx context.Context, name string) (bool, error)
}

// UserEditor is a directory of users that can be changed. A read-only directory returns a
// fault of kind Conflict.
type UserEditor interface {
	Users
	// List returns the users by name.
	List(ctx context.Context) ([]account.User, error)
	// Add stores a new user. Faults: Invalid (the name), Conflict (it is taken).
	Add(ctx context.Context, u account.User) error
	// Change changes a user and returns it. Faults: NotFound; account.ErrLastAdmin, checked in one
	// atomic step with the change.
	Change(ctx context.Context, username string, c account.Change) (account.User, error)
	// Remove deletes a user. Faults: those of Change.
	Remove(ctx context.Context, username string) error
}

// UserDirectory manages the users of the intake service. It is an inbound port and never
// returns hashes. Faults: Forbidden unless by is an administrator, and those of UserEditor.
type UserDirectory interface {
	ListUsers(ctx context.Context, by account.Actor) ([]account.User, error)
	// Assignees returns who may log in, with name and username alone, and the caller. Everybody may ask.
	Assignees(ctx context.Context, by account.Actor) ([]account.User, error)
	// AddUser stores a new user. Fault: Unprocessable.
	AddUser(ctx context.Context, by account.Actor, d account.MemberDraft) (account.User, error)
	// ChangeUser changes a user; password is a new one, or nil. Faults: Unprocessable;
	// RuleViolated (administrators cannot lock themselves out, nor the last one).
	ChangeUser(ctx context.Context, by account.Actor, username string, c account.Change, password *string) (account.User, error)
	// RemoveUser deletes a user. Fault: RuleViolated (administrators cannot delete themselves, nor
	// the last one).
	RemoveUser(ctx context.Context, by account.Actor, username string) error
	// ChangePassword changes the password of the caller, who must know the current one. Faults:
	// those of PasswordConfirmer; Unprocessable for the new password.
	ChangePassword(ctx context.Context, by account.Actor, from netip.Addr, current, password string) error
}

// PasswordConfirmer checks that logged-in users know their password.
type PasswordConfirmer interface {
	// Confirm checks the password of by as Auth.Login does: it counts against the name, a failure
	// counts against the address, and it waits in the same queue. Each user has as many attempts a
	// minute as an address has logins. Faults: Unprocessable (wrong_password, also for a locked
	// name), RateLimited, Unavailable.
	Confirm(ctx context.Context, by account.Actor, password string, from netip.Addr) error
}

// LoginAttempts counts login attempts by client, for all servers together.
type LoginAttempts interface {
	// Take counts an attempt and returns 0, or counts nothing and returns how long the client must
	// wait (see account.RateLimit).
	Take(ctx context.Context, client string, rule account.RateLimit, now time.Time) (wait time.Duration, err error)
	// Forget deletes clients whose latest attempt was before then, and returns their number.
	Forget(ctx context.Context, then time.Time) (int, error)
}

// Passwords compares passwords with hashes, at most as many at a time as the machine has
// cores.
type Passwords interface {
	// Matches waits for its turn, calls hash, and compares. It returns false for a wrong password
	// and for one over 72 bytes. An empty hash takes the same time and never matches. Errors of
	// hash are returned. Suspect callers wait behind others, and one client cannot occupy all
	// places. Fault: Unavailable when too many callers are waiting; hash is not called then.
	Matches(ctx context.Context, who account.Caller, password string, hash func(ctx context.Context) (string, error)) (bool, error)
}

// PasswordHasher computes the hashes that Passwords compares with.
type PasswordHasher interface {
	// Hash is deliberately slow. Fault: Invalid for a password that is empty or over 72 bytes.
	Hash(password string) (string, error)
}

// TokenSigner signs tokens.
type TokenSigner interface {
	Sign(c account.Claims) (string, error)
}
