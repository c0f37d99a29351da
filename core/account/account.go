// Package account holds users, their roles, their sessions and the claims of their tokens.
package account

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Role decides what a user may do.
type Role string

// Roles of the intake service.
const (
	Admin  Role = "admin"
	Member Role = "user"
)

// Roles of the notification service.
const (
	Administrator Role = "ADMINISTRADOR"
	Notifier      Role = "NOTIFICADOR"
)

// Valid reports whether r is a role of the intake service.
func (r Role) Valid() bool { return r == Admin || r == Member }

// IsAdmin reports whether r may administer its service.
func (r Role) IsAdmin() bool { return r == Admin || r == Administrator }

// User is one entry of a user directory.
type User struct {
	Username     string // in the notification service the e-mail, as EmailKey has it
	PasswordHash string // bcrypt
	Role         Role
	Name         string
	Email        string
	Disabled     bool // may not log in, and has no session
	// MustChangePassword says that somebody else knows the password. Setting
	// another one withdraws it.
	MustChangePassword bool

	// Of users that a store keeps; zero in other directories.
	ID          string
	CreatedAt   time.Time
	LockedUntil time.Time // no password is checked before; zero when not locked

	Identity Identity // of users whom another system has identified; zero of all others
}

// Credential returns a digest, in hex, of the password and the role. Sessions keep
// that of their login and end when it changes.
func (u User) Credential() string {
	sum := sha256.Sum256([]byte(u.PasswordHash + "\x00" + string(u.Role)))
	return hex.EncodeToString(sum[:])
}

// Actor is on whose behalf something is done. Services take it explicitly, so
// that authorisation shows in each signature.
type Actor struct {
	Username  string
	Role      Role
	SessionID string    // empty when authentication is switched off
	ExpiresAt time.Time // of the token or the cookie; zero when authentication is switched off

	Cookie             bool // the session is one of a browser
	External           bool // another system has identified the user; see ports.IdentityProvider
	MustChangePassword bool // see User
}

// Handshake has the secrets that tie the start of a login at an identity provider to its end. The browser
// keeps it meanwhile.
type Handshake struct {
	State    string // comes back with the browser
	Nonce    string // comes back in the provider's answer
	Verifier string // of PKCE (RFC 7636)
}

// Actors that are no users.
var (
	System    = Actor{Username: "system", Role: Admin}    // the program itself
	Anonymous = Actor{Username: "anonymous", Role: Admin} // everybody, where authentication is switched off
)

// operatorPrefix begins the names of those who run commands on the machine.
const operatorPrefix = "cli:"

// Operator returns the actor of commands that a user of the machine runs.
func Operator(name string) Actor { return Actor{Username: operatorPrefix + name, Role: Admin} }

// IsAdmin reports whether the actor holds the role of an administrator.
func (a Actor) IsAdmin() bool { return a.Role.IsAdmin() }

// RequireAdmin is a fault of kind Forbidden unless the actor is an
// administrator.
func (a Actor) RequireAdmin() error {
	if a.IsAdmin() {
		return nil
	}
	return fault.New(fault.Forbidden, "admin_only", "Solo un administrador puede hacer esto; pídaselo a uno.")
}

// Session begins with a login. All its tokens, replayed or not, share one count of refreshes. A browser
// session has no tokens: its ID is Secret.SessionID, and each use extends it.
type Session struct {
	ID         string
	Username   string
	Credential string // User.Credential at the login
	CreatedAt  time.Time
	ExpiresAt  time.Time // after it neither token nor cookie is accepted
	Refreshes  int       // already spent
}

// Claims are the content of a token. Role is a hint for clients; the role in
// force is read from the directory at each request.
type Claims struct {
	Issuer    string
	Audience  string // one per service
	Subject   string // the username
	Role      Role
	SessionID string
	TokenID   string
	IssuedAt  time.Time
	NotBefore time.Time
	ExpiresAt time.Time
}

// Grant is the token that a login or refresh returns.
type Grant struct {
	AccessToken string
	ExpiresIn   time.Duration
	Role        Role
}

// Profile is the data of users that they may see themselves.
type Profile struct {
	Username      string
	Name          string
	Email         string
	Role          Role
	ExpiresAt     time.Time // of the token or cookie in use; zero when authentication is switched off
	RefreshesLeft int

	MustChangePassword bool          // see User
	Idle               time.Duration // without a request, after which the session of a browser ends; zero for a token's
}
