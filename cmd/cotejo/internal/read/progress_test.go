package read_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestProgressOnATerminalAndElsewhere(t *testing.T) {
	t.Parallel()
	paper := cotejo.Digital(t, 1)
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": paper, "b.pdf": paper})
	run := cotejo.Invocation{Folder: folder, Args: []string{"process", "--create", "in", "--settle", "50ms", "--again"}}

	seen := run.OnTerminal(t)
	for _, want := range []string{"de 2 archivos", "\r", "\x1b[33mposible duplicado de"} {
		if !strings.Contains(seen, want) {
			t.Errorf("on a terminal, no %q in %q", want, seen)
		}
	}
	plain := run
	plain.Env = []string{"NO_COLOR=1"}
	if seen := plain.OnTerminal(t); strings.Contains(seen, "\x1b[33m") || !strings.Contains(seen, "posible duplicado") {
		t.Errorf("with NO_COLOR: %q", seen)
	}
	if got := run.Run(t); strings.ContainsAny(got.Stdout+got.Stderr, "\x1b\r") || got.Status != 0 {
		t.Errorf("without a terminal: %q %q", got.Stdout, got.Stderr)
	}
	quiet := run
	quiet.Args = append(quiet.Args, "--quiet")
	if got := quiet.Run(t); got.Stderr != "" {
		t.Errorf("quiet: %q", got.Stderr)
	}
}
