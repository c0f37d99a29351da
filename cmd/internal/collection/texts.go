package collection

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// ReadText reads a text file: UTF-8, UTF-16 with a byte order mark, else
// Windows-1252, which old word processors write. The text is in NFC.
// Its errors are Spanish.
func ReadText(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxText+1))
	if err != nil {
		return "", fmt.Errorf("no se pudo leer el archivo: %w", err)
	}
	if len(raw) > maxText {
		return "", ErrLine
	}
	if bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) || bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) {
		raw, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(raw)
	} else if !utf8.Valid(raw) {
		raw, err = charmap.Windows1252.NewDecoder().Bytes(raw)
	}
	if err != nil {
		return "", errors.New("no es texto UTF-8, UTF-16 ni Windows-1252")
	}
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	return norm.NFC.String(strings.ReplaceAll(string(raw), "\r\n", "\n")), nil
}

// skipMark leaves out the byte order mark that some programs begin a file with.
func skipMark(in io.Reader) io.Reader {
	r := bufio.NewReader(in)
	if mark, err := r.Peek(3); err == nil && string(mark) == "\ufeff" {
		r.Discard(len(mark))
	}
	return r
}
