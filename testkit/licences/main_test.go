package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		licences string
		fault    string
	}{
		{"MIT", ""},
		{"Apache-2.0 BSD-3-Clause", ""},
		{"AGPL-3.0", ""},
		{"", "no known licence"},
		{"GPL-2.0", "GPL-2.0 is not among"},
		{"MIT CC-BY-NC-4.0", "CC-BY-NC-4.0 is not among"},
	} {
		err := module{name: "m", licences: strings.Fields(tc.licences)}.check()
		if tc.fault == "" && err != nil || tc.fault != "" && (err == nil || !strings.Contains(err.Error(), tc.fault)) {
			t.Errorf("%q: %v, want %q", tc.licences, err, tc.fault)
		}
	}
}

// TestLinkedModulesAreCompatible asks the go command which modules are linked:
// each of them has a licence that a program under the AGPL-3.0 may contain.
func TestLinkedModulesAreCompatible(t *testing.T) {
	t.Chdir("../..")
	modules, err := linked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		if err := m.check(); err != nil {
			t.Error(err)
		}
	}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}",
		"github.com/cotejo/cotejo/cmd/cotejo", "github.com/cotejo/cotejo/cmd/cotejod").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		path, version, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue // of Cotejo itself
		}
		listed := false
		for _, m := range modules {
			listed = listed || strings.HasPrefix(m.name, path) && strings.HasSuffix(m.name, " "+version) && m.text != ""
		}
		if !listed {
			t.Errorf("%s %s is not listed", path, version)
		}
	}
}
