package main_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
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
		got := cotejo.Run(t, folder, append(command, "--help")...)
		if got.Status != 0 || got.Stderr != "" {
			t.Errorf("%v: %+v", command, got)
		}
		for _, english := range []string{"Usage", "Flags", "Available", "help for", "Use \"", " string ", " duration ", " int ", "[flags]", "default"} {
			if strings.Contains(got.Stdout, english) {
				t.Errorf("%v: the help says %q", command, english)
			}
		}
		cotejo.Golden(t, filepath.Join("testdata", "help", name), got.Stdout)
		if len(command) > 0 && !strings.Contains(got.Stdout, "Órdenes:") {
			return
		}
		completed := cotejo.Run(t, folder, append(append([]string{"__complete"}, command...), "")...)
		for line := range strings.Lines(completed.Stdout) {
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
