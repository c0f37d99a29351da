// Package bcrypt hashes passwords with bcrypt (golang.org/x/crypto/bcrypt).
//
// A comparison deliberately takes a quarter of a second of a core. So that logins cannot
// occupy the machine, as many comparisons run as there are cores, and a bounded queue waits;
// other callers get a fault (see line).
package bcrypt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync/atomic"

	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Hasher implements ports.Passwords and ports.PasswordHasher. It is safe for concurrent use.
type Hasher struct {
	cost  int          // of the hashes it makes
	inUse atomic.Int32 // cost of the hash compared last
	line  *line
}

var (
	_ ports.Passwords      = (*Hasher)(nil)
	_ ports.PasswordHasher = (*Hasher)(nil)
)

// Options tune the hasher; the zero value means the defaults.
type Options struct {
	Cost     int // of the hashes it makes; 12
	Parallel int // comparisons at once; one a core
	Waiting  int // comparisons that wait; 16 for each that runs
}

// defaultCost is a variable for the linker alone: programs that tests build and start have the
// lowest cost, and spend their time on what is tested.
var defaultCost = "12"

const (
	waitingPerCore = 16

	// MaxPassword is how many bytes of a password bcrypt can distinguish.
	MaxPassword = 72
)

// decoy is what a password is compared with where there is no hash: a hash but
// for its cost, which is that of the hashes in use, so that a name that nobody
// has takes as long as a name that somebody has.
const decoy = "$2a$%02d$hbWDHEteDtrUG6.XbwjoDOhOG7YEk3y.ZDsd4fs2E76Z5ijtnWy3S"

// New returns a hasher. opts may be nil.
func New(opts *Options) (*Hasher, error) {
	var o Options
	if opts != nil {
		o = *opts
	}
	if o.Cost == 0 {
		cost, err := strconv.Atoi(defaultCost)
		if err != nil {
			return nil, fmt.Errorf("bcrypt: default cost: %w", err)
		}
		o.Cost = cost
	}
	if o.Parallel <= 0 {
		o.Parallel = runtime.GOMAXPROCS(0)
	}
	if o.Waiting <= 0 {
		o.Waiting = waitingPerCore * o.Parallel
	}
	if o.Cost < bcrypt.MinCost || o.Cost > bcrypt.MaxCost {
		return nil, fmt.Errorf("bcrypt: %w", bcrypt.InvalidCostError(o.Cost))
	}
	h := &Hasher{cost: o.Cost, line: newLine(o.Parallel, o.Waiting)}
	h.inUse.Store(int32(o.Cost))
	return h, nil
}

// Matches implements ports.Passwords. A malformed hash is an internal fault.
func (h *Hasher) Matches(ctx context.Context, who account.Caller, password string, hashOf func(ctx context.Context) (string, error)) (bool, error) {
	leave, err := h.line.enter(ctx, who)
	if err != nil {
		return false, err
	}
	defer leave()
	hash, err := hashOf(ctx)
	if err != nil {
		return false, err
	}

	possible := hash != "" && len(password) <= MaxPassword
	if !possible {
		hash, password = fmt.Sprintf(decoy, h.inUse.Load()), password[:min(len(password), MaxPassword)]
	} else if cost, err := bcrypt.Cost([]byte(hash)); err == nil {
		h.inUse.Store(int32(cost))
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

// Hash implements ports.PasswordHasher.
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
