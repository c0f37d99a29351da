package docket

import (
	"context"

	"github.com/cotejo/cotejo/core/sheet"
)

// Import is a workbook of cases and subjects on its way in.
type Import struct {
	// Rows hands every row of the workbook to visit, as
	// ports.WorkbookReader does.
	Rows    func(ctx context.Context, visit func(sheet.Row) error) error
	CourtID string // of cases whose rows name no court; may be empty

	CreateCourts bool // register courts whose names nobody knows

	DryRun bool // tell what would be done, and change nothing
	Strict bool // refuse a workbook with columns that would be ignored
}

// ImportReport tells what came of an import, of cases and of subjects apart: a
// row may be of both. Known ones are skipped.
type ImportReport struct {
	Cases, Subjects sheet.Report

	Courts         []string // names of courts that were registered
	IgnoredColumns []string // headers, sheet by sheet, from left to right
}
