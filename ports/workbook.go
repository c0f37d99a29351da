package ports

import (
	"context"
	"io"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/casefile"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Spreadsheets carries documents out to spreadsheets. It is an inbound port.
type Spreadsheets interface {
	// Export returns a workbook of the documents that r accepts, oldest first; closing it deletes
	// it. Faults: NotFound if there are none, Unprocessable for a filter that no document can
	// satisfy.
	Export(ctx context.Context, by account.Actor, r document.ExportRequest) (document.Export, error)
	// Import takes the rows of a workbook in, in transactions of a thousand:
	// what it did stays when it is cut off, and importing the same again goes on
	// from there. Rows that cannot be used are in the report, and keep no others
	// from being taken in. Faults: Unprocessable (no workbook, one that cannot
	// be read, no headers, a key that was used for another request), TooLarge,
	// Unavailable.
	//
	// A dry run of a workbook without headers reports its layout instead: see
	// spreadsheet.Layout.
	Import(ctx context.Context, by account.Actor, in spreadsheet.Import) (spreadsheet.Report, error)
	// ImportProgress returns how many rows of an import under way are done: the one
	// that the user started with that key, on this server. Fault: NotFound.
	ImportProgress(ctx context.Context, by account.Actor, key string) (rows int, err error)
}

// CaseFiles makes the electronic file of a case. It is an inbound port.
type CaseFiles interface {
	// CaseFile makes an archive with the originals of the documents that r names, laid
	// out as courts keep them, and an index. It returns the archive, which the caller
	// closes, and its name. Faults: NotFound, Unprocessable (no documents, too many, of
	// different cases, one without an original, an unknown stage).
	CaseFile(ctx context.Context, by account.Actor, r casefile.Request) (archive document.Export, name string, err error)
}

// WorkbookReader reads workbooks. It survives hostile files.
type WorkbookReader interface {
	// Rows calls visit with every row that is not blank, sheet by sheet, and keeps none. An error
	// of visit ends the reading and is returned, except spreadsheet.ErrEnough, which ends it
	// without error. Faults: Unprocessable for a file that is not a workbook, is damaged,
	// encrypted or too large; Unavailable if the reader cannot start.
	Rows(ctx context.Context, path string, visit func(spreadsheet.Row) error) error
}

// WorkbookWriter writes workbooks of one sheet.
type WorkbookWriter interface {
	// Write writes the headers of the table, then every row that rows adds, one cell for each
	// column. It returns the error of rows; w is invalid then.
	Write(ctx context.Context, w io.Writer, table spreadsheet.Table, rows func(add func([]spreadsheet.Cell) error) error) error
}
