package auth

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// Login implements ports.Auth. Every attempt counts against the address, the
// successful ones too. A name that nobody has, one that is locked and one of a
// disabled user take as long as a wrong password, and get the same answer.
func (s *Service) Login(ctx context.Context, username, password string, from netip.Addr) (account.Grant, error) {
	now, client := s.Now(), clientOf(from)
	wait, err := s.attempts.take(ctx, client, now)
	if wait > 0 {
		return account.Grant{}, tooMany(wait)
	}
	wait, suspect := s.failures.begin(client, now)
	if wait > 0 {
		return account.Grant{}, tooMany(wait)
	}
	var grant account.Grant
	if err == nil {
		grant, err = s.login(ctx, account.Caller{Client: client.String(), Suspect: suspect}, s.opts.NameKey(username), password, now)
	}
	s.failures.end(client, fault.KindOf(err) != fault.Unauthenticated, s.Now())
	if _, told := fault.As(err); err != nil && !told {
		err = fault.Wrap(err, fault.Unavailable, "login_unavailable",
			"No se pudo comprobar la contraseña; vuelva a intentarlo en unos segundos.")
	}
	return grant, err
}

func tooMany(wait time.Duration) error {
	return fault.New(fault.RateLimited, "too_many_logins",
		"Demasiados intentos de ingreso desde este equipo; espere un minuto y vuelva a intentarlo.").RetryIn(wait)
}

func (s *Service) login(ctx context.Context, who account.Caller, username, password string, now time.Time) (account.Grant, error) {
	var (
		user account.User
		slot account.Slot
	)
	ok, err := s.Passwords.Matches(ctx, who, password, func(ctx context.Context) (hash string, err error) {
		granted := true
		if s.Lockouts != nil {
			if slot, granted, err = s.Lockouts.Reserve(ctx, username, s.opts.Lockout, now); err != nil {
				return "", fmt.Errorf("reserving a login: %w", err)
			}
		}
		user, err = s.Users.Find(ctx, username)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return "", err
		}
		if !granted || user.Disabled {
			return "", nil
		}
		return user.PasswordHash, nil
	})
	if err != nil {
		return account.Grant{}, err
	}
	if !ok {
		return account.Grant{}, s.refusal()
	}
	if s.Lockouts != nil {
		if err := s.Lockouts.Succeed(ctx, slot, s.opts.Lockout); err != nil {
			return account.Grant{}, fmt.Errorf("counting a login as good: %w", err)
		}
	}
	session := account.Session{
		ID:         s.NewID(),
		Username:   user.Username,
		Credential: user.Credential(),
		CreatedAt:  now.UTC(),
		ExpiresAt:  now.UTC().Add(s.opts.TokenLife),
	}
	if err := s.Sessions.Create(ctx, session); err != nil {
		return account.Grant{}, err
	}
	return s.grant(user, session, now)
}

// refusal is the one answer to whoever is not let in.
func (s *Service) refusal() error {
	if s.Lockouts == nil {
		return fault.New(fault.Unauthenticated, "bad_credentials",
			"El usuario o la contraseña no son correctos; revíselos y vuelva a intentarlo.")
	}
	return fault.New(fault.Unauthenticated, "bad_credentials", fmt.Sprintf(
		"El correo o la contraseña no son correctos, o la cuenta está bloqueada: %d intentos fallidos seguidos la bloquean durante %s.",
		s.opts.Lockout.Attempts, spanish(s.opts.Lockout.Lock)))
}

func spanish(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%d minutos", d/time.Minute)
	}
	return fmt.Sprintf("%d segundos", (d+time.Second-1)/time.Second)
}
