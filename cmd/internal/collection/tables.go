package collection

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/core/text"
)

// columns are the names of a table's columns, folded; others are those of
// partyFields or are ignored.
var columns = map[string]string{
	"id": "id", "text": "text", "texto": "text", "contenido": "text", "doc_type": "type", "tipo": "type", "tipo_documento": "type",
}

// rows yields the rows of a .csv file, whose first names the columns.
func (c *Collection) rows(i int, yield yield) bool {
	f := c.files[i]
	fail := func(format string, args ...any) bool {
		return yield(batchdedup.Item{}, fmt.Errorf("%s: "+format, append([]any{f.path}, args...)...))
	}
	file, err := os.Open(f.path)
	if err != nil {
		return fail("%w", err)
	}
	defer file.Close()
	reader, before := newTable(Decode(file, c.noteOn(f.path)))
	header, err := reader.Read()
	if err != nil {
		return fail("no es una tabla: %w", err)
	}
	if !readHeader(header) {
		if known(header) > 0 {
			return fail("%w", errRegister)
		}
		return fail("%w", errNoText)
	}
	for {
		row, err := reader.Read()
		line, _ := reader.FieldPos(0)
		line += before
		if errors.Is(err, io.EOF) {
			return true
		}
		var wrong *csv.ParseError
		if err != nil && !errors.As(err, &wrong) {
			return fail("no se pudo seguir leyendo: %w", err)
		}
		if err == nil && !slices.ContainsFunc(row, isFilled) {
			continue // Excel saves rows that were once used
		}
		more := yield(batchdedup.Item{Bytes: sizeOf(row), Read: func() (batchdedup.Document, error) {
			where := fmt.Sprintf("%s:%d", f.path, line)
			if err != nil {
				return batchdedup.Document{}, fmt.Errorf("%s: no es una fila válida: %w", where, err)
			}
			if slices.ContainsFunc(row[min(len(row), len(header)):], isFilled) {
				return batchdedup.Document{}, fmt.Errorf("%s: %w", where, errWide)
			}
			return c.rowDocument(header, row, where)
		}}, nil)
		if !more {
			return false
		}
	}
}

func isFilled(cell string) bool { return strings.TrimSpace(cell) != "" }

func isDamaged(cell string) bool { return strings.ContainsRune(cell, utf8.RuneError) }

// separatorLine is the first line that names the separator for Excel.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=([^"\r\n])"?\r?(?:\n|$)`)

// newTable returns a reader of a table, from its headers on, and how many lines stand before
// them. The separator is the one that the first line names, or else the one with which more
// headers are found.
func newTable(in io.Reader) (reader *csv.Reader, before int) {
	buffered := bufio.NewReaderSize(in, chunkSize)
	head, _ := buffered.Peek(chunkSize) // the reader meets the error again
	separators := []rune{',', ';', '\t'}
	if named := separatorLine.FindSubmatch(head); named != nil {
		separators = []rune(string(named[1]))
		head = head[len(named[0]):]
		buffered.Discard(len(named[0]))
		before = 1
	}
	var comma rune
	most := -1
	for _, separator := range separators {
		header, err := tableOf(bytes.NewReader(head), separator).Read()
		if found := known(header); err == nil && found > most {
			comma, most = separator, found
		}
	}
	return tableOf(buffered, cmp.Or(comma, ',')), before
}

func tableOf(in io.Reader, separator rune) *csv.Reader {
	r := csv.NewReader(in)
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator, -1, true
	return r
}

// known counts the headers that name a column of texts, IDs, types or parties.
func known(header []string) (n int) {
	for _, name := range header {
		name = text.Fold(strings.TrimSpace(name))
		if columns[name] != "" || partyFields[name] != nil {
			n++
		}
	}
	return n
}

var errWide = errors.New("tiene más celdas que los encabezados; los textos que contienen el separador van entre comillas")

var errNoText = errors.New("falta la columna «text» (o «texto»)")

// errRegister is the fault of a table of parties and numbers.
var errRegister = errors.New("falta la columna «text» (o «texto»); si es un registro de documentos, guárdelo en Excel como .xlsx y tómelo con «cotejo import»")

// readHeader folds the names of columns and reports whether one is of texts.
func readHeader(header []string) bool {
	for k, name := range header {
		header[k] = text.Fold(strings.TrimSpace(name))
	}
	return slices.ContainsFunc(header, func(name string) bool { return columns[name] == "text" })
}

func sizeOf(row []string) (size int) {
	for _, cell := range row {
		size += len(cell)
	}
	return size
}

func (c *Collection) rowDocument(header, row []string, where string) (batchdedup.Document, error) {
	d, err := c.document(rowInput(header, row), where)
	if err == nil && !d.Read {
		err = c.keepText(&d)
	}
	return d, err
}

// errStop ends a walk over a workbook whose rows are no longer wanted.
var errStop = errors.New("no more items are wanted")

// sheetRows yields the rows of the first sheet of a workbook, whose first names
// the columns.
func (c *Collection) sheetRows(ctx context.Context, i int, yield yield) bool {
	f := c.files[i]
	var header []string
	note := c.noteOn(f.path)
	more := true
	err := c.options.Workbooks.Rows(ctx, f.path, func(r spreadsheet.Row) error {
		if r.Sheet > 0 || r.IsBlank() {
			return nil
		}
		row := make([]string, len(r.Cells))
		for k, cell := range r.Cells {
			row[k] = cell.Value
		}
		if header == nil {
			if header = row; !readHeader(header) {
				return errNoText
			}
			return nil
		}
		if note != nil && slices.ContainsFunc(row, isDamaged) {
			note(NoteDamaged)
			note = nil
		}
		where := fmt.Sprintf("%s:%d", f.path, r.Number)
		more = yield(batchdedup.Item{Bytes: sizeOf(row), Read: func() (batchdedup.Document, error) { return c.rowDocument(header, row, where) }}, nil)
		if !more {
			return errStop
		}
		return nil
	})
	if err != nil && more {
		return yield(batchdedup.Item{}, fmt.Errorf("%s: %w", f.path, err))
	}
	return more
}

func rowInput(header, row []string) (in input) {
	var p dedup.Parties
	for k, cell := range row[:min(len(row), len(header))] {
		switch columns[header[k]] {
		case "id":
			in.ID = cell
		case "text":
			in.Text = cell
		case "type":
			in.Type = cell
		default:
			set(&p, header[k], cell)
		}
	}
	if p != (dedup.Parties{}) {
		in.Parties = &p
	}
	return in
}
