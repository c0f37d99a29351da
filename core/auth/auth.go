// Package auth authenticates: it checks passwords, opens sessions, and resolves the claims of
// a token to a user.
//
// A token depends on its session and its account, which each request looks up. A session ends
// when its user is deleted or disabled, or gets another password or role, whichever program
// changed the directory.
package auth

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Deps are the parts that the service needs. All are required but Lockouts, Attempts where
// these are not limited, and Names where there is no identity provider.
type Deps struct {
	Users     ports.Users
	Passwords ports.Passwords
	Sessions  ports.Sessions
	Tokens    ports.TokenSigner
	Lockouts  ports.Lockouts // nil: names are never locked
	Attempts  ports.LoginAttempts
	Names     ports.Claims // keeps the names of external users, see Service.OpenExternalSession

	Now       func() time.Time
	NewID     func() string         // UUIDv7
	NewSecret func() account.Secret // 128 random bits or more
}

// Options tune the service; the zero value means the defaults.
type Options struct {
	Issuer       string        // of the tokens; "cotejo"
	Audience     string        // of the tokens; "cotejo-intake"
	TokenLife    time.Duration // 8 hours
	SessionLife  time.Duration // of a browser, however much it is used; 12 hours
	SessionIdle  time.Duration // after which that of a browser ends without use; 30 minutes
	MaxRefreshes int           // a session's; 5. Negative: none
	Attempts     int           // logins per address and minute, on all servers; 5. Negative: no limit
	Failures     int           // failed logins per address and minute, on each server; 30. Negative: no limit

	Lockout account.Lockout          // with Deps.Lockouts; 5 attempts, 15 minutes
	NameKey func(name string) string // the username that somebody means who types name; strings.TrimSpace
}

// Defaults of Options. Other programs that verify tokens need the exported ones.
const (
	DefaultIssuer   = "cotejo"
	DefaultAudience = "cotejo-intake"

	defaultTokenLife    = 8 * time.Hour
	defaultSessionLife  = 12 * time.Hour
	defaultSessionIdle  = 30 * time.Minute
	defaultMaxRefreshes = 5
	defaultAttempts     = 5
	defaultFailures     = 30

	defaultLockoutAttempts = 5
	defaultLock            = 15 * time.Minute
)

// Leeway is how far the clocks of two machines may differ.
const Leeway = 30 * time.Second

// Service implements ports.Auth and ports.PasswordConfirmer. It is safe for concurrent use.
type Service struct {
	Deps
	opts     Options
	attempts *limiter
	failures *failures
}

var (
	_ ports.Auth              = (*Service)(nil)
	_ ports.PasswordConfirmer = (*Service)(nil)
)

// New returns a service over deps. opts may be nil.
func New(deps Deps, opts *Options) *Service {
	s := &Service{Deps: deps}
	if opts != nil {
		s.opts = *opts
	}
	if s.opts.Issuer == "" {
		s.opts.Issuer = DefaultIssuer
	}
	if s.opts.Audience == "" {
		s.opts.Audience = DefaultAudience
	}
	if s.opts.TokenLife <= 0 {
		s.opts.TokenLife = defaultTokenLife
	}
	if s.opts.SessionLife <= 0 {
		s.opts.SessionLife = defaultSessionLife
	}
	if s.opts.SessionIdle <= 0 {
		s.opts.SessionIdle = defaultSessionIdle
	}
	if s.opts.MaxRefreshes == 0 {
		s.opts.MaxRefreshes = defaultMaxRefreshes
	}
	s.opts.MaxRefreshes = max(0, s.opts.MaxRefreshes)
	if s.opts.Attempts == 0 {
		s.opts.Attempts = defaultAttempts
	}
	if s.opts.Lockout.Attempts <= 0 {
		s.opts.Lockout.Attempts = defaultLockoutAttempts
	}
	if s.opts.Lockout.Lock <= 0 {
		s.opts.Lockout.Lock = defaultLock
	}
	if s.opts.NameKey == nil {
		s.opts.NameKey = strings.TrimSpace
	}
	if s.opts.Failures == 0 {
		s.opts.Failures = defaultFailures
	}
	s.failures = newFailures(account.RateLimit{Attempts: s.opts.Failures, Window: time.Minute})
	s.attempts = newLimiter(account.RateLimit{Attempts: s.opts.Attempts, Window: time.Minute}, deps.Attempts)
	return s
}

// Resume implements ports.Auth.
func (s *Service) Resume(ctx context.Context, claims account.Claims) (account.Actor, error) {
	session, err := s.Sessions.Get(ctx, claims.SessionID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return account.Actor{}, ended()
	case err != nil:
		return account.Actor{}, err
	case session.Username != claims.Subject, !s.Now().Before(session.ExpiresAt.Add(Leeway)):
		return account.Actor{}, ended()
	}
	return s.actor(ctx, session, claims.ExpiresAt)
}

