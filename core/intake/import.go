package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/ports"
)

// SpreadsheetsDeps are the dependencies of Spreadsheets; all are required but ExtraTypes and TempDir.
type SpreadsheetsDeps struct {
	Tx          ports.Transactor
	Documents   ports.Documents
	Loader      ports.Loader // for ImportTexts
	Index       dedup.Index
	Recurrences ports.Recurrences
	Changes     ports.History
	Claims      ports.Claims
	Gate        *Gate
	Comparer    *Comparer
	Extraction  *Extraction

	WorkbookReader ports.WorkbookReader
	WorkbookWriter ports.WorkbookWriter
	CSVWriter      ports.WorkbookWriter

	ExtraTypes []document.Type // of documents, beside document.Types
	TempDir    string          // for workbooks on their way; the system's
	Now        func() time.Time
	NewID      func() string // UUIDv7
	Logger     *slog.Logger
}

// Spreadsheets implements ports.Spreadsheets. It is safe for concurrent use.
type Spreadsheets struct {
	SpreadsheetsDeps
	keys    idempotency.Keys
	imports imports
}

var _ ports.Spreadsheets = (*Spreadsheets)(nil)

// NewSpreadsheets returns a service over deps.
func NewSpreadsheets(deps SpreadsheetsDeps) *Spreadsheets {
	return &Spreadsheets{SpreadsheetsDeps: deps, keys: idempotency.Keys{Claims: deps.Claims, Now: deps.Now}}
}

// Import implements ports.Spreadsheets. It copies the workbook to a temporary file first:
// workbooks are read from their end, and the copy proves that the whole multipart form arrived.
func (s *Spreadsheets) Import(ctx context.Context, by account.Actor, in spreadsheet.Import) (spreadsheet.Report, error) {
	if err := s.Gate.room(ctx); err != nil {
		return spreadsheet.Report{}, err
	}
	if !spreadsheet.IsWorkbookName(in.FileName) {
		return spreadsheet.Report{}, fault.New(fault.Unprocessable, "not_a_spreadsheet",
			"El nombre del archivo no termina en .xlsx ni .xls; guarde la tabla como libro de Excel (.xlsx) y envíela.")
	}
	file, sum, err := s.spool(in)
	if err != nil {
		return spreadsheet.Report{}, err
	}
	defer os.Remove(file)
	opts, err := in.Options()
	if err != nil {
		return spreadsheet.Report{}, err
	}
	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return spreadsheet.Report{}, err
	}
	digest := idempotency.Digest("import", sum, fmt.Sprint(opts))
	done, end := s.imports.begin(by.Username, in.Key)
	defer end()
	return idempotency.Do(ctx, &s.keys, by.Username, in.Key, digest, func(note func(context.Context, spreadsheet.Report) error) (spreadsheet.Report, error) {
		i := &importing{Spreadsheets: s, by: by, detector: detector, ImportOptions: opts, done: func(rows int) {
			done(rows)
			if in.Progress != nil {
				in.Progress(rows)
			}
		},
			step: in.Step, own: map[string]bool{}, claimed: map[document.Key][]string{}}
		if opts.Strict {
			if err := i.check(ctx, file); err != nil {
				return spreadsheet.Report{}, err
			}
		}
		if err := i.run(ctx, file, note); err != nil {
			return spreadsheet.Report{}, err
		}
		s.Logger.InfoContext(ctx, "spreadsheet imported", "by", by.Username, "rows", i.report.Rows, "imported", i.report.Imported,
			"updated", i.report.Updated, "skipped", i.report.Skipped, "failed", i.report.Failed, "dry_run", opts.DryRun)
		return i.report, nil
	})
}

// spool copies a workbook to a temporary file and returns its SHA-256.
func (s *Spreadsheets) spool(in spreadsheet.Import) (name, sum string, err error) {
	file, err := os.CreateTemp(s.TempDir, "cotejo-*"+strings.ToLower(path.Ext(in.FileName)))
	if err != nil {
		return "", "", fmt.Errorf("importing: %w", err)
	}
	content := newUpload(in.Content, in.MaxBytes)
	_, err = io.Copy(file, content)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		return file.Name(), content.digest(), nil
	}
	err = errors.Join(err, os.Remove(file.Name()))
	if content.err != nil {
		err = content.explain(err)
	}
	return "", "", fmt.Errorf("importing: %w", err)
}

const (
	// perImport is how many rows one transaction stores. Most rows change the same index pages, so
	// large batches write those less often; smaller ones keep other writers waiting at most a
	// second or two.
	perImport = 3000
	// perImportText is how many bytes of text one transaction stores: cells that share a long text
	// make a small workbook of it. The index of a megabyte takes a tenth of a second.
	perImportText = 1 << 20
	// sampledRows is how many rows below the headers are searched for sample values.
	sampledRows = 20
)

