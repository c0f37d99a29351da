package duplicates

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// compare finds the pairs, and the groups when they are asked for.
func (o *dedupOptions) compare(
	c *cobra.Command,
	all *collection.Collection,
	room ports.Spill,
	detection dedup.Config,
	display *cli.Display,
) (batchdedup.Summary, error) {
	detector, err := dedup.NewDetector(detection)
	if err != nil {
		return batchdedup.Summary{}, err
	}
	b := batchdedup.Batch{Job: o.job(all, detection), Detector: detector, Spill: room, Workers: o.workers,
		Progress: stages(display, all.Bytes()),
		Fault: func(_ int, err error) {
			display.Print(func(w io.Writer) { cli.Say(w, cli.MessageOf(err)) })
		},
	}
	if !o.noExtraction {
		ensemble, err := ner.NewEnsemble(ner.DefaultConfig())
		if err != nil {
			return batchdedup.Summary{}, err
		}
		b.Extract = func(ctx context.Context, text string) (dedup.Parties, error) {
			found, err := ensemble.ExtractContext(ctx, text)
			return found.Parties(), err
		}
	}
	pairs, err := openLines(o.out, c.OutOrStdout())
	if err != nil {
		return batchdedup.Summary{}, err
	}
	defer pairs.close()
	var clusters *lines
	var emit func(batchdedup.Cluster) error
	if o.clusters != "" {
		if clusters, err = openLines(o.clusters, nil); err != nil {
			return batchdedup.Summary{}, err
		}
		defer clusters.close()
		if err := clusters.Rewind(0); err != nil {
			return batchdedup.Summary{}, err
		}
		emit = func(g batchdedup.Cluster) error { return clusters.write(clusterLineOf(g)) }
	}
	done, err := b.Run(c.Context(), all, pairs, emit)
	if errors.Is(err, batchdedup.ErrOtherJob) {
		return done, fault.New(fault.Conflict, "other_work",
			"La carpeta de trabajo guarda el avance de otra orden, o las entradas cambiaron; bórrela o indique otra con --work.")
	}
	if err != nil {
		return done, err
	}
	if err := pairs.finish(); err != nil {
		return done, err
	}
	if clusters != nil {
		return done, clusters.finish()
	}
	return done, nil
}

// job returns a digest of the files and the options. A command continues interrupted work only if the
// digest is the same.
func (o *dedupOptions) job(all *collection.Collection, detection dedup.Config) []byte {
	out, _ := filepath.Abs(o.out)
	sum := sha256.Sum256(fmt.Appendf(all.Identity(), "%+v %v %v %q %d", detection, o.noExtraction, o.clusters != "", out, dedup.Format))
	return sum[:]
}
