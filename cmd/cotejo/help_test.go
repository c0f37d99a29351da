package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHelp holds the help of every command against testdata/help; -update
// writes it again. All of it is Spanish.
func TestHelp(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	told := map[string]bool{}
	var visit func(command ...string)
	visit = func(command ...string) {
		name := strings.Join(append([]string{"cotejo"}, command...), "-") + ".golden"
		told[name] = true
		got := invocation{folder: folder, args: append(command, "--help")}.run(t)
		if got.status != 0 || got.stderr != "" {
			t.Errorf("%v: %+v", command, got)
		}
		for _, english := range []string{"Usage", "Flags", "Available", "help for", "Use \"", " string ", " duration ", " int ", "[flags]", "default"} {
			if strings.Contains(got.stdout, english) {
				t.Errorf("%v: the help says %q", command, english)
			}
		}
		golden(t, filepath.Join("testdata", "help", name), got.stdout)
		if len(command) > 0 && !strings.Contains(got.stdout, "Órdenes:") {
			return
		}
		completed := invocation{folder: folder, args: append(append([]string{"__complete"}, command...), "")}.run(t)
		for line := range strings.Lines(completed.stdout) {
			if sub, _, ok := strings.Cut(line, "\t"); ok && sub != "help" {
				visit(append(command[:len(command):len(command)], sub)...)
			}
		}
	}
	visit()
	files, err := filepath.Glob(filepath.Join("testdata", "help", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !told[filepath.Base(file)] {
			t.Errorf("%s is of no command", file)
		}
	}
}

func golden(t *testing.T, path, got string) {
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
