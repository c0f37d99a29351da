package app

import (
	"context"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/cmd/internal/config"
)

// openBlobs opens the store of the originals.
func openBlobs(ctx context.Context, c config.Intake) (blobstore.Store, error) {
	s, err := blobstore.Open(ctx, c.BlobURL, blobstore.Keys{Access: string(c.BlobAccess), Secret: string(c.BlobSecret)})
	if err != nil {
		return nil, cannot("no se pueden usar los originales de "+c.BlobURL+" (SVC_BLOB_URL)", err)
	}
	return s, nil
}
