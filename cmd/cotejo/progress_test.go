package main_test

import (
	"strings"
	"testing"
)

func TestProgressOnATerminalAndElsewhere(t *testing.T) {
	t.Parallel()
	paper := digital(t, 1)
	folder := inbox(t, map[string]string{"a.pdf": paper, "b.pdf": paper})
	run := invocation{folder: folder, args: []string{"process", "--create", "in", "--settle", "50ms", "--again"}}

	seen := run.onTerminal(t)
	for _, want := range []string{"de 2 archivos", "\r", "\x1b[33mposible duplicado de"} {
		if !strings.Contains(seen, want) {
			t.Errorf("on a terminal, no %q in %q", want, seen)
		}
	}
	plain := run
	plain.env = []string{"NO_COLOR=1"}
	if seen := plain.onTerminal(t); strings.Contains(seen, "\x1b[33m") || !strings.Contains(seen, "posible duplicado") {
		t.Errorf("with NO_COLOR: %q", seen)
	}
	if got := run.run(t); strings.ContainsAny(got.stdout+got.stderr, "\x1b\r") || got.status != 0 {
		t.Errorf("without a terminal: %q %q", got.stdout, got.stderr)
	}
	quiet := run
	quiet.args = append(quiet.args, "--quiet")
	if got := quiet.run(t); got.stderr != "" {
		t.Errorf("quiet: %q", got.stderr)
	}
}
