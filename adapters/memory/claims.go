package memory

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// claims implements ports.Claims.
type claims struct{ s *Store }

func (c claims) Claim(ctx context.Context, want document.Claim, now time.Time) (held document.Claim, taken bool, err error) {
	err = c.s.do(ctx, func(tx *transaction) error {
		for key, old := range c.s.claims {
			if !old.ExpiresAt.After(now) {
				remove(tx, c.s.claims, key)
			}
		}
		key := want.Owner + "\x00" + want.Key
		if held, taken = c.s.claims[key]; taken {
			return nil
		}
		want.ExpiresAt = moment(want.ExpiresAt)
		held = want
		set(tx, c.s.claims, key, want)
		return nil
	})
	return held, taken, err
}

func (c claims) Held(ctx context.Context, owner, key string, now time.Time) (held document.Claim, err error) {
	err = c.s.do(ctx, func(*transaction) error {
		var ok bool
		if held, ok = c.s.claims[owner+"\x00"+key]; !ok || !held.ExpiresAt.After(now) {
			return errClaimNotFound
		}
		return nil
	})
	return held, err
}
