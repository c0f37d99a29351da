package main

import (
	"context"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/document"
)

// readWith gives a collection what reads PDFs and workbooks. The caller closes
// that.
func readWith(c *cobra.Command, all *collection.Collection) (closeAll func(), err error) {
	loaded, err := load(c, config.Sources{NoServer: true})
	if err != nil {
		return nil, err
	}
	silent := slog.New(slog.DiscardHandler)
	pool, err := app.Readers(loaded.Intake, silent)
	if err != nil {
		return nil, err
	}
	workbooks, err := app.Workbooks(loaded.TempDir, silent)
	if err != nil {
		pool.Close()
		return nil, err
	}
	reader := resumingReader{pool, loaded.ReadAttempts}
	all.ReadWith(func(ctx context.Context, path string) (string, error) {
		r, err := reader.read(ctx, document.ReadRequest{Path: path}, func(int, int) {})
		return r.Text(), err
	}, workbooks)
	return func() {
		workbooks.Close()
		pool.Close()
	}, nil
}
