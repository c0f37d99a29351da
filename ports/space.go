package ports

import "context"

// Space reports the free space for documents.
type Space interface {
	// Free returns the free bytes of the fullest file system that is written to.
	Free(ctx context.Context) (int64, error)
}
