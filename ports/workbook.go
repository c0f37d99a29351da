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
	// Export makes a workbook of the documents that r asks for, oldest first, and
	// returns it whole; the caller closes it, and then it is gone. Faults:
	// NotFound when there are none, Unprocessable for a filter that nothing can
	// pass.
	Export(ctx context.Context, by account.Actor, r document.ExportRequest) (document.Export, error)
	// Import takes the rows of a workbook in, in transactions of a thousand:
	// what it did stays when it is cut off, and importing the same again goes on
	// from there. Rows that cannot be used are in the report, and keep no others
	// from being taken in. Faults: Unprocessable (no workbook, one that cannot
	// be read, no headers, a key that was used for another request), TooLarge,
	// Unavailable.
	Import(ctx context.Context, by account.Actor, in sheet.Import) (sheet.Report, error)
}

// WorkbookReader reads workbooks. Whatever a workbook does to it, the caller
// gets an answer.
type WorkbookReader interface {
	// Rows hands every row that is not blank to visit, sheet by sheet, and keeps
	// none of it. An error of visit ends the reading and is returned, but for
	// sheet.ErrEnough, which ends it well. Fault: Unprocessable for what is no
	// workbook, is damaged, encrypted or too large; Unavailable when there is
	// nothing to read it with.
	Rows(ctx context.Context, path string, visit func(sheet.Row) error) error
}

// WorkbookWriter writes workbooks of one sheet.
type WorkbookWriter interface {
	// Write writes the headers of the table, then every row that rows adds: a
	// cell a column, not kept. What rows returns is returned; w is of no use
	// then.
	Write(ctx context.Context, w io.Writer, table sheet.Table, rows func(add func([]sheet.Cell) error) error) error
}
