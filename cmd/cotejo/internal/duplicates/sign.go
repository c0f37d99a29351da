package duplicates

import (
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/core/batchdedup"
)

// signingSpeed is the line that --signatures-only prints.
type signingSpeed struct {
	Documents int64   `json:"documents"`
	Failed    int64   `json:"failed"`
	Bytes     int64   `json:"bytes"`
	Workers   int     `json:"workers"`
	Seconds   float64 `json:"seconds"`
	MBPerS    float64 `json:"mb_per_s"`
}

// sign signs all texts and reports how fast that went, reading included.
func (o *dedupOptions) sign(c *cobra.Command, all *collection.Collection, display *cli.Display) error {
	workers := o.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	start := time.Now()
	signed, err := batchdedup.Sign(c.Context(), all, workers, func(documents int64) { display.Reached(int(documents), "") })
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	display.Close()
	out := newLines("", c.OutOrStdout())
	if err := out.write(signingSpeed{signed.Documents, signed.Failed, signed.Bytes, workers,
		cli.Rounded(seconds), cli.Rounded(float64(signed.Bytes) / 1e6 / seconds)}); err != nil {
		return err
	}
	if err := out.finish(); err != nil {
		return err
	}
	if signed.Failed > 0 {
		return cli.ErrSomeFailed
	}
	return nil
}
