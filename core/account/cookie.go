package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/cotejo/cotejo/core/fault"
)

// Secret is the value of a session cookie: random, and known to one browser
// alone. Stores keep the ID of its session, from which nobody learns it.
type Secret string

// SessionID returns the ID of the session that the secret opens.
func (s Secret) SessionID() string { return "cookie-" + s.derive("session") }

// CSRFToken returns what a page sends along to prove that it may read answers of
// the service, which pages of other sites may not.
func (s Secret) CSRFToken() string { return s.derive("csrf") }

func (s Secret) derive(use string) string {
	mac := hmac.New(sha256.New, []byte(s))
	mac.Write([]byte(use))
	return hex.EncodeToString(mac.Sum(nil))
}

// CheckCSRF is a fault of kind Forbidden unless token is that of the secret.
func (s Secret) CheckCSRF(token string) error {
	if hmac.Equal([]byte(token), []byte(s.CSRFToken())) {
		return nil
	}
	return ErrCSRF
}

// ErrCSRF is the answer to a request that changes something by a cookie, and is
// not known to come from a page of the service.
var ErrCSRF = fault.New(fault.Forbidden, "csrf",
	"La petición no viene de una página abierta de este servicio; vuelva a cargar la página e inténtelo de nuevo.")

// RequireOwnPassword is a fault of kind Forbidden while the actor, in a session
// of a browser, has a password that somebody else knows.
func (a Actor) RequireOwnPassword() error {
	if !a.Cookie || !a.MustChangePassword {
		return nil
	}
	return fault.New(fault.Forbidden, "password_change_required", "Cambie primero la contraseña que le dieron por una suya.")
}
