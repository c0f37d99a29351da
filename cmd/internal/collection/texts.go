package collection

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// ReadText reads a text file as Decode does. The text is in NFC. Its errors are Spanish.
func ReadText(path string, note func(string)) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(Decode(f, note), maxText+1))
	if err != nil {
		return "", fmt.Errorf("no se pudo leer el archivo: %w", err)
	}
	if len(raw) > maxText {
		return "", ErrLine
	}
	return norm.NFC.String(strings.ReplaceAll(string(raw), "\r\n", "\n")), nil
}
