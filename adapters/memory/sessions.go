package memory

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

var (
	errSessionNotFound = fault.New(fault.NotFound, "session_not_found", "La sesión ya no existe. Inicie sesión de nuevo.")
	errClaimNotFound   = fault.New(fault.NotFound, "claim_not_found", "Esa Idempotency-Key no se ha usado o ya venció.")
	errRefreshesSpent  = fault.New(fault.Unauthenticated, "refresh_limit_reached", "Esta sesión ya no se puede renovar más. Inicie sesión de nuevo.")
)

// sessions implements ports.Sessions.
type sessions struct{ s *Store }

func (a sessions) Create(ctx context.Context, session account.Session) error {
	return a.s.do(ctx, func(tx *transaction) error {
		if _, ok := a.s.sessions[session.ID]; ok {
			return errTaken
		}
		session.CreatedAt, session.ExpiresAt = moment(session.CreatedAt), moment(session.ExpiresAt)
		set(tx, a.s.sessions, session.ID, session)
		return nil
	})
}

func (a sessions) Get(ctx context.Context, id string) (session account.Session, err error) {
	err = a.s.do(ctx, func(*transaction) (err error) {
		session, err = a.find(id)
		return err
	})
	return session, err
}

func (a sessions) SpendRefresh(ctx context.Context, id string, limit int, expires time.Time) (account.Session, error) {
	var session account.Session
	err := a.s.do(ctx, func(tx *transaction) error {
		found, err := a.find(id)
		if err != nil {
			return err
		}
		if found.Refreshes >= limit {
			return errRefreshesSpent
		}
		found.Refreshes++
		found.ExpiresAt = moment(expires)
		set(tx, a.s.sessions, id, found)
		session = found
		return nil
	})
	return session, err
}

func (a sessions) Delete(ctx context.Context, id string) error {
	return a.s.do(ctx, func(tx *transaction) error {
		if _, err := a.find(id); err != nil {
			return err
		}
		remove(tx, a.s.sessions, id)
		return nil
	})
}

func (a sessions) DeleteExpired(ctx context.Context, now time.Time) (n int, err error) {
	err = a.s.do(ctx, func(tx *transaction) error {
		for id, session := range a.s.sessions {
			if session.ExpiresAt.Before(now) {
				remove(tx, a.s.sessions, id)
				n++
			}
		}
		return nil
	})
	return n, err
}

func (a sessions) find(id string) (account.Session, error) {
	session, ok := a.s.sessions[id]
	if !ok {
		return account.Session{}, errSessionNotFound
	}
	return session, nil
}

// settings implements ports.Settings.
type settings struct{ s *Store }

func (c settings) Dedup(ctx context.Context) (config dedup.Config, err error) {
	err = c.s.do(ctx, func(*transaction) error {
		config = c.s.config
		return nil
	})
	return config, err
}

func (c settings) SetDedup(ctx context.Context, config dedup.Config) error {
	return c.s.do(ctx, func(tx *transaction) error {
		old := c.s.config
		tx.undo = append(tx.undo, func() { c.s.config = old })
		c.s.config = config
		return nil
	})
}
