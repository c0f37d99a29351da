package batchdedup

import (
	"context"

	"github.com/cotejo/cotejo/core/minhash"
)

// Signed counts what was signed.
type Signed struct {
	Documents, Failed int64
	Bytes             int64 // of the texts
}

// Sign signs every text of a collection and keeps nothing: what it takes is
// reading and signing alone.
func Sign(ctx context.Context, c Collection, workers int, progress func(documents int64)) (Signed, error) {
	var total Signed
	signers := make(chan *minhash.Signer, workers)
	for range workers {
		signers <- new(minhash.Signer)
	}
	work := func(items []Item) (some Signed) {
		signer := <-signers
		defer func() { signers <- signer }()
		for _, item := range items {
			d, err := item.Read()
			if err != nil {
				some.Failed++
				continue
			}
			signer.Shingles(d.Text)
			some.Documents++
			some.Bytes += int64(len(d.Text))
		}
		return some
	}
	err := pipeline(ctx, workers, items(c, 0), work, func(some Signed) error {
		total.Documents += some.Documents
		total.Failed += some.Failed
		total.Bytes += some.Bytes
		progress(total.Documents)
		return nil
	})
	return total, err
}
