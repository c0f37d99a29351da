package auth

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// Login implements ports.Auth. Every attempt counts against the address, the
// successful ones too. A name that nobody has, one that is locked and one of a
// disabled user take as long as a wrong password, and get the same answer.
func (s *Service) Login(ctx context.Context, username, password string, from netip.Addr) (grant account.Grant, err error) {
	err = s.attempt(ctx, clientOf(from).String(), username, password, from, func(user account.User, now time.Time) error {
		session := sessionOf(user, s.NewID(), now, s.opts.TokenLife)
		if err := s.Sessions.Create(ctx, session); err != nil {
			return err
		}
		grant, err = s.grant(user, session, now)
		return err
	})
	return grant, err
}

// attempt checks a password and, if it is right, calls open, which may make a session. It counts
// against limited, whose attempts are bounded, and if it fails against the address.
func (s *Service) attempt(ctx context.Context, limited, username, password string, from netip.Addr, open func(user account.User, now time.Time) error) error {
	now, client := s.Now(), clientOf(from)
	wait, err := s.attempts.take(ctx, limited, now)
	if wait > 0 {
		return tooMany(wait)
	}
	wait, suspect := s.failures.begin(client, now)
	if wait > 0 {
		return tooMany(wait)
	}
	var user account.User
	if err == nil {
		user, err = s.check(ctx, account.Caller{Client: client.String(), Suspect: suspect}, s.opts.NameKey(username), password, now)
	}
	if err == nil {
		err = open(user, now)
	}
	s.failures.end(client, fault.KindOf(err) != fault.Unauthenticated, s.Now())
	if _, told := fault.As(err); err != nil && !told {
		err = fault.Wrap(err, fault.Unavailable, "login_unavailable",
			"No se pudo comprobar la contraseña; vuelva a intentarlo en unos segundos.")
	}
	return err
}

// Confirm implements ports.PasswordConfirmer. Attempts are bounded for each user, not for each
// address: the first logins of an office behind one address, which change a password, are not
// kept waiting.
func (s *Service) Confirm(ctx context.Context, by account.Actor, password string, from netip.Addr) error {
	err := s.attempt(ctx, "user "+s.opts.NameKey(by.Username), by.Username, password, from, func(account.User, time.Time) error { return nil })
	if fault.KindOf(err) == fault.Unauthenticated {
		return s.wrongPassword()
	}
	return err
}

func sessionOf(user account.User, id string, now time.Time, lasts time.Duration) account.Session {
	return account.Session{
		ID:         id,
		Username:   user.Username,
		Credential: user.Credential(),
		CreatedAt:  now.UTC(),
		ExpiresAt:  now.UTC().Add(lasts),
	}
}

func tooMany(wait time.Duration) error {
	return fault.New(fault.RateLimited, "too_many_logins",
		"Demasiados intentos de ingreso desde este equipo; espere un minuto y vuelva a intentarlo.").RetryIn(wait)
}

// check returns the user with that name if the password is right and the account is neither locked nor
// disabled. A successful check resets the count of failures.
func (s *Service) check(ctx context.Context, who account.Caller, username, password string, now time.Time) (user account.User, err error) {
	var slots []account.Slot
	ok, err := s.Passwords.Matches(ctx, who, password, func(ctx context.Context) (hash string, err error) {
		granted := true
		if s.Lockouts != nil {
			if slots, granted, err = s.reserve(ctx, username, who.Client, now); err != nil {
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
		return account.User{}, err
	}
	if !ok {
		return account.User{}, s.refusal()
	}
	if s.Lockouts != nil {
		if err := s.succeed(ctx, username, who.Client, slots, now); err != nil {
			return account.User{}, fmt.Errorf("counting a login as good: %w", err)
		}
	}
	return user, nil
}

// reserve gives leave to check a password. An attempt counts for the user. A client that the user
// logged in from lately has attempts of its own besides, and these alone decide there: strangers
// who lock the account do not lock its user out.
func (s *Service) reserve(ctx context.Context, username, client string, now time.Time) (slots []account.Slot, granted bool, err error) {
	slot, granted, err := s.Lockouts.Reserve(ctx, username, "", s.opts.Lockout, now)
	if err != nil {
		return nil, false, err
	}
	if granted {
		slots = append(slots, slot)
	}
	if client == "" {
		return slots, granted, nil
	}
	known, err := s.Lockouts.Known(ctx, username, client)
	if err != nil || !known {
		return slots, granted, err
	}
	slot, granted, err = s.Lockouts.Reserve(ctx, username, client, s.opts.Lockout, now)
	return append(slots, slot), granted, err
}

// succeed counts reserved slots as good, and makes the client one that the user logged in from.
func (s *Service) succeed(ctx context.Context, username, client string, slots []account.Slot, now time.Time) error {
	if !slices.ContainsFunc(slots, func(slot account.Slot) bool { return slot.Client == client }) {
		slot, _, err := s.Lockouts.Reserve(ctx, username, client, s.opts.Lockout, now)
		if err != nil {
			return err
		}
		slots = append(slots, slot)
	}
	for _, slot := range slots {
		if err := s.Lockouts.Succeed(ctx, slot, s.opts.Lockout); err != nil {
			return err
		}
	}
	return nil
}

// refusal returns the same answer for every refused login.
func (s *Service) refusal() error {
	if s.Lockouts == nil {
		return fault.New(fault.Unauthenticated, "bad_credentials",
			"El usuario o la contraseña no son correctos; revíselos y vuelva a intentarlo.")
	}
	return fault.New(fault.Unauthenticated, "bad_credentials", fmt.Sprintf(
		"El correo o la contraseña no son correctos, o la cuenta está bloqueada: %d intentos fallidos seguidos la bloquean durante %s.",
		s.opts.Lockout.Attempts, spanish(s.opts.Lockout.Lock)))
}

// wrongPassword is refusal for a user who is logged in: the session goes on.
func (s *Service) wrongPassword() error {
	if s.Lockouts == nil {
		return account.ErrWrongPassword
	}
	return fault.New(fault.Unprocessable, "wrong_password", fmt.Sprintf(
		"La contraseña actual no es esa, o la cuenta está bloqueada: %d intentos fallidos seguidos la bloquean durante %s.",
		s.opts.Lockout.Attempts, spanish(s.opts.Lockout.Lock)))
}

func spanish(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%d minutos", d/time.Minute)
	}
	return fmt.Sprintf("%d segundos", (d+time.Second-1)/time.Second)
}
