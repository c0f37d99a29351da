package duplicates

import (
	"context"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/batch"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/document"
)

// readWith gives a collection what reads PDFs and workbooks. The caller closes
// that.
func readWith(c *cobra.Command, all *collection.Collection) (closeAll func(), err error) {
	loaded, err := cli.Load(c, config.Sources{NoServer: true})
	if err != nil {
		return nil, err
	}
	reader, err := batch.Open(loaded)
	if err != nil {
		return nil, err
	}
	workbooks, err := app.Workbooks(loaded.TempDir, slog.New(slog.DiscardHandler))
	if err != nil {
		reader.Close()
		return nil, err
	}
	all.ReadWith(func(ctx context.Context, path string) (string, error) {
		r, err := reader.ReadAll(ctx, document.ReadRequest{Path: path}, func(int, int) {})
		return r.Text(), err
	}, workbooks)
	return func() {
		workbooks.Close()
		reader.Close()
	}, nil
}
