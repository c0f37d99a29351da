// Package unpack opens messages (.eml, .msg) and archives (.zip), also within each other, and returns the
// files in them. It bounds how much that is.
package unpack

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

const (
	// maxBytes bounds what is unpacked of one file in all, maxParts its files.
	maxBytes = 200 << 20
	maxParts = 200
	// maxEntities bounds the parts of messages that are gone through, also those that hold nothing: each costs as much as a
	// kilobyte of text.
	maxEntities = 2000
	// maxEntries bounds the directory of an archive, folders and litter included: archive/zip keeps 200 bytes of each.
	maxEntries = 20_000
	// maxNesting is how deep messages and archives may lie in each other.
	maxNesting = 2
)

// Open returns what a message or an archive holds; kind is document.EML, document.MSG or document.ZIP. A part
// that cannot be read has an error of its own. Faults: Unprocessable, with the codes
// message_damaged, archive_damaged, archive_encrypted, unpacks_too_large and too_many_parts.
func Open(file io.ReaderAt, size int64, kind document.FileKind) (document.Unpacked, error) {
	o := &opener{left: maxBytes}
	err := o.holder(file, size, kind, "", 0)
	return o.found, err
}

// holder adds the parts of a file of that kind.
func (o *opener) holder(file io.ReaderAt, size int64, kind document.FileKind, name string, depth int) error {
	switch kind {
	case document.EML:
		return o.message(io.NewSectionReader(file, 0, size), name, depth)
	case document.MSG:
		return o.outlook(file, name, depth)
	}
	return o.archive(file, size, name, depth)
}

// opener gathers the parts of a file.
type opener struct {
	found document.Unpacked
	left  int64 // bytes that may still be unpacked

	entities int // that were gone through
}

// take reads the content of a part, bounded.
func (o *opener) take(r io.Reader) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, o.left+1))
	if o.left -= int64(len(content)); o.left < 0 {
		return nil, tooLarge()
	}
	return content, err
}

// add adds a part, or what it holds.
func (o *opener) add(p document.Part, depth int) error {
	if p.Err != nil || p.Inline {
		return o.keep(len(o.found.Parts), p)
	}
	head := p.Content[:min(len(p.Content), document.HeadLength)]
	kind := document.ContainerKind(head, p.Name)
	if kind == "" {
		return o.keep(len(o.found.Parts), p)
	}
	if depth == maxNesting {
		p.Err = tooDeep()
	} else {
		p.Err = o.holder(bytes.NewReader(p.Content), int64(len(p.Content)), kind, p.Name, depth+1)
	}
	switch f, ok := fault.As(p.Err); {
	case ok && (f.Code == "unpacks_too_large" || f.Code == "too_many_parts"):
		return p.Err
	case p.Err != nil:
		p.Content = nil
		return o.keep(len(o.found.Parts), p)
	}
	return nil
}

// keep puts a part among those that were found, unless they are as many as there may be.
func (o *opener) keep(at int, p document.Part) error {
	if len(o.found.Parts) >= maxParts {
		return tooManyFiles()
	}
	o.found.Parts = slices.Insert(o.found.Parts, at, p)
	return nil
}

// archive adds the files of an archive.
func (o *opener) archive(file io.ReaderAt, size int64, name string, depth int) error {
	if hasManyEntries(file, size) {
		return tooManyFiles()
	}
	a, err := zip.NewReader(file, size)
	if err != nil {
		return archiveDamaged(err)
	}
	for _, f := range a.File {
		if strings.HasSuffix(f.Name, "/") || isLitter(f.Name) {
			continue
		}
		p := document.Part{Name: document.CleanFileName(entryName(f)), In: name}
		if f.Flags&1 != 0 {
			p.Err = archiveEncrypted()
		} else if p.Content, err = o.entry(f); err != nil {
			if _, ok := fault.As(err); ok {
				return err
			}
			p.Err = archiveDamaged(err)
		}
		if err := o.add(p, depth); err != nil {
			return err
		}
	}
	return nil
}

// hasManyEntries reports whether an archive may have more than maxEntries, whatever it says itself: it counts the signatures of
// their headers.
func hasManyEntries(file io.ReaderAt, size int64) bool {
	signature := []byte("PK\x01\x02")
	r, found := bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 1<<20), 0
	for {
		some, err := r.Peek(r.Size())
		found += bytes.Count(some, signature)
		if err != nil || found > maxEntries {
			return found > maxEntries
		}
		r.Discard(len(some) - len(signature) + 1) // one may lie across
	}
}

func (o *opener) entry(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, fault.New(fault.Unprocessable, "archive_unknown", "El archivo comprimido usa un método que no se lee; saque los archivos y envíelos por separado.")
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return o.take(r)
}

// entryName returns the name of an entry. Windows writes it in the code page of its console, where
// it does not say UTF-8.
func entryName(f *zip.File) string {
	if utf8.ValidString(f.Name) {
		return f.Name
	}
	name, err := charmap.CodePage850.NewDecoder().String(f.Name)
	if err != nil {
		return f.Name
	}
	return name
}

// isLitter reports whether programs put a file beside those of people.
func isLitter(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(base, "._") || slices.Contains([]string{".DS_Store", "Thumbs.db", "desktop.ini"}, base)
}
