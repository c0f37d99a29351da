package spreadsheet

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// ErrEnough is the error that a visit returns to end the reading of rows without a failure.
var ErrEnough = errors.New("no more rows are wanted")

// Import is a workbook on its way in.
type Import struct {
	FileName string    // as the client named it
	Content  io.Reader // read once, to its end
	MaxBytes int64     // of Content; 0: no limit
	Key      string    // see document.Entry

	// Options returns the options of the import. It is called after Content has ended, since
	// a form may have them after the file.
	Options func() (ImportOptions, error)
	// Progress is called from time to time with the number of rows that are done; it may be nil.
	Progress func(rows int)
	// Step is called before each row, outside of transactions, and may wait, so that others are
	// served meanwhile. Its error ends the import. It may be nil.
	Step func() error
}

// ImportOptions say how a workbook is taken in.
type ImportOptions struct {
	Update  bool // known documents are to say what their rows do
	Strict  bool // refuse a workbook with columns that would be ignored
	DryRun  bool // report what would be done, and change nothing
	Mapping Mapping
}

// MaxErrors is how many faults a report lists; all are counted.
const MaxErrors = 1000

// Report reports what came of an import. Every row that is not blank is counted
// in Rows and in one of the others.
type Report struct {
	Rows     int
	Imported int // new documents
	Updated  int // known ones that say now what the row does
	Skipped  int // known ones, left as they were
	Failed   int
	Errors   []RowError // the first MaxErrors
	Notes    []RowError // of rows that were taken nonetheless; the first MaxErrors

	Layout Layout // where the headers stand, and how each column is understood

	Sheets         []TakenSheet // in the order of the workbook
	IgnoredColumns []string     // headers, from left to right
	IgnoredSheets  []Sheet      // with rows: hidden ones, and those without the needed headers
}

// TakenSheet is a sheet whose rows were read.
type TakenSheet struct {
	Name string
	Rows int           // below the headers
	Type document.Type // what its name says that its rows are; empty where they say so, or nothing does
}

// Fault is an error in a cell.
type Fault struct {
	Column  string // its name in JSON
	Header  string // what the sheet calls it; empty where it has none
	Message string // Spanish
	Value   string // what stands there, cut
}

// RowError is an error in a cell, with its row.
type RowError struct {
	Sheet string // its name
	Row   int    // as spreadsheet programs show it
	Fault
}

// Fail counts a row that failed.
func (r *Report) Fail(sheet string, row int, faults ...Fault) {
	r.Failed++
	for _, f := range faults {
		if len(r.Errors) < MaxErrors {
			r.Errors = append(r.Errors, RowError{sheet, row, f})
		}
	}
}

// Note adds remarks on a row that is taken nonetheless.
func (r *Report) Note(sheet string, row int, notes ...Fault) {
	for _, n := range notes {
		if len(r.Notes) < MaxErrors {
			r.Notes = append(r.Notes, RowError{sheet, row, n})
		}
	}
}

// Ignored describes what of the workbook is ignored; "" when nothing is.
func (r Report) Ignored() string {
	var parts []string
	if len(r.IgnoredColumns) > 0 {
		parts = append(parts, "columnas que no se entienden: "+strings.Join(r.IgnoredColumns, ", "))
	}
	for _, s := range r.IgnoredSheets {
		why := "no tiene los encabezados necesarios"
		if s.Hidden {
			why = "está oculta"
		}
		parts = append(parts, fmt.Sprintf("la hoja «%s», que %s (%d filas)", Abbreviate(s.Name), why, s.Rows))
	}
	return strings.Join(parts, "; ")
}

// ErrIgnored is the fault of a workbook of which something would be ignored.
func ErrIgnored(what string) error {
	return fault.New(fault.Unprocessable, "columns_ignored",
		"No se importó nada, porque se perdería: "+what+". Cambie el nombre de esos encabezados, quítelos, o importe sin el modo estricto.")
}

// IsWorkbookName reports whether a file name has the extension of a workbook.
func IsWorkbookName(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	return strings.HasSuffix(name, ".xlsx") || strings.HasSuffix(name, ".xlsm") || strings.HasSuffix(name, ".xls")
}

// NoHeader is the fault of a workbook in which no row of headers was found.
// best is the row that came nearest to one.
func NoHeader(best Header) error {
	missing := best.Missing()
	return fault.New(fault.Unprocessable, "headers_missing",
		fmt.Sprintf("Ninguna hoja tiene los encabezados necesarios; falta: %s. Escríbalos en la primera fila, en cualquier orden.", strings.Join(missing, ", ")))
}

// RepeatedHeader is the fault of a sheet in which headers are not clear.
func RepeatedHeader(h Header) error {
	return fault.New(fault.Unprocessable, "headers_repeated",
		fmt.Sprintf("Hay encabezados repetidos: %s. Deje uno de cada uno o cambie el nombre del otro.", strings.Join(h.RepeatedColumns(), "; ")))
}
