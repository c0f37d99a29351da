// Package cotejo builds the program cotejo and runs it in tests, and makes the files that
// it works on.
package cotejo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/program"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// folder holds the programs under test while Main runs.
var folder string

// binary builds cotejo, once, as the tests were: the same tags and, with the race
// detector, the same objects of the build cache.
var binary = sync.OnceValues(func() (string, error) { return program.Build(folder, "./cmd/cotejo") })

// Server builds cotejod likewise and returns its path.
var Server = sync.OnceValues(func() (string, error) { return program.Build(folder, "./cmd/cotejod") })

// Main runs the tests of a package that runs the programs, and returns the exit status.
func Main(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "cotejo-cli-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

// Result is what a run of the program left.
type Result struct {
	Status         int
	Stdout, Stderr string
}

// Invocation is one run of the program. Its environment holds nothing but
// what is named.
type Invocation struct {
	Folder string
	Env    []string
	Stdin  string
	Args   []string
}

// Run runs the program to its end.
func (i Invocation) Run(t *testing.T) Result {
	t.Helper()
	c := i.Command(t.Context())
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(i.Stdin), &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return Result{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// Command is the command that runs the program.
func (i Invocation) Command(ctx context.Context) *exec.Cmd {
	path, err := binary()
	c := exec.CommandContext(ctx, path, i.Args...)
	if err != nil {
		c.Err = err
	}
	c.Dir = i.Folder
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir(), "GOGC=" + os.Getenv("GOGC"),
		program.RaceEnv}, i.Env...)
	return c
}

// OnTerminal runs the program as a person does, on a terminal, and returns all
// that the person sees.
func (i Invocation) OnTerminal(t *testing.T) string {
	t.Helper()
	out, err := i.Terminal(t).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// Terminal is the command that runs the program on a terminal of its own.
func (i Invocation) Terminal(t *testing.T) *exec.Cmd {
	t.Helper()
	script, err := exec.LookPath("script")
	if err != nil {
		t.Fatal("script(1), which makes a terminal, is not installed; on Debian it is in the package bsdutils")
	}
	plain := i.Command(t.Context())
	line := "'" + strings.Join(plain.Args, "' '") + "'"
	c := exec.CommandContext(t.Context(), script, "--quiet", "--return", "--command", line, "/dev/null")
	c.Dir, c.Env = plain.Dir, append(plain.Env, "TERM=xterm")
	return c
}

// Typing runs the program on a terminal and answers each prompt with a line.
func (i Invocation) Typing(t *testing.T, answers []string) (seen string, err error) {
	t.Helper()
	c := i.Terminal(t)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	buffer := make([]byte, 4096)
	asked := 0
	for {
		n, readErr := out.Read(buffer)
		seen += string(buffer[:n])
		for ; asked < len(answers) && strings.Count(seen, ": ") > asked; asked++ {
			time.Sleep(300 * time.Millisecond) // the prompt comes before the echo is off
			if _, err := io.WriteString(stdin, answers[asked]+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		if readErr != nil {
			return seen, c.Wait()
		}
	}
}

// Run runs the program in a folder.
func Run(t *testing.T, folder string, args ...string) Result {
	t.Helper()
	return Invocation{Folder: folder, Args: args}.Run(t)
}

// Refused runs a command that must change nothing.
func Refused(t *testing.T, folder string, status int, says string, args ...string) {
	t.Helper()
	got := Run(t, folder, args...)
	if got.Status != status || !strings.Contains(got.Stderr, says) || got.Stdout != "" {
		t.Errorf("%v: status %d, want %d\n%swant … %s …", args, got.Status, status, got.Stderr, says)
	}
}

// Golden compares got with a file; -update writes it again.
func Golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v: write it with -update", err)
		return
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// DecodeLines reads lines of JSON.
func DecodeLines[T any](t *testing.T, out string) []T {
	t.Helper()
	var lines []T
	for line := range strings.Lines(out) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("line %.200q: %v", line, err)
		}
		lines = append(lines, v)
	}
	return lines
}
