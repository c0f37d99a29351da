// Package ooxml reads the parts of an Office Open XML package (ECMA-376, part 2), of which workbooks
// and word processing documents are made. It bounds what it unpacks.
package ooxml

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
)

const (
	// MaxUnpacked bounds all that is unpacked of a package: 100,000 rows of
	// the register are some 150 MB.
	MaxUnpacked = 512 << 20
	// MaxParts bounds the parts of a package.
	MaxParts = 10_000
	// MaxToken bounds what stands between two tags. A cell that is full of
	// escapes has a quarter of that.
	MaxToken = 1 << 20
	// A sheet packs to a tenth or a thirtieth. What packs to less than a
	// two-hundredth is not a table, once it is larger than MaxDense.
	maxDensity = 200
)

// MaxDense is the size up to which a part may be as dense as it likes. Tests lower it.
var MaxDense int64 = 64 << 20

// Errors of packages.
var (
	ErrTooBig    = errors.New("ooxml: the package unpacks to more than it may")
	ErrEncrypted = errors.New("ooxml: a part is encrypted")
)

// Package is an open package.
type Package struct {
	parts map[string]*zip.File
	left  int64 // bytes that may still be unpacked
}

// Open opens the package in a file of size bytes. Errors: ErrTooBig, ErrEncrypted, and those of
// archive/zip.
func Open(file io.ReaderAt, size int64) (*Package, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, err
	}
	if len(archive.File) > MaxParts {
		return nil, ErrTooBig
	}
	p := &Package{parts: map[string]*zip.File{}, left: MaxUnpacked}
	for _, f := range archive.File {
		if f.Flags&1 != 0 {
			return nil, ErrEncrypted
		}
		name := strings.ReplaceAll(f.Name, `\`, "/") // some programs for Windows write them so
		p.parts[strings.ToLower(strings.TrimPrefix(name, "/"))] = f
	}
	return p, nil
}

// Has reports whether the package has a part.
func (p *Package) Has(part string) bool { return p.parts[strings.ToLower(part)] != nil }

// Relation is where a relation of a part leads.
type Relation struct {
	Kind string // an address that ends in what it is, such as /image
	Part string
}

// Relations returns the relations of a part by their IDs, without those that lead outside; "" is
// the package.
func (p *Package) Relations(of string) (map[string]Relation, error) {
	found := map[string]Relation{}
	name := path.Join(path.Dir(of), "_rels", path.Base(of)+".rels")
	if of == "" {
		name = "_rels/.rels"
	}
	if !p.Has(name) {
		return found, nil
	}
	err := p.Each(name, func(_ *xml.Decoder, t xml.StartElement) error {
		if t.Name.Local != "Relationship" || Attribute(t, "TargetMode") == "External" || len(found) == MaxParts {
			return nil
		}
		target := Attribute(t, "Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join(path.Dir(of), target)
		}
		found[Attribute(t, "Id")] = Relation{Attribute(t, "Type"), strings.TrimPrefix(path.Clean("/"+target), "/")}
		return nil
	})
	return found, err
}

// Target returns the part to which a relation of that kind leads; "" if none
// does.
func (p *Package) Target(of, kind string) (string, error) {
	all, err := p.Relations(of)
	if err != nil {
		return "", err
	}
	for _, r := range all {
		if strings.HasSuffix(r.Kind, kind) {
			return r.Part, nil
		}
	}
	return "", nil
}

// Each calls visit for each element that begins in a part. visit may read on with the decoder.
func (p *Package) Each(part string, visit func(d *xml.Decoder, t xml.StartElement) error) error {
	return p.Decode(part, func(d *xml.Decoder) error {
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
				return err
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
	})
}

// Decode calls read with a decoder of a part, whose name its errors then have.
func (p *Package) Decode(part string, read func(d *xml.Decoder) error) error {
	in, err := p.Open(part)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := read(xml.NewDecoder(&paced{r: in})); err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	return nil
}

// Name returns the name of a part as the archive has it, or "".
func (p *Package) Name(part string) string {
	if f := p.parts[strings.ToLower(part)]; f != nil {
		return f.Name
	}
	return ""
}

// Open opens a part; what is read of it counts against what may be unpacked.
func (p *Package) Open(part string) (io.ReadCloser, error) {
	f := p.parts[strings.ToLower(part)]
	if f == nil {
		return nil, fmt.Errorf("the package has no part %s", part)
	}
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	return &metered{ReadCloser: in, of: p, packed: int64(f.CompressedSize64)}, nil
}

// metered stops a package that unpacks to more than it may.
type metered struct {
	io.ReadCloser
	of           *Package
	packed, read int64
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	m.read += int64(n)
	if m.of.left -= int64(n); m.of.left < 0 || m.read > MaxDense && m.read/maxDensity > m.packed {
		return 0, ErrTooBig
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
	} else if p.since += n; p.since > MaxToken {
		return 0, errors.New("a token without an end")
	}
	return n, err
}

// Attribute returns the value of an attribute by its name without prefix, or "".
func Attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// IsTrue reports whether the value of an attribute is true (ST_OnOff).
func IsTrue(s string) bool { return s == "1" || s == "true" || s == "on" }
