package collection

import (
	"fmt"
	"io"
	"os"

	"github.com/cotejo/cotejo/core/sanitize"
)

// ReadText reads a text file as Decode does. The text is cleaned as the service does. Its errors are Spanish.
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
	return sanitize.Text(string(raw)), nil
}
