package excel

import "testing"

// SetMaxDense makes a smaller workbook one that may be too dense, until the test ends.
func SetMaxDense(t testing.TB, bytes int64) {
	was := maxDense
	t.Cleanup(func() { maxDense = was })
	maxDense = bytes
}

func SetMaxText(t testing.TB, bytes int) {
	before := maxText
	t.Cleanup(func() { maxText = before })
	maxText = bytes
}
