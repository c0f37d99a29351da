// Package idempotency executes a request once, however often it is sent, if it has an
// idempotency key.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// claimLife is how long the key of a request is remembered.
const claimLife = 24 * time.Hour

// ErrReused is the fault of a key that was used for another request.
var ErrReused = fault.New(fault.Unprocessable, "idempotency_key_reused",
	"Esa Idempotency-Key ya se usó con otros datos; envíe estos con una clave nueva.")

// Keys knows the requests that were done under keys. Claims and Now are
// required. It is safe for concurrent use.
type Keys struct {
	Claims ports.Claims
	Now    func() time.Time

	claiming locks // by owner and key
}

// Do does what a request asks for, unless its owner has had the same done under
// the same key within a day: then it returns what came of that. digest stands
// for all that the request says (see Digest); without a key, do is simply done.
//
// do calls note with its outcome in the transaction that makes it lasting, so
// that of one key there is never more than one outcome, on however many
// servers; it must do nothing lasting before. Requests to this server with one
// key wait for each other, so that work which takes several transactions and
// notes its outcome in the last is not begun twice either. What failed is not
// remembered.
//
// Outcomes are kept as JSON. Fault: ErrReused.
func Do[T any](ctx context.Context, k *Keys, owner, key, digest string,
	do func(note func(ctx context.Context, outcome T) error) (T, error)) (outcome T, err error) {
	if key == "" {
		return do(func(context.Context, T) error { return nil })
	}
	unlock, err := k.claiming.lock(ctx, owner+"\x00"+key)
	if err != nil {
		return outcome, err
	}
	defer unlock()
	earlier := func(held document.Claim) (outcome T, err error) {
		if held.Digest != digest {
			return outcome, ErrReused
		}
		if err := json.Unmarshal([]byte(held.Result), &outcome); err != nil {
			return outcome, fmt.Errorf("reading the outcome of an earlier request: %w", err)
		}
		return outcome, nil
	}
	held, err := k.Claims.Held(ctx, owner, key, k.Now().UTC())
	if err == nil {
		return earlier(held)
	}
	if fault.KindOf(err) != fault.NotFound {
		return outcome, fmt.Errorf("looking up the key of a request: %w", err)
	}
	outcome, err = do(func(ctx context.Context, outcome T) error {
		result, err := json.Marshal(outcome)
		if err != nil {
			return err
		}
		now := k.Now().UTC()
		held, taken, err := k.Claims.Claim(ctx, document.Claim{Owner: owner, Key: key, Digest: digest,
			Result: string(result), ExpiresAt: now.Add(claimLife)}, now)
		switch {
		case err != nil:
			return fmt.Errorf("claiming the key of a request: %w", err)
		case taken:
			return overtaken{held}
		}
		return nil
	})
	var lost overtaken
	if errors.As(err, &lost) {
		return earlier(lost.held)
	}
	return outcome, err
}

// overtaken undoes the transaction of a request that another server was faster
// to do.
type overtaken struct{ held document.Claim }

func (overtaken) Error() string { return "another server did the same request" }

// Digest is the same for two requests only if they say the same.
func Digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		io.WriteString(h, strconv.Itoa(len(p))+":"+p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// locks are locks by name. The zero value is ready for use.
type locks struct {
	mu   sync.Mutex
	held map[string]chan struct{} // closed when its holder is done
}

// lock waits for the named lock; ctx ends the waiting.
func (l *locks) lock(ctx context.Context, name string) (unlock func(), err error) {
	for {
		l.mu.Lock()
		busy, taken := l.held[name]
		if !taken {
			if l.held == nil {
				l.held = map[string]chan struct{}{}
			}
			mine := make(chan struct{})
			l.held[name] = mine
			l.mu.Unlock()
			return func() {
				l.mu.Lock()
				delete(l.held, name)
				l.mu.Unlock()
				close(mine)
			}, nil
		}
		l.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
