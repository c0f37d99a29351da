package main_test

import (
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
		got := cotejo(t, folder, append(command, "--help")...)
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
		completed := cotejo(t, folder, append(append([]string{"__complete"}, command...), "")...)
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
