package collection

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/text"
)

// maxWindow bounds the memory that a .zst may ask for, in bytes: that of zstd --long=27.
const maxWindow = 128 << 20

// maxText bounds a text file and a line of a file of lines, in bytes.
const maxText = 64 << 20

// ErrLine is NextLine's error for a line that is too long to be read.
var ErrLine = fmt.Errorf("supera %d MB", maxText>>20)

// lines yields the documents of a file of JSON lines.
func (c *Collection) lines(i int, yield yield) bool {
	f := c.files[i]
	name, plain := f.path, false
	in := c.options.Stdin
	if f.path == Stdin {
		name = "entrada estándar"
	} else {
		opened, err := os.Open(f.path)
		if err != nil {
			return yield(batchdedup.Item{}, fmt.Errorf("%s: %w", f.path, err))
		}
		defer opened.Close()
		decoded, err := decompress(opened, f.path)
		if err != nil {
			return yield(batchdedup.Item{}, fmt.Errorf("%s: no se puede descomprimir: %w", f.path, err))
		}
		defer decoded.Close()
		in, plain = decoded, decoded == io.ReadCloser(opened)
	}
	decoder := Decode(in, c.noteOn(name))
	reader, at := NewLines(decoder), int64(0)
	note := c.noteOn(name)
	for number := 1; ; number++ {
		line, size, err := NextLine(reader)
		if errors.Is(err, io.EOF) {
			return true
		}
		if err != nil && !errors.Is(err, ErrLine) {
			if errors.Is(err, zstd.ErrWindowSizeExceeded) {
				err = fmt.Errorf("descomprimirlo toma más de %d MB de memoria; comprímalo sin «--long» o con «--long=27»", maxWindow>>20)
			}
			return yield(batchdedup.Item{}, fmt.Errorf("%s, línea %d: no se pudo seguir leyendo: %w", name, number, err))
		}
		if note != nil && text.HalfEscape(line) >= 0 {
			note(NoteDamaged)
			note = nil
		}
		begin, known := decoder.Place(at)
		at += size
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		more := yield(batchdedup.Item{Bytes: len(line), Read: func() (batchdedup.Document, error) {
			where := fmt.Sprintf("%s:%d", f.path, number)
			if err != nil {
				return batchdedup.Document{}, fmt.Errorf("%s: %w", where, err)
			}
			in, err := parseLine(line)
			if err != nil {
				return batchdedup.Document{}, fmt.Errorf("%s: %w", where, err)
			}
			d, err := c.document(in, where)
			if err != nil || d.Read {
				return d, err
			}
			if d.Place = place(i, begin); !plain || !known {
				err = c.keepText(&d)
			}
			return d, err
		}}, nil)
		if !more {
			return false
		}
	}
}

// decompress returns what reads a file by the end of its name; the file itself
// when it is not compressed.
func decompress(f *os.File, path string) (io.ReadCloser, error) {
	switch path = strings.ToLower(path); {
	case strings.HasSuffix(path, ".gz"):
		return gzip.NewReader(f)
	case strings.HasSuffix(path, ".zst"):
		d, err := zstd.NewReader(f, zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}
	return f, nil
}

// NewLines returns a reader for NextLine.
func NewLines(in io.Reader) *bufio.Reader { return bufio.NewReaderSize(in, 256<<10) }

// NextLine reads a line with its end, however long, and returns how many bytes
// that took. It keeps at most 64 MB of it: of a longer one the error says so in
// Spanish, and the next call reads the line after it. At the end it is io.EOF;
// an error that is ErrLine ends nothing else.
func NextLine(r *bufio.Reader) (line []byte, size int64, err error) {
	part, err := r.ReadSlice('\n')
	if err == nil {
		return bytes.Clone(part), int64(len(part)), nil
	}
	long := false
	for {
		size += int64(len(part))
		if !long {
			line = append(line, part...)
		}
		if len(line) > maxText {
			long, line = true, nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
		part, err = r.ReadSlice('\n')
	}
	if errors.Is(err, io.EOF) && size > 0 {
		err = nil
	}
	if err == nil && long {
		err = ErrLine
	}
	return line, size, err
}

// document makes a document of what was read; where names one without an ID.
func (c *Collection) document(in input, where string) (batchdedup.Document, error) {
	d := batchdedup.Document{}
	d.ID, d.Type, d.Text = in.ID, in.Type, in.Text
	if d.ID == "" && !c.options.Unnamed {
		d.ID = where
	}
	if in.Parties != nil {
		d.Parties, d.Read = *in.Parties, true
	}
	if want := c.options.Type; want != "" {
		if d.Type == "" {
			d.Type = want
		}
		if d.Type != want {
			return d, batchdedup.ErrLeftOut
		}
	}
	return d, nil
}
