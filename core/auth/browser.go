package auth

import (
	"context"
	"net/netip"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// OpenSession implements ports.Auth.
func (s *Service) OpenSession(ctx context.Context, username, password string, from netip.Addr) (secret account.Secret, by account.Actor, err error) {
	err = s.attempt(ctx, clientOf(from).String(), username, password, from, func(user account.User, now time.Time) error {
		secret = s.NewSecret()
		session := sessionOf(user, secret.SessionID(), now, min(s.opts.SessionIdle, s.opts.SessionLife))
		by = actorOf(user, session.ID, s.endOf(session))
		by.Cookie = true
		return s.Sessions.Create(ctx, session)
	})
	if err != nil {
		return "", account.Actor{}, err
	}
	return secret, by, nil
}

// ResumeSession implements ports.Auth.
func (s *Service) ResumeSession(ctx context.Context, secret account.Secret, background bool) (account.Actor, error) {
	session, err := s.Sessions.Get(ctx, secret.SessionID())
	switch now := s.Now(); {
	case fault.KindOf(err) == fault.NotFound:
		return account.Actor{}, ended()
	case err != nil:
		return account.Actor{}, err
	case !now.Before(session.ExpiresAt):
		return account.Actor{}, ended()
	}
	by, err := s.actor(ctx, session, s.endOf(session))
	if err != nil {
		return account.Actor{}, err
	}
	by.Cookie = true
	if !background {
		err = s.extend(ctx, session)
	}
	return by, err
}

// extend moves the end of a session that is being used. Not every use is worth
// a write: the end may be early by a tenth of the idle time, or a minute.
func (s *Service) extend(ctx context.Context, session account.Session) error {
	until := s.Now().UTC().Add(s.opts.SessionIdle)
	if end := s.endOf(session); until.After(end) {
		until = end
	}
	if until.Sub(session.ExpiresAt) < min(time.Minute, s.opts.SessionIdle/10) {
		return nil
	}
	return s.Sessions.Extend(ctx, session.ID, until)
}

// endOf returns when a session of a browser ends even if it is used.
func (s *Service) endOf(session account.Session) time.Time {
	return session.CreatedAt.Add(s.opts.SessionLife)
}