// run imports the sheets that have the needed headers.
func (i *importing) run(ctx context.Context, file string, note func(context.Context, spreadsheet.Report) error) error {
	err := i.rows(ctx, file, func(r spreadsheet.Row) error {
		if i.step != nil {
			if err := i.step(); err != nil {
				return err
			}
		}
		if i.read(r); len(i.batch) < perImport && i.batchText < perImportText {
			return nil
		}
		return i.flush(ctx, nil)
	})
	if refused, ok := fault.As(err); ok && i.DryRun && i.report.Layout.Problem == "" && i.best.Row > 0 && refused.Kind == fault.Unprocessable {
		// A person can say what the columns are, once it is known what stands in them.
		return i.preview(ctx, file, refused.Message)
	}
	if err != nil {
		return err
	}
	return i.flush(ctx, note)
}

// check returns a fault if the import would ignore a part of the workbook.
func (i *importing) check(ctx context.Context, file string) error {
	err := i.rows(ctx, file, func(r spreadsheet.Row) error { i.header.Inspect(r); return nil })
	if err != nil {
		return err
	}
	i.report.IgnoredColumns = i.ignoredColumns()
	if what := i.report.Ignored(); what != "" {
		return spreadsheet.ErrIgnored(what)
	}
	return nil
}

// preview reads the row most similar to headers and the first rows below it, so that a person can
// assign the columns.
func (i *importing) preview(ctx context.Context, file, problem string) error {
	i.report = spreadsheet.Report{Layout: spreadsheet.MapHeader(i.best.row, i.Mapping).Layout(i.best.row)}
	i.report.Layout.Problem = problem
	left := sampledRows
	return i.WorkbookReader.Rows(ctx, file, func(r spreadsheet.Row) error {
		if r.Sheet != i.best.row.Sheet || r.Number <= i.best.row.Number {
			return nil
		}
		if left--; left < 0 {
			return spreadsheet.ErrEnough
		}
		i.report.Layout.Sample(r)
		return nil
	})
}

// nearest is the row most similar to headers, with its score.
type nearest struct {
	spreadsheet.Header
	row   spreadsheet.Row
	texts int
}

// see replaces the best row by r if r has more known columns, or as many and more text cells.
func (n *nearest) see(r spreadsheet.Row, h spreadsheet.Header) {
	texts := 0
	for _, c := range r.Cells {
		if c.Kind == spreadsheet.Text && !c.IsBlank() {
			texts++
		}
	}
	if n.Row == 0 || h.KnownColumns() > n.KnownColumns() || h.KnownColumns() == n.KnownColumns() && texts > n.texts {
		r.Cells = slices.Clone(r.Cells)
		*n = nearest{h, r, texts}
	}
}

// rows calls visit for the rows of each visible sheet that has the required headers, or of the one
// whose headers the mapping names. The report lists these sheets, and the others that have rows.
func (i *importing) rows(ctx context.Context, file string, visit func(spreadsheet.Row) error) error {
	i.best, i.header, i.headers = nearest{}, nil, nil
	i.report.Sheets, i.report.IgnoredSheets = nil, nil
	tables := spreadsheet.Tables{
		Match: i.match, Begin: i.begin, Visit: visit,
		Numbers:  func() []int { return i.header.Numbers() },
		Anywhere: i.Mapping.Row > 0,
	}
	if err := i.WorkbookReader.Rows(ctx, file, tables.Take); err != nil {
		return err
	}
	sheets, err := tables.End()
	if err != nil {
		return err
	}
	if len(i.headers) == 0 {
		return spreadsheet.NoHeader(i.best.Header)
	}
	taken := 0
	for _, s := range sheets {
		if s.Taken {
			i.report.Sheets[taken].Rows = s.Rows
			taken++
		} else {
			i.report.IgnoredSheets = append(i.report.IgnoredSheets, s)
		}
	}
	return nil
}

// match implements Tables.Match. A later sheet with headers twice is left out; the first is
// refused, so that somebody mends it.
func (i *importing) match(r spreadsheet.Row) (known int, complete bool) {
	if i.Mapping.Row > 0 && (r.Sheet+1 != i.Mapping.Sheet || r.Number != i.Mapping.Row) {
		return 0, false
	}
	h := spreadsheet.MapHeader(r, i.Mapping)
	if len(i.headers) == 0 {
		i.best.see(r, h)
	}
	return h.KnownColumns(), len(h.Missing()) == 0 && (len(i.headers) == 0 || len(h.RepeatedColumns()) == 0)
}

// begin implements Tables.Begin.
func (i *importing) begin(r spreadsheet.Row) error {
	h := spreadsheet.MapHeader(r, i.Mapping)
	if len(h.RepeatedColumns()) > 0 {
		i.best = nearest{Header: h, row: r}
		return spreadsheet.RepeatedHeader(h)
	}
	if i.header = &h; len(i.headers) == 0 {
		i.report.Layout = h.Layout(r)
	}
	i.headers = append(i.headers, &h)
	i.report.Sheets = append(i.report.Sheets, spreadsheet.TakenSheet{Name: r.SheetName, Type: h.SheetType()})
	return nil
}

// ignoredColumns names the columns of all sheets from which nothing is taken, each once.
func (i *importing) ignoredColumns() []string {
	names := []string{}
	for _, h := range i.headers {
		for _, name := range h.IgnoredColumns() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
