// Package bcrypt compares and makes password hashes with bcrypt
// (golang.org/x/crypto/bcrypt).
//
// A comparison takes a core for a quarter of a second, on purpose. So that
// logins cannot take the whole machine, no more run at once than there are
// cores, and only so many wait; the rest are told to come back.
package bcrypt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Hasher implements ports.Passwords. It is safe for concurrent use.
type Hasher struct {
	cost    int
	decoy   []byte        // compared with where there is no hash
	running chan struct{} // as many as may run at once
	queue   chan struct{} // as many as may run or wait
}

var _ ports.Passwords = (*Hasher)(nil)

// Options tune the hasher; the zero value means the defaults.
type Options struct {
	Cost     int // of the hashes it makes, and of the time that an unknown user takes; 12
	Parallel int // comparisons at once; one a core
	Waiting  int // comparisons that wait; 16 for each that runs
}

const (
	defaultCost    = 12
	waitingPerCore = 16

	// MaxPassword is how many bytes of a password bcrypt can tell apart.
	MaxPassword = 72

	busyRetry = 2 * time.Second
)

// New returns a hasher. It makes one hash, which takes as long as a comparison.
// opts may be nil.
func New(opts *Options) (*Hasher, error) {
	var o Options
	if opts != nil {
		o = *opts
	}
	if o.Cost == 0 {
		o.Cost = defaultCost
	}
	if o.Parallel <= 0 {
		o.Parallel = runtime.GOMAXPROCS(0)
	}
	if o.Waiting <= 0 {
		o.Waiting = waitingPerCore * o.Parallel
	}
	decoy, err := bcrypt.GenerateFromPassword([]byte("decoy"), o.Cost)
	if err != nil {
		return nil, fmt.Errorf("bcrypt: %w", err)
	}
	return &Hasher{
		cost:    o.Cost,
		decoy:   decoy,
		running: make(chan struct{}, o.Parallel),
		queue:   make(chan struct{}, o.Parallel+o.Waiting),
	}, nil
}

// Matches implements ports.Passwords. A hash that is none is an internal fault.
func (h *Hasher) Matches(ctx context.Context, hash, password string) (bool, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()

	possible := hash != "" && len(password) <= MaxPassword
	if !possible {
		hash, password = string(h.decoy), password[:min(len(password), MaxPassword)]
	}
	err = bcrypt.CompareHashAndPassword([]byte(hash), []byte(password))
	switch {
	case err == nil:
		return possible, nil
	case errors.Is(err, bcrypt.ErrMismatchedHashAndPassword):
		return false, nil
	}
	return false, fault.Wrap(err, fault.Internal, "bad_password_hash",
		"La contraseña guardada de este usuario está dañada; avise al administrador.")
}

// Hash returns the hash of a password of 1 to 72 bytes.
func (h *Hasher) Hash(password string) (string, error) {
	if password == "" || len(password) > MaxPassword {
		return "", fault.New(fault.Invalid, "bad_password_length", "La contraseña debe tener entre 1 y 72 bytes.")
	}
	hash, err := bcrypt.GenerateFromPassword([]byte(password), h.cost)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "password_not_hashed", "No se pudo proteger la contraseña; vuelva a intentarlo.")
	}
	return string(hash), nil
}

// enter waits for a turn; leave gives it back.
func (h *Hasher) enter(ctx context.Context) (leave func(), err error) {
	select {
	case h.queue <- struct{}{}:
	default:
		return nil, busy(nil)
	}
	select {
	case h.running <- struct{}{}:
		return func() { <-h.running; <-h.queue }, nil
	case <-ctx.Done():
		<-h.queue
		return nil, busy(ctx.Err())
	}
}

func busy(cause error) error {
	return fault.Wrap(cause, fault.Unavailable, "logins_busy",
		"Hay demasiados ingresos a la vez; intente de nuevo en unos segundos.").RetryIn(busyRetry)
}
