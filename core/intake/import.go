package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/once"
	"github.com/cotejo/cotejo/core/sheet"
)

// Import implements ports.Spreadsheets. The workbook is put into a temporary
// file first, since its format is read from its end; the form around it has
// then been read whole as well, and is known to be one.
func (s *Service) Import(ctx context.Context, by account.Actor, in sheet.Import) (sheet.Report, error) {
	if err := s.room(ctx); err != nil {
		return sheet.Report{}, err
	}
	if !sheet.IsWorkbookName(in.FileName) {
		return sheet.Report{}, fault.New(fault.Unprocessable, "not_a_spreadsheet",
			"El nombre del archivo no termina en .xlsx ni .xls; guarde la tabla como libro de Excel (.xlsx) y envíela.")
	}
	file, sum, err := s.spool(in)
	if err != nil {
		return sheet.Report{}, err
	}
	defer os.Remove(file)
	update, err := in.Update()
	if err != nil {
		return sheet.Report{}, err
	}
	strict, err := in.Strict()
	if err != nil {
		return sheet.Report{}, err
	}
	detector, err := s.compare.current(ctx)
	if err != nil {
		return sheet.Report{}, err
	}
	digest := once.Digest("import", sum, strconv.FormatBool(update), strconv.FormatBool(strict), strconv.FormatBool(in.DryRun))
	return once.Do(ctx, &s.keys, by.Username, in.Key, digest, func(note func(context.Context, sheet.Report) error) (sheet.Report, error) {
		i := &importing{Service: s, by: by, detector: detector, update: update, dryRun: in.DryRun, progress: in.Progress,
			own: map[string]bool{}, claimed: map[document.Key][]string{}}
		if strict {
			if err := i.check(ctx, file); err != nil {
				return sheet.Report{}, err
			}
		}
		if err := i.run(ctx, file, note); err != nil {
			return sheet.Report{}, err
		}
		s.Logger.InfoContext(ctx, "spreadsheet imported", "by", by.Username, "rows", i.report.Rows, "imported", i.report.Imported,
			"updated", i.report.Updated, "skipped", i.report.Skipped, "failed", i.report.Failed, "dry_run", in.DryRun)
		return i.report, nil
	})
}

// spool puts a workbook into a temporary file and returns its SHA-256.
func (s *Service) spool(in sheet.Import) (name, sum string, err error) {
	file, err := os.CreateTemp(s.opts.TempDir, "cotejo-*"+strings.ToLower(path.Ext(in.FileName)))
	if err != nil {
		return "", "", fmt.Errorf("importing: %w", err)
	}
	hash := sha256.New()
	content := &noted{r: in.Content}
	_, err = io.Copy(io.MultiWriter(file, hash), content)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		return file.Name(), hex.EncodeToString(hash.Sum(nil)), nil
	}
	err = errors.Join(err, os.Remove(file.Name()))
	if _, known := fault.As(err); content.failed && !known {
		err = fault.Wrap(err, fault.Unprocessable, "upload_interrupted", "El archivo no llegó completo; vuelva a enviarlo.")
	}
	return "", "", fmt.Errorf("importing: %w", err)
}

// noted remembers whether it was the reading that failed.
type noted struct {
	r      io.Reader
	failed bool
}

func (n *noted) Read(p []byte) (int, error) {
	got, err := n.r.Read(p)
	n.failed = err != nil && !errors.Is(err, io.EOF)
	return got, err
}

const (
	// perImport is how many rows are taken in in one transaction: so many that
	// the pages of the indexes, which nearly every row changes, are not written
	// again and again; so few that others wait no longer than a second or two.
	perImport = 3000
	// maxTitles is how many rows may stand above the headers.
	maxTitles = 10
)

// run imports the first sheet that has the needed headers.
func (i *importing) run(ctx context.Context, file string, note func(context.Context, sheet.Report) error) error {
	err := i.rows(ctx, file, func(r sheet.Row) error {
		if i.read(r); len(i.batch) < perImport {
			return nil
		}
		if err := i.flush(ctx, nil); err != nil || i.progress == nil {
			return err
		}
		i.progress(i.report.Rows)
		return nil
	})
	if err != nil {
		return err
	}
	return i.flush(ctx, note)
}

// check is a fault when something of the workbook would be ignored.
func (i *importing) check(ctx context.Context, file string) error {
	err := i.rows(ctx, file, func(r sheet.Row) error { i.header.Inspect(r); return nil })
	if err != nil {
		return err
	}
	i.report.IgnoredColumns = i.header.IgnoredColumns()
	if what := i.report.Ignored(); what != "" {
		return sheet.ErrIgnored(what)
	}
	return nil
}

// rows finds the first sheet with the needed headers and hands the rows below
// them to visit. Other sheets that have them as well are noted in the report.
func (i *importing) rows(ctx context.Context, file string, visit func(sheet.Row) error) error {
	var best sheet.Header
	taken, current, titles := -1, -1, 0 // sheets, and how many rows of the current one were seen
	i.report.IgnoredSheets = nil
	err := i.WorkbookReader.Rows(ctx, file, func(r sheet.Row) error {
		if r.Sheet != current {
			current, titles = r.Sheet, 0
		}
		if current == taken {
			return visit(r)
		}
		if titles++; titles > maxTitles {
			return nil
		}
		h := sheet.MatchHeader(r)
		if h.Known() > best.Known() {
			best = h
		}
		switch {
		case len(h.Missing()) > 0:
			return nil
		case taken >= 0:
			i.report.IgnoredSheets = append(i.report.IgnoredSheets, current+1)
			titles = maxTitles
			return nil
		case len(h.RepeatedColumns()) > 0:
			return sheet.RepeatedHeader(h)
		}
		taken, i.header = current, h
		return nil
	})
	if err == nil && taken < 0 {
		return sheet.NoHeader(best)
	}
	return err
}
