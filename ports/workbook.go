package ports

import (
	"context"
	"io"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sheet"
)

// Spreadsheets carries documents out to spreadsheets. It is an inbound port.
type Spreadsheets interface {
	// Export makes a workbook of the documents that f takes, oldest first, and
	// returns it whole; the caller closes it, and then it is gone. Faults:
	// NotFound when there are none, Unprocessable for a filter that nothing can
	// pass.
	Export(ctx context.Context, by account.Actor, f document.Filter) (document.Export, error)
}

// WorkbookWriter writes the register of documents as a workbook.
type WorkbookWriter interface {
	// Write writes the headers, then every row that rows adds: a cell a column
	// of sheet.Columns, not kept. What rows returns is returned; w is of no use
	// then.
	Write(ctx context.Context, w io.Writer, rows func(add func([]sheet.Cell) error) error) error
}
