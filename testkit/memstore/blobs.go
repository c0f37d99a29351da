package memstore

import (
	"bytes"
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

var (
	errBlobNotFound = fault.New(fault.NotFound, "original_not_found", "El archivo original no está disponible. Cárguelo de nuevo si lo necesita.")
	errBlobKey      = fault.New(fault.Invalid, "invalid_blob_key", "Error interno: la clave del archivo original no es válida.")
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

// Put implements ports.Blobs.
func (b *Blobs) Put(ctx context.Context, key string, r io.Reader) error {
	if !validKey(key) {
		return errBlobKey
	}
	var content bytes.Buffer
	if _, err := io.Copy(&content, untilDone{ctx, r}); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.content[key] = blob{content.Bytes(), time.Now()}
	return nil
}

// Open implements ports.Blobs.
func (b *Blobs) Open(_ context.Context, key string) (io.ReadCloser, int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	found, ok := b.content[key]
	if !ok {
		return nil, 0, errBlobNotFound
	}
	return io.NopCloser(bytes.NewReader(found.bytes)), int64(len(found.bytes)), nil
}

// Delete implements ports.Blobs.
func (b *Blobs) Delete(_ context.Context, key string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.content[key]; !ok {
		return errBlobNotFound
	}
	delete(b.content, key)
	return nil
}

// Each implements ports.Blobs, in the order of keys.
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

// validKey holds keys to the rules of stores in which they name files.
func validKey(key string) bool {
	for name := range strings.SplitSeq(key, "/") {
		if name == "" || name[0] == '.' || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
			return false
		}
	}
	return len(key) <= 512
}

// untilDone is a reader that fails once ctx is done.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}
