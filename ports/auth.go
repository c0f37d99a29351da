package ports

import (
	"context"
	"net/netip"

	"github.com/cotejo/cotejo/core/account"
)

// Auth is who may come in. It is an inbound port.
type Auth interface {
	// Login checks a password and opens a session. Faults: Unauthenticated,
	// RateLimited (by address), Unavailable.
	Login(ctx context.Context, username, password string, from netip.Addr) (account.Grant, error)
	// Resume turns the verified claims of a token into an actor, whose role
	// is read from the directory now. Fault: Unauthenticated.
	Resume(ctx context.Context, claims account.Claims) (account.Actor, error)
	// Refresh hands out a new token of the actor's session and makes the session
	// last as long as it. Every token of a session spends from one count.
	// Fault: Unauthenticated when the count is spent or the session has ended.
	Refresh(ctx context.Context, by account.Actor) (account.Grant, error)
	// Logout ends the actor's session: none of its tokens is accepted from now
	// on. One that has ended already is no fault.
	Logout(ctx context.Context, by account.Actor) error
	// Profile returns what the actor may know of himself.
	Profile(ctx context.Context, by account.Actor) (account.Profile, error)
}

// Users is the directory of users. Unknown names are faults of kind NotFound.
type Users interface {
	Find(ctx context.Context, username string) (account.User, error)
}

// Passwords compares passwords with their hashes, at most as many at once as
// the machine has cores.
type Passwords interface {
	// Matches is false for a wrong password and for a password over 72 bytes.
	// An empty hash costs the same time and never matches. Fault: Unavailable
	// when too many are waiting.
	Matches(ctx context.Context, hash, password string) (bool, error)
}

// TokenSigner makes tokens.
type TokenSigner interface {
	Sign(c account.Claims) (string, error)
}
