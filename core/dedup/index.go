package dedup

import (
	"context"
	"errors"
)

// ErrNotFound is returned, wrapped or not, by Index.Get.
var ErrNotFound = errors.New("dedup: no such fingerprint")

// Sampler hands out the fingerprints of an index, for learning from them. It
// may be used while others put and delete, and does not hold them up.
type Sampler interface {
	// Count returns how many fingerprints there are.
	Count(ctx context.Context) (int, error)

	// Outdated reports whether there are fingerprints of another Format, which a
	// Lookup that meets them fails with.
	Outdated(ctx context.Context) (bool, error)

	// Sample calls visit with about most of them, or with all when there are no
	// more: spread evenly over the order in which they were put, and the same
	// ones as long as none is put or deleted. Those of another Format or damaged
	// are left out. An error of visit ends it and is returned.
	Sample(ctx context.Context, most int, visit func(Fingerprint) error) error
}

// Key is one door through which a fingerprint can be found: a band of its
// signature, an exact identifier or a rare term, mixed with its kind into 64
// bits. An index compares keys and knows nothing of their meaning.
type Key int64

// Index finds fingerprints by key. Memory is one; a database adapter is
// another, and testkit/storetest holds both to the same behaviour. All methods
// are safe for concurrent use.
type Index interface {
	// Put stores each of f under its Keys, in place of what was stored under its
	// ID: all of them or none. Many at once cost less than one by one.
	Put(ctx context.Context, f ...Fingerprint) error

	// Delete forgets the fingerprint with that ID; none is no error.
	Delete(ctx context.Context, id string) error

	// Get returns the fingerprint with that ID, or an error that is ErrNotFound
	// (and may be a fault of kind NotFound as well).
	Get(ctx context.Context, id string) (Fingerprint, error)

	// Lookup returns the fingerprints that share a telling key or at least
	// FewestHints hints, those that share most first (then by ID), at most limit
	// of them. A telling key counts as much as FewestHints; one that very many
	// share may count as a hint.
	Lookup(ctx context.Context, hints, telling []Key, limit int) ([]Fingerprint, error)
}

// FewestHints is how many hints make a candidate: on 3,600 held-out filings this
// loses two of ten thousand duplicates, and spares comparing those that share a
// common turn of phrase.
const FewestHints = 3
