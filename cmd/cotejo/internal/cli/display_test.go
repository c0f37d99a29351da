package cli

import (
	"bytes"
	"strings"
	"testing"
)

func TestDisplaySaysNothingOfShortWork(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	d := NewDisplay(&out, 2, "", false)
	d.Pages(0, "a.pdf", 1, 2)
	d.Finished(0)
	if out.Len() > 0 {
		t.Errorf("said %q", out.String())
	}
	d.spoken = d.spoken.Add(-patience)
	d.Pages(1, "b\x1b.pdf", 3, 4)
	if want := "cotejo: 1 de 2; \"b\\x1b.pdf\": página 3 de 4\n"; out.String() != want {
		t.Errorf("said %q, want %q", out.String(), want)
	}
	d.spoken = d.spoken.Add(-patience)
	d.Close()
	d.Finished(1)
	if strings.Count(out.String(), "\n") != 1 {
		t.Errorf("said %q after its end", out.String())
	}
}
