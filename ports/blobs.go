package ports

import (
	"context"
	"io"
	"time"
)

// Blobs stores originals by key. Keys are slash-separated and chosen by the service, never by
// a client. Unknown keys are faults of kind NotFound.
type Blobs interface {
	// Put stores what r yields under key. After it returns nil, the bytes survive a power cut;
	// after an error, nothing is stored.
	Put(ctx context.Context, key string, r io.Reader) error
	// Open returns the bytes and their number; the caller closes. They can be
	// read after ctx has ended.
	Open(ctx context.Context, key string) (io.ReadCloser, int64, error)
	Delete(ctx context.Context, key string) error
	// Each calls visit with every stored key and its time of change, until visit returns an error.
	Each(ctx context.Context, visit func(key string, modified time.Time) error) error
}

// LocalFiles is a Blobs whose objects are local files, so that readers need no copy.
type LocalFiles interface {
	// Path returns the file of key; ok is false when there is none.
	Path(key string) (path string, ok bool)
}

// RemoteBlobs is a Blobs that may be unreachable while the service runs.
type RemoteBlobs interface {
	// Ping reports whether the store can be used.
	Ping(ctx context.Context) error
}
