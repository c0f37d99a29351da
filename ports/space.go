package ports

import "context"

// Space tells how much room is left where documents are kept.
type Space interface {
	// Free returns the free bytes of the fullest place that is written to.
	Free(ctx context.Context) (int64, error)
}
