package excel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/richardlehane/mscfb"
	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/ports"
)

// Reader reads workbooks, by what they are and not by their names. Hostile ones
// may take memory and time: it belongs in the reader process. It is safe for
// concurrent use.
type Reader struct{}

var _ ports.WorkbookReader = Reader{}

const (
	maxSheets  = 100     // that are looked at
	maxColumns = 256     // of a row; what stands further right is not read
	lastColumn = 1 << 14 // of the format: XFD
)

// maxText bounds the text of all cells, in bytes: cells that share a text take no room in a workbook.
var maxText = 256 << 20 // less in tests

var (
	zipMark = []byte("PK\x03\x04")
	oleMark = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
)

// Rows implements ports.WorkbookReader.
func (Reader) Rows(ctx context.Context, path string, visit func(spreadsheet.Row) error) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("opening a workbook: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("opening a workbook: %w", err)
	}
	mark := make([]byte, len(oleMark))
	n, err := io.ReadFull(file, mark)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return fmt.Errorf("opening a workbook: %w", err)
	}
	var visited error // tells an error of visit from one of the workbook
	left := maxText
	handOver := func(r spreadsheet.Row) error {
		if visited = ctx.Err(); visited != nil || r.IsBlank() {
			return visited
		}
		for _, c := range r.Cells {
			if len(c.Value) > spreadsheet.MaxCell && units(c.Value) > spreadsheet.MaxCell {
				return cellTooLong(r.Number)
			}
			if left -= len(c.Value); left < 0 {
				return tooBig(nil)
			}
		}
		visited = visit(r)
		return visited
	}
	switch mark = mark[:n]; {
	case n == 0:
		return emptyFile()
	case bytes.HasPrefix(mark, zipMark):
		err = readXLSX(file, info.Size(), handOver)
	case bytes.Equal(mark, oleMark):
		err = readOLE(file, info.Size(), handOver)
	default:
		return notASpreadsheet(nil)
	}
	switch {
	case errors.Is(visited, spreadsheet.ErrEnough):
		return nil
	case visited != nil:
		return visited
	}
	return translate(err)
}

// readOLE reads a compound file (MS-CFB): an old workbook, or a new one that is
// encrypted.
func readOLE(file io.ReaderAt, size int64, visit func(spreadsheet.Row) error) error {
	container, err := mscfb.New(file)
	if err != nil {
		return err
	}
	old := false
	for entry, err := container.Next(); err == nil; entry, err = container.Next() {
		switch strings.ToLower(entry.Name) {
		case "encryptedpackage", "encryptioninfo":
			return readEncrypted(file, size, visit)
		case "workbook":
			return readXLS(entry, visit)
		case "book": // a workbook of Excel 95, which others have beside the newer one
			old = true
		}
	}
	if old {
		return tooOld()
	}
	return notASpreadsheet(nil)
}

// defaultPassword is the one with which Excel encrypts a workbook whose structure alone is
// protected, and which it tries before it asks for one (MS-OFFCRYPTO 2.3.7.1).
const defaultPassword = "VelvetSweatshop"

// readEncrypted reads an encrypted workbook that opens with defaultPassword.
func readEncrypted(file io.ReaderAt, size int64, visit func(spreadsheet.Row) error) error {
	sealed, err := io.ReadAll(io.NewSectionReader(file, 0, size))
	if err != nil {
		return err
	}
	plain, err := excelize.Decrypt(sealed, &excelize.Options{Password: defaultPassword})
	if err != nil || !bytes.HasPrefix(plain, zipMark) { // another password decrypts to noise
		return encrypted(err)
	}
	return readXLSX(bytes.NewReader(plain), int64(len(plain)), visit)
}
