package auth

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// externalPrefix begins the credential of a session whose user another system has
// identified. The rest is the role, which holds as long as the session.
const externalPrefix = "external:"

// OpenExternalSession implements ports.ExternalSessions.
func (s *Service) OpenExternalSession(ctx context.Context, user account.User) (account.Secret, account.Actor, error) {
	name, err := s.externalName(ctx, user.Identity, s.opts.NameKey(user.Username))
	if err != nil {
		return "", account.Actor{}, err
	}
	user.Username = name
	secret := s.NewSecret()
	session := sessionOf(user, secret.SessionID(), s.Now(), min(s.opts.SessionIdle, s.opts.SessionLife))
	session.Credential = externalPrefix + string(user.Role)
	by, _ := externalActor(session, s.endOf(session))
	by.Cookie = true
	return secret, by, s.Sessions.Create(ctx, session)
}

// The names of external users are claims of an owner that no user can be, each for a hundred
// years: that of a name holds its identity, that of an identity its name. They need no table of
// their own, and the first identity that claims a name has it on all servers.
const (
	nameOwner     = "external\nnames"
	nameClaim     = "name "
	identityClaim = "identity "
	nameYears     = 100
)

// externalName returns the name of an identity: the one of its first login, which was wanted then.
func (s *Service) externalName(ctx context.Context, identity account.Identity, wanted string) (string, error) {
	held, err := s.Names.Held(ctx, nameOwner, identityClaim+string(identity), s.Now().UTC())
	switch {
	case err == nil:
		return held.Result, s.checkExternalName(ctx, held.Result)
	case fault.KindOf(err) != fault.NotFound:
		return "", fmt.Errorf("looking up the name of an external user: %w", err)
	}
	if err := s.checkExternalName(ctx, wanted); err != nil {
		return "", err
	}
	for _, name := range []string{wanted, identity.Mark(wanted)} {
		holder, err := s.claimName(ctx, nameClaim+account.NameKey(name), string(identity))
		if err != nil {
			return "", err
		}
		if holder == string(identity) {
			return s.claimName(ctx, identityClaim+string(identity), name)
		}
	}
	return "", errNameTaken
}

// claimName stores a value under a key that has none, and returns the one that it has then.
func (s *Service) claimName(ctx context.Context, key, value string) (string, error) {
	now := s.Now().UTC()
	held, _, err := s.Names.Claim(ctx, document.Claim{Owner: nameOwner, Key: key, Result: value, ExpiresAt: now.AddDate(nameYears, 0, 0)}, now)
	if err != nil {
		return "", fmt.Errorf("storing the name of an external user: %w", err)
	}
	return held.Result, nil
}

var errNameTaken = fault.New(fault.Conflict, "username_taken", "Ya hay un usuario local con ese nombre; ingrese con su contraseña, o pida que lo borren.")

// checkExternalName is a fault if an external user cannot have the name, or has it no longer.
func (s *Service) checkExternalName(ctx context.Context, name string) error {
	if err := account.CheckExternalName(name); err != nil {
		return err
	}
	if names, ok := s.Users.(ports.UserNames); ok {
		taken, err := names.HasName(ctx, name)
		if err == nil && taken {
			err = errNameTaken
		}
		return err
	}
	_, err := s.Users.Find(ctx, name)
	switch {
	case err == nil:
		return errNameTaken
	case fault.KindOf(err) == fault.NotFound:
		return nil
	}
	return err
}

// externalActor returns who acts in a session whose user another system has identified;
// ok is false for any other.
func externalActor(session account.Session, expires time.Time) (by account.Actor, ok bool) {
	role, ok := strings.CutPrefix(session.Credential, externalPrefix)
	return account.Actor{Username: session.Username, Role: account.Role(role), SessionID: session.ID, ExpiresAt: expires, External: true}, ok
}
