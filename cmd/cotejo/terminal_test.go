package main_test

import (
	"context"
	"database/sql"
	"os/exec"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"
)

// openDatabase opens the database that a command left, for the test to look at.
func openDatabase(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro&_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// onTerminal runs the program as a person does, on a terminal, and returns all
// that the person sees.
func (i invocation) onTerminal(t *testing.T, ctx context.Context) string {
	t.Helper()
	out, err := i.terminal(ctx).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// terminal is the command that runs the program on a terminal of its own.
func (i invocation) terminal(ctx context.Context) *exec.Cmd {
	plain := i.command(ctx)
	line := "'" + strings.Join(plain.Args, "' '") + "'"
	c := exec.CommandContext(ctx, "script", "--quiet", "--return", "--command", line, "/dev/null")
	c.Dir, c.Env = plain.Dir, append(plain.Env, "TERM=xterm")
	return c
}

func TestReadAndExtractPrintForPeopleOnATerminal(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("script"); err != nil {
		t.Fatal("script(1), which makes a terminal, is not installed; on Debian it is in the package bsdutils")
	}
	folder := inbox(t, map[string]string{"a.pdf": digital(t, 1)})
	write(t, folder, "nota.txt", "Señor juez\nACCIONANTE: ANA LÓPEZ RUIZ\nACCIONADO: NUEVA EPS S.A.\n\x1b[2Jfin\n")
	for _, c := range []struct {
		args       []string
		want, none string
	}{
		{[]string{"read", "-q", "in/a.pdf"}, "-- página 1 (texto del archivo)\r\n", `"pages"`},
		{[]string{"read", "-q", "--json", "in/a.pdf"}, `"pages":[`, "-- página"},
		{[]string{"read", "-q", "--text", "in/a.pdf"}, "\f", "-- página"},
		{[]string{"extract", "-q", "nota.txt"}, "Demandante             Ana López Ruiz (", `"fields"`},
		{[]string{"extract", "-q", "nota.txt"}, "Radicado               (no se encontró)", "\x1b[2J"},
		{[]string{"extract", "-q", "--json", "nota.txt"}, `"demandante":"Ana López Ruiz"`, "Demandante  "},
	} {
		run := invocation{folder: folder, args: c.args}
		if seen := run.onTerminal(t, t.Context()); !strings.Contains(seen, c.want) || strings.Contains(seen, c.none) {
			t.Errorf("%v on a terminal: %q", c.args, seen)
		}
		if c.args[2] == "--text" {
			continue
		}
		if got := run.run(t); got.status != 0 || !strings.HasPrefix(got.stdout, "{") {
			t.Errorf("%v elsewhere: %+v", c.args, got)
		}
	}
	refused(t, folder, 2, "--json y --explain", "extract", "--json", "--explain", "nota.txt")
}

func TestProgressOnATerminalAndElsewhere(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("script"); err != nil {
		t.Fatal("script(1), which makes a terminal, is not installed; on Debian it is in the package bsdutils")
	}
	paper := digital(t, 1)
	folder := inbox(t, map[string]string{"a.pdf": paper, "b.pdf": paper})
	run := invocation{folder: folder, args: []string{"process", "--create", "in", "--settle", "50ms", "--again"}}

	seen := run.onTerminal(t, t.Context())
	for _, want := range []string{"de 2 archivos", "\r", "\x1b[33mposible duplicado de"} {
		if !strings.Contains(seen, want) {
			t.Errorf("on a terminal, no %q in %q", want, seen)
		}
	}
	plain := run
	plain.env = []string{"NO_COLOR=1"}
	if seen := plain.onTerminal(t, t.Context()); strings.Contains(seen, "\x1b[33m") || !strings.Contains(seen, "posible duplicado") {
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
