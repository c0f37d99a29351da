package collection

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestNextLineSkipsWhatIsTooLong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 64<<20+10)
	in := strings.NewReader("a\n" + long + "\nb\n" + long)
	lines := NewLines(in)
	for i, want := range []string{"a\n", "", "b\n", ""} {
		line, _, err := NextLine(lines)
		if string(line) != want || (want == "") != errors.Is(err, ErrLine) {
			t.Errorf("line %d: %d bytes, %v", i+1, len(line), err)
		}
	}
	if _, _, err := NextLine(lines); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}
