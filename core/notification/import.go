package notification

import (
	"context"

	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Import is a workbook of cases and subjects to import.
type Import struct {
	// Rows calls visit for every row of the workbook, as ports.WorkbookReader does.
	Rows    func(ctx context.Context, visit func(spreadsheet.Row) error) error
	CourtID string // of cases whose rows name no court; may be empty

	CreateCourts bool // register unknown courts

	DryRun bool // report what would change, but change nothing
	Strict bool // refuse a workbook with columns that would be ignored
}

// ImportReport counts the cases and subjects of an import separately: a row may have both. Known
// ones are skipped.
type ImportReport struct {
	Cases, Subjects spreadsheet.Report

	Courts         []string            // names of courts that were registered
	IgnoredColumns []string            // headers, sheet by sheet, from left to right
	IgnoredSheets  []spreadsheet.Sheet // with rows: hidden ones, and those without headers
}

// Ignored describes what of the workbook is ignored; "" when nothing is.
func (r ImportReport) Ignored() string {
	return spreadsheet.Report{IgnoredColumns: r.IgnoredColumns, IgnoredSheets: r.IgnoredSheets}.Ignored()
}
