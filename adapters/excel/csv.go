package excel

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/ports"
)

// CSV writes the rows of a sheet as comma-separated values (RFC 4180) in UTF-8
// with a byte order mark, by which Excel recognises it. Times are those of
// Colombia. A text that Excel would take for a formula begins with an
// apostrophe. CSV is safe for concurrent use.
type CSV struct{}

var _ ports.WorkbookWriter = CSV{}

// Write implements ports.WorkbookWriter.
func (CSV) Write(ctx context.Context, out io.Writer, table spreadsheet.Table, rows func(add func([]spreadsheet.Cell) error) error) error {
	if _, err := io.WriteString(out, "\ufeff"); err != nil {
		return csvFailed(err)
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	record := make([]string, len(table.Columns))
	for i, c := range table.Columns {
		record[i] = c.Label
	}
	if err := w.Write(record); err != nil {
		return csvFailed(err)
	}
	err := rows(func(cells []spreadsheet.Cell) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(record)
		for i, c := range cells {
			value, err := plainValue(c)
			if err != nil {
				return csvFailed(err)
			}
			record[i] = value
		}
		return csvFailed(w.Write(record))
	})
	if err != nil {
		return err
	}
	w.Flush()
	return csvFailed(w.Error())
}

func plainValue(c spreadsheet.Cell) (string, error) {
	switch {
	case c.Kind == spreadsheet.Date:
		t, ok := c.Time()
		if !ok {
			return "", fmt.Errorf("%q is not a date", c.Value)
		}
		return t.In(document.Colombia()).Format("2006-01-02 15:04:05"), nil
	case c.Kind == spreadsheet.Text && looksLikeFormula(c.Value):
		return "'" + c.Value, nil
	}
	return c.Value, nil
}

func csvFailed(err error) error {
	if err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}
