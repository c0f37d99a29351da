package excel

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/cotejo/cotejo/core/spreadsheet"
)

const (
	// maxUnpacked bounds all that is unpacked of a workbook: 100,000 rows of
	// the register are some 150 MB.
	maxUnpacked = 512 << 20
	maxParts    = 10_000
	// A sheet packs to a tenth or a thirtieth. What packs to less than a
	// two-hundredth is not a table, once it is larger than maxDense.
	maxDensity = 200
	// maxToken bounds what stands between two tags. A cell that is full of
	// escapes has a quarter of that.
	maxToken = 1 << 20
)

var maxDense int64 = 64 << 20 // less in tests

// book is an open .xlsx.
type book struct {
	parts     map[string]*zip.File
	left      int64 // bytes that may still be unpacked
	strings   stringTable
	styles    []numberFormat
	since1904 bool
}

func readXLSX(file io.ReaderAt, size int64, visit func(spreadsheet.Row) error) error {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return err
	}
	if len(archive.File) > maxParts {
		return tooBig(nil)
	}
	b := &book{parts: map[string]*zip.File{}, left: maxUnpacked}
	for _, f := range archive.File {
		if f.Flags&1 != 0 {
			return encrypted(nil)
		}
		name := strings.ReplaceAll(f.Name, `\`, "/") // some programs for Windows write them so
		b.parts[strings.ToLower(strings.TrimPrefix(name, "/"))] = f
	}
	workbook, err := b.target("", "/officeDocument")
	if err != nil {
		return err
	}
	if workbook == "" {
		return notASpreadsheet(nil) // another kind of archive, or of document
	}
	sheets, err := b.sheets(workbook)
	if err != nil {
		return err
	}
	for number, s := range sheets[:min(len(sheets), maxSheets)] {
		if err := b.readSheet(s, number, visit); err != nil {
			return err
		}
	}
	return nil
}

// sheet is where a sheet is, and what the workbook says of it.
type sheet struct {
	part, name string
	hidden     bool
}

// sheets reads the workbook's own part, and those that all sheets need; it
// returns the sheets in the order in which they are shown.
func (b *book) sheets(workbook string) (sheets []sheet, err error) {
	targets, err := b.relations(workbook)
	if err != nil {
		return nil, err
	}
	known := false
	err = b.each(workbook, func(_ *xml.Decoder, t xml.StartElement) error {
		switch t.Name.Local {
		case "workbook":
			known = true
		case "workbookPr":
			b.since1904 = isTrue(attribute(t, "date1904"))
		case "sheet":
			if r, ok := targets[attribute(t, "id")]; ok && strings.HasSuffix(r.kind, "/worksheet") {
				state := attribute(t, "state")
				sheets = append(sheets, sheet{r.part, attribute(t, "name"), state == "hidden" || state == "veryHidden"})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, notASpreadsheet(nil) // a text document has relations as well
	}
	for _, r := range targets {
		switch {
		case strings.HasSuffix(r.kind, "/sharedStrings"):
			err = b.readStrings(r.part)
		case strings.HasSuffix(r.kind, "/styles"):
			err = b.readStyles(r.part)
		}
		if err != nil {
			return nil, err
		}
	}
	return sheets, nil
}

// relation is where a relation of a part leads.
type relation struct{ kind, part string }

// relations returns the relations of a part by their IDs; "" is the package.
func (b *book) relations(of string) (map[string]relation, error) {
	found := map[string]relation{}
	name := path.Join(path.Dir(of), "_rels", path.Base(of)+".rels")
	if of == "" {
		name = "_rels/.rels"
	}
	if b.parts[strings.ToLower(name)] == nil {
		return found, nil
	}
	err := b.each(name, func(_ *xml.Decoder, t xml.StartElement) error {
		if t.Name.Local != "Relationship" || attribute(t, "TargetMode") == "External" || len(found) == maxParts {
			return nil
		}
		target := attribute(t, "Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join(path.Dir(of), target)
		}
		found[attribute(t, "Id")] = relation{attribute(t, "Type"), strings.TrimPrefix(path.Clean("/"+target), "/")}
		return nil
	})
	return found, err
}

// target returns the part to which a relation of that kind leads; "" if none
// does.
func (b *book) target(of, kind string) (string, error) {
	all, err := b.relations(of)
	if err != nil {
		return "", err
	}
	for _, r := range all {
		if strings.HasSuffix(r.kind, kind) {
			return r.part, nil
		}
	}
	return "", nil
}

// each calls visit for each element that begins in a part.
func (b *book) each(part string, visit func(d *xml.Decoder, t xml.StartElement) error) error {
	in, err := b.open(part)
	if err != nil {
		return err
	}
	defer in.Close()
	d := xml.NewDecoder(&paced{r: in})
	root, ended := "", false
	for {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) && !ended {
			err = io.ErrUnexpectedEOF
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			root = cmp.Or(root, t.Name.Local)
			if err := visit(d, t); err != nil {
				return err
			}
		case xml.EndElement:
			ended = ended || t.Name.Local == root
		}
	}
}

// open opens a part; what is read of it counts against what is left.
func (b *book) open(part string) (io.ReadCloser, error) {
	f := b.parts[strings.ToLower(part)]
	if f == nil {
		return nil, fmt.Errorf("the workbook has no part %s", part)
	}
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	return &metered{ReadCloser: in, book: b, packed: int64(f.CompressedSize64)}, nil
}

// metered stops a workbook that unpacks to more than it may.
type metered struct {
	io.ReadCloser
	book         *book
	packed, read int64
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	m.read += int64(n)
	if m.book.left -= int64(n); m.book.left < 0 || m.read > maxDense && m.read/maxDensity > m.packed {
		return 0, tooBig(nil)
	}
	return n, err
}

// paced stops XML that goes on for long without a tag: its reader would hold
// all of it.
type paced struct {
	r     io.Reader
	since int // bytes since the last tag began
}

func (p *paced) Read(buf []byte) (int, error) {
	n, err := p.r.Read(buf)
	if last := bytes.LastIndexByte(buf[:n], '<'); last >= 0 {
		p.since = n - last
	} else if p.since += n; p.since > maxToken {
		return 0, errors.New("a token without an end")
	}
	return n, err
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func isTrue(s string) bool { return s == "1" || s == "true" || s == "on" }
