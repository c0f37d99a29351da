package auth

import (
	"context"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// externalPrefix begins the credential of a session whose user another system has
// identified. The rest is the role, which holds as long as the session.
const externalPrefix = "external:"

// OpenExternalSession implements ports.ExternalSessions.
func (s *Service) OpenExternalSession(ctx context.Context, user account.User) (account.Secret, account.Actor, error) {
	user.Username = s.opts.NameKey(user.Username)
	_, err := s.Users.Find(ctx, user.Username)
	if err == nil {
		return "", account.Actor{}, fault.New(fault.Conflict, "username_taken", "Ya hay un usuario local con ese nombre; ingrese con su contraseña, o pida que lo borren.")
	}
	if fault.KindOf(err) != fault.NotFound {
		return "", account.Actor{}, err
	}
	secret := s.NewSecret()
	session := sessionOf(user, secret.SessionID(), s.Now(), min(s.opts.SessionIdle, s.opts.SessionLife))
	session.Credential = externalPrefix + string(user.Role)
	by, _ := externalActor(session, s.endOf(session))
	by.Cookie = true
	return secret, by, s.Sessions.Create(ctx, session)
}

// externalActor returns who acts in a session whose user another system has identified;
// ok is false for any other.
func externalActor(session account.Session, expires time.Time) (by account.Actor, ok bool) {
	role, ok := strings.CutPrefix(session.Credential, externalPrefix)
	return account.Actor{Username: session.Username, Role: account.Role(role), SessionID: session.ID, ExpiresAt: expires, External: true}, ok
}
