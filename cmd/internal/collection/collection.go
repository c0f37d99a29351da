// Package collection reads the documents that a batch of comparisons takes: lines of JSON,
// plain or compressed, tables, folders of texts and PDFs, or the database of
// the service.
package collection

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Options say how documents are read.
type Options struct {
	// Type is what documents are taken to be that do not say; those that say
	// another are left out. Empty: all are taken as they are.
	Type string

	// Stdin is read where a path is "-".
	Stdin io.Reader

	// Texts keeps the texts that cannot be read again where they came from; nil
	// when no text is asked for again.
	Texts ports.Records

	// Unnamed leaves documents without an ID, rather than calling them by where
	// they stand.
	Unnamed bool

	// Note receives a Spanish message about a file whose encoding is a guess; nil for none.
	// It may be called from several goroutines.
	Note func(message string)

	// ReadPDF returns the text of a PDF.
	ReadPDF func(ctx context.Context, path string) (string, error)

	// Workbooks reads .xlsx and .xls files.
	Workbooks ports.WorkbookReader

	// Documents are read after the files, when not nil.
	Documents ports.Documents
}

// Collection is a batchdedup.Collection.
type Collection struct {
	options Options
	files   []file
}

var _ batchdedup.Collection = (*Collection)(nil)

type file struct {
	path  string
	kind  kind
	size  int64
	mtime time.Time
}

// kind is how a file is read.
type kind int

const (
	unknown kind = iota
	lines        // a JSON object a line, compressed or not
	table
	workbook
	plainText
	pdf
)

func kindOf(path string) kind {
	name := strings.ToLower(path)
	for _, compressed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, compressed)
	}
	switch filepath.Ext(name) {
	case ".jsonl", ".ndjson":
		return lines
	}
	switch filepath.Ext(strings.ToLower(path)) {
	case ".csv", ".tsv":
		return table
	case ".xlsx", ".xls":
		return workbook
	case ".txt":
		return plainText
	case ".pdf":
		return pdf
	}
	return unknown
}

// Stdin is the path of the standard input.
const Stdin = "-"

// Open finds the files behind the paths: a folder stands for the .txt and .pdf
// files in it, in the order of their names. Its errors say, in Spanish, which
// path cannot be used.
func Open(paths []string, o Options) (*Collection, error) {
	c := &Collection{options: o}
	for _, path := range paths {
		if path == Stdin {
			c.files = append(c.files, file{path: Stdin, kind: lines})
			continue
		}
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%s: no existe", path)
		case err != nil:
			return nil, fmt.Errorf("%s: no se puede leer: %w", path, err)
		case info.IsDir():
			if err := c.openFolder(path); err != nil {
				return nil, err
			}
		default:
			f := file{path: path, kind: kindOf(path), size: info.Size(), mtime: info.ModTime()}
			if f.kind == unknown {
				return nil, fmt.Errorf("%s: no se sabe qué contiene; el nombre debe terminar en .jsonl, .jsonl.gz, .jsonl.zst, .csv, .tsv, .xlsx, .txt o .pdf", path)
			}
			c.files = append(c.files, f)
		}
	}
	if len(c.files) > maxFiles {
		return nil, fmt.Errorf("son más de %d archivos; júntelos en un .jsonl", maxFiles)
	}
	return c, nil
}

func (c *Collection) openFolder(path string) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("%s: no se puede leer la carpeta: %w", path, err)
	}
	before := len(c.files)
	for _, e := range entries {
		name := filepath.Join(path, e.Name())
		if k := kindOf(name); (k != plainText && k != pdf) || e.IsDir() {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return fmt.Errorf("%s: no se puede leer: %w", name, err)
		}
		c.files = append(c.files, file{path: name, kind: kindOf(name), size: info.Size(), mtime: info.ModTime()})
	}
	if len(c.files) == before {
		return fmt.Errorf("%s: la carpeta no contiene archivos .txt ni .pdf", path)
	}
	return nil
}

