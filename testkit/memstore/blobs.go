package memstore

import (
	"bytes"
	"context"
	"io"
	"maps"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Blobs implements ports.Blobs. It is safe for concurrent use.
type Blobs struct {
	mu      sync.Mutex
	content map[string]blob
}

type blob struct {
	bytes    []byte // never changed
	modified time.Time
}

// NewBlobs returns an empty store.
func NewBlobs() *Blobs { return &Blobs{content: map[string]blob{}} }

// validKey is the rule of stores in which keys name files.
var validKey = regexp.MustCompile(`^[\w-][\w.-]*(/[\w-][\w.-]*)*$`)

func (b *Blobs) Put(ctx context.Context, key string, r io.Reader) error {
	if !validKey.MatchString(key) || len(key) > 512 {
		return fault.New(fault.Invalid, "invalid_blob_key", "La clave del archivo original no es válida.")
	}
	content, err := io.ReadAll(untilDone{ctx, r})
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.content[key] = blob{content, time.Now()}
	return nil
}

func (b *Blobs) Open(_ context.Context, key string) (io.ReadCloser, int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	found, ok := b.content[key]
	if !ok {
		return nil, 0, notFound("original_not_found")
	}
	return io.NopCloser(bytes.NewReader(found.bytes)), int64(len(found.bytes)), nil
}

func (b *Blobs) Delete(_ context.Context, key string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.content[key]; !ok {
		return notFound("original_not_found")
	}
	delete(b.content, key)
	return nil
}

func (b *Blobs) Each(ctx context.Context, visit func(key string, modified time.Time) error) error {
	b.mu.Lock()
	all := maps.Clone(b.content)
	b.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(key, all[key].modified); err != nil {
			return err
		}
	}
	return nil
}

// untilDone is a reader that fails once ctx is done.
type untilDone struct {
	context.Context
	io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if err := u.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(p)
}
