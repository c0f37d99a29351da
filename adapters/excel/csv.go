package excel

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/ports"
)

// CSV writes the rows of a sheet as comma-separated values (RFC 4180) in UTF-8
// with a byte order mark, by which Excel recognises it. Times are those of
// Colombia. What a program would take for a formula has an apostrophe before it, see harmless. CSV is safe for concurrent use.
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
	case c.Kind == spreadsheet.Text:
		return harmless(c.Value), nil
	}
	return c.Value, nil
}

// formulaStart is where a program may find the beginning of a formula: at that of a value, or behind what programs cut rows at
// where they are set to (Excel in Colombia cuts at semicolons, and then takes no notice of quotes within a cell), with
// blanks and quotes before the sign.
var formulaStart = regexp.MustCompile(`(^|[,;|\t\r\n])([\s\p{Z}\p{Cf}"]*)([=+\-@＝＋－＠﹦﹢﹣﹫])`)

// harmless returns a text in which no formula begins, however a program cuts it.
func harmless(s string) string {
	if !strings.ContainsAny(s, "=+-@＝＋－＠﹦﹢﹣﹫") {
		return s
	}
	return formulaStart.ReplaceAllString(s, "$1$2'$3")
}

func csvFailed(err error) error {
	if err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}