// actor returns who acts in a session, and ends one whose account is gone or
// has changed.
func (s *Service) actor(ctx context.Context, session account.Session, expires time.Time) (account.Actor, error) {
	if by, ok := externalActor(session, expires); ok {
		switch err := s.checkExternalName(ctx, session.Username); fault.KindOf(err) {
		case fault.Forbidden, fault.Conflict:
			return account.Actor{}, errors.Join(ended(), s.Sessions.Delete(ctx, session.ID))
		default:
			return by, err
		}
	}
	user, err := s.Users.Find(ctx, session.Username)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return account.Actor{}, err
	}
	if err != nil || !isOpen(session, user) {
		// Deleted, so that changing the user back does not open it again.
		return account.Actor{}, errors.Join(ended(), s.Sessions.Delete(ctx, session.ID))
	}
	return actorOf(user, session.ID, expires), nil
}

func actorOf(user account.User, sessionID string, expires time.Time) account.Actor {
	return account.Actor{
		Username:           user.Username,
		Role:               user.Role,
		SessionID:          sessionID,
		ExpiresAt:          expires,
		MustChangePassword: user.MustChangePassword,
	}
}

// Refresh implements ports.Auth. The account is looked up before anything is
// spent. Without a session (authentication is switched off) there is nothing to
// renew.
func (s *Service) Refresh(ctx context.Context, by account.Actor) (account.Grant, error) {
	if by.SessionID == "" {
		return account.Grant{}, fault.New(fault.Unauthenticated, "no_session",
			"La autenticación está desactivada: no hay sesión que renovar.")
	}
	if by.Cookie {
		return account.Grant{}, fault.New(fault.RuleViolated, "no_token",
			"La sesión del navegador se prolonga sola con el uso: no hay token que renovar.")
	}
	user, err := s.Users.Find(ctx, by.Username)
	if fault.KindOf(err) == fault.NotFound {
		return account.Grant{}, ended()
	}
	if err != nil {
		return account.Grant{}, err
	}
	now := s.Now()
	session, err := s.Sessions.SpendRefresh(ctx, by.SessionID, s.opts.MaxRefreshes, now.UTC().Add(s.opts.TokenLife))
	if fault.KindOf(err) == fault.NotFound {
		return account.Grant{}, ended()
	}
	if err != nil {
		return account.Grant{}, err
	}
	if !isOpen(session, user) {
		return account.Grant{}, ended()
	}
	return s.grant(user, session, now)
}

// isOpen reports whether the user may still act in a session of his.
func isOpen(session account.Session, user account.User) bool {
	return !user.Disabled && session.Credential == user.Credential()
}

// Logout implements ports.Auth. Two requests may end a session at once, and
// without authentication there is none: both leave nothing to do.
func (s *Service) Logout(ctx context.Context, by account.Actor) error {
	if by.SessionID == "" {
		return nil
	}
	if err := s.Sessions.Delete(ctx, by.SessionID); fault.KindOf(err) != fault.NotFound {
		return err
	}
	return nil
}

// EndSessions implements ports.Auth.
func (s *Service) EndSessions(ctx context.Context, by account.Actor, username string) error {
	if err := by.RequireAdmin(); err != nil {
		return err
	}
	_, missing := s.Users.Find(ctx, username)
	if missing != nil && fault.KindOf(missing) != fault.NotFound {
		return missing
	}
	count, err := s.Sessions.DeleteOf(ctx, username)
	if err == nil && count == 0 {
		return missing // an external user is known by the sessions only
	}
	return err
}

// Profile implements ports.Auth. An actor without a session (authentication is
// switched off) need not be in the directory.
func (s *Service) Profile(ctx context.Context, by account.Actor) (account.Profile, error) {
	profile := account.Profile{Username: by.Username, Role: by.Role, ExpiresAt: by.ExpiresAt}
	user, err := s.Users.Find(ctx, by.Username)
	switch {
	case err == nil:
		profile.Name, profile.Email, profile.MustChangePassword = user.Name, user.Email, user.MustChangePassword
	case fault.KindOf(err) != fault.NotFound:
		return account.Profile{}, err
	case by.SessionID != "" && !by.External:
		return account.Profile{}, ended()
	}
	if by.Cookie {
		profile.Idle = s.opts.SessionIdle
	}
	if by.Cookie || by.SessionID == "" {
		return profile, nil
	}
	session, err := s.Sessions.Get(ctx, by.SessionID)
	if fault.KindOf(err) == fault.NotFound {
		return account.Profile{}, ended()
	}
	if err != nil {
		return account.Profile{}, err
	}
	profile.RefreshesLeft = max(0, s.opts.MaxRefreshes-session.Refreshes)
	return profile, nil
}

// grant makes a token of the session.
func (s *Service) grant(user account.User, session account.Session, now time.Time) (account.Grant, error) {
	token, err := s.Tokens.Sign(account.Claims{
		Issuer:    s.opts.Issuer,
		Audience:  s.opts.Audience,
		Subject:   user.Username,
		Role:      user.Role,
		SessionID: session.ID,
		TokenID:   s.NewID(),
		IssuedAt:  now,
		NotBefore: now,
		ExpiresAt: now.Add(s.opts.TokenLife),
	})
	if err != nil {
		return account.Grant{}, err
	}
	return account.Grant{AccessToken: token, ExpiresIn: s.opts.TokenLife, Role: user.Role}, nil
}

// ended returns the fault for a token whose session or account is gone. It does not say which, so that
// clients learn nothing about accounts.
func ended() error {
	return fault.New(fault.Unauthenticated, "session_ended", "La sesión terminó; ingrese de nuevo.")
}