// Identity returns the same bytes for the same files with the same sizes and modification times.
// Do not use it for standard input.
func (c *Collection) Identity() []byte {
	var b []byte
	for _, f := range c.files {
		path, _ := filepath.Abs(f.path)
		b = fmt.Appendf(b, "%q %d %d\n", path, f.size, f.mtime.UnixNano())
	}
	return fmt.Appendf(b, "%q %v\n", c.options.Type, c.options.Documents != nil)
}

// Bytes returns the size of the files on disk, or 0 if standard input is among them.
func (c *Collection) Bytes() (total int64) {
	for _, f := range c.files {
		if f.path == Stdin {
			return 0
		}
		total += f.size
	}
	return total
}

// ReadWith sets how PDFs and workbooks are read. Call it if NeedsReader: readers are separate
// processes, which other collections need not start.
func (c *Collection) ReadWith(pdf func(ctx context.Context, path string) (string, error), workbooks ports.WorkbookReader) {
	c.options.ReadPDF, c.options.Workbooks = pdf, workbooks
}

// NeedsReader reports whether there are PDFs or workbooks among the files.
func (c *Collection) NeedsReader() bool {
	return slices.ContainsFunc(c.files, func(f file) bool { return f.kind == pdf || f.kind == workbook })
}

// yield takes an item, or the error that ends the collection, and reports whether to continue.
type yield = func(batchdedup.Item, error) bool

// From implements batchdedup.Collection.
func (c *Collection) From(ctx context.Context, first int) iter.Seq2[batchdedup.Item, error] {
	return func(yield func(batchdedup.Item, error) bool) {
		number := 0
		skipping := func(i batchdedup.Item, err error) bool {
			if number++; err == nil && number <= first {
				return true
			}
			return ctx.Err() == nil && yield(i, err)
		}
		for i, f := range c.files {
			more := true
			switch f.kind {
			case lines:
				more = c.lines(i, skipping)
			case table:
				more = c.rows(i, skipping)
			case workbook:
				more = c.sheetRows(ctx, i, skipping)
			default:
				more = skipping(batchdedup.Item{Bytes: int(f.size), Read: func() (batchdedup.Document, error) { return c.fullDocument(ctx, i) }}, nil)
			}
			if !more {
				return
			}
		}
		if c.options.Documents != nil {
			c.stored(ctx, skipping)
		}
	}
}

// fullDocument reads a file that is one document.
func (c *Collection) fullDocument(ctx context.Context, i int) (d batchdedup.Document, err error) {
	f := c.files[i]
	switch f.kind {
	case plainText:
		d.Text, err = ReadText(f.path, c.noteOn(f.path))
		d.Place = place(i, 0)
	case pdf:
		if d.Text, err = c.options.ReadPDF(ctx, f.path); err == nil {
			err = c.keepText(&d)
		}
	}
	if err != nil {
		return d, fmt.Errorf("%s: %w", f.path, err)
	}
	d.ID, d.Type = filepath.Base(f.path), c.options.Type
	return d, nil
}

// noteOn returns what takes the notes of a file.
func (c *Collection) noteOn(name string) func(string) {
	if c.options.Note == nil {
		return nil
	}
	return func(note string) { c.options.Note(name + ": " + note) }
}

// stored yields the documents of the database, whose parties are known. Their
// IDs come first, so that no walk over the database is open for as long as the
// texts are worked on; what is deleted in the meantime is left out.
func (c *Collection) stored(ctx context.Context, yield yield) {
	var ids []string
	err := c.options.Documents.Each(ctx, document.Filter{Type: document.Type(c.options.Type)}, func(d *document.Document) error {
		ids = append(ids, d.ID)
		return nil
	})
	if err != nil {
		yield(batchdedup.Item{}, fmt.Errorf("la base de datos: %w", err))
		return
	}
	for _, id := range ids {
		more := yield(batchdedup.Item{Bytes: storedBytes, Read: func() (batchdedup.Document, error) {
			d, err := c.options.Documents.Get(ctx, id)
			if fault.KindOf(err) == fault.NotFound {
				return batchdedup.Document{}, batchdedup.ErrLeftOut
			}
			return batchdedup.Document{Filing: d.Filing(), Read: true}, err
		}}, nil)
		if !more {
			return
		}
	}
}

// storedBytes is what a stored document is taken to have, before it is read.
const storedBytes = 8 << 10
