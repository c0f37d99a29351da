package excel

import (
	"testing"

	"github.com/cotejo/cotejo/adapters/ooxml"
)

// SetMaxDense makes a smaller workbook one that may be too dense, until the test ends.
func SetMaxDense(t testing.TB, bytes int64) {
	was := ooxml.MaxDense
	t.Cleanup(func() { ooxml.MaxDense = was })
	ooxml.MaxDense = bytes
}

func SetMaxText(t testing.TB, bytes int) {
	before := maxText
	t.Cleanup(func() { maxText = before })
	maxText = bytes
}
