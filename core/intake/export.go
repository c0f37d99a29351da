package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Export implements ports.Spreadsheets. It completes the workbook in a temporary file before it
// returns any of it, so a failure is reported as an error instead of a truncated download.
func (s *Spreadsheets) Export(ctx context.Context, _ account.Actor, r document.ExportRequest) (made document.Export, err error) {
	if err := r.Filter.Validate(); err != nil {
		return made, err
	}
	file, err := os.CreateTemp(s.TempDir, "cotejo-*.xlsx")
	if err != nil {
		return made, fmt.Errorf("exporting: %w", err)
	}
	content := temporary{file}
	defer func() {
		if err != nil {
			err = errors.Join(err, content.Close())
		}
	}()
	writer := s.WorkbookWriter
	if r.CSV {
		writer = s.CSVWriter
	}
	err = writer.Write(ctx, inSpace(file, r.Space), spreadsheet.Register(), func(add func([]spreadsheet.Cell) error) error {
		return s.Documents.EachPaired(ctx, r.Filter.At(document.DayOf(s.Now())), func(d *document.Document, earlier []document.EarlierPair) error {
			if r.Step != nil {
				if err := r.Step(); err != nil {
					return err
				}
			}
			made.Documents++
			row := spreadsheet.RowOf(d)
			spreadsheet.SetPairs(row, earlier)
			if r.OriginalURL != nil && d.OriginalKey != "" {
				spreadsheet.LinkOriginal(row, r.OriginalURL(d.ID))
			}
			return add(row)
		})
	})
	if err != nil {
		return made, fmt.Errorf("exporting: %w", err)
	}
	if made.Documents == 0 {
		return made, fault.New(fault.NotFound, "nothing_to_export",
			"No hay documentos para exportar en esas fechas; amplíe el rango o quite las fechas.")
	}
	if made.Size, err = file.Seek(0, io.SeekEnd); err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return made, fmt.Errorf("exporting: %w", err)
	}
	made.Content = content
	return made, nil
}
