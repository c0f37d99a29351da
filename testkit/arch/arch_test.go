package arch

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestRepository checks the sources that this test is part of.
func TestRepository(t *testing.T) {
	tree, err := Read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Packages) < 10 || len(tree.Texts) < 50 {
		t.Fatalf("only %d packages and %d files were found", len(tree.Packages), len(tree.Texts))
	}
	for _, v := range Check(tree) {
		t.Error(v)
	}
}

// lawful is a small repository without a fault.
var lawful = map[string]string{
	"LICENSE": "", "NOTICE": "", "Makefile": "", "README.md": "", "go.sum": "", "docs/a.md": "See ../work/x and https://a.example/root/x.",
	".gitignore":                     "/bin/\n*.out\n",
	"bin/cotejo":                     "/" + "work/",
	"x.out":                          "",
	"go.mod":                         "module example.org/m\n",
	"core/text/a.go":                 "package text\nimport _ \"golang.org/x/text/cases\"\n",
	"core/dedup/a.go":                "package dedup\nimport (\n_ \"example.org/m/core/text\"\n_ \"math\"\n)\n",
	"core/dedup/a_test.go":           "package dedup_test\nimport (\n_ \"pgregory.net/rapid\"\n_ \"example.org/m/testkit/filings\"\n_ \"os\"\n_ \"math/rand\"\n)\nfunc f() { time.Now() }\n",
	"core/ner/testdata/bad.go":       "not Go",
	"core/fault/a.go":                "package fault\nimport _ \"example.org/m/core/text\"\n",
	"core/document/a.go":             "package document\nimport _ \"example.org/m/core/fault\"\nimport \"time\"\nvar zero time.Time\n",
	"ports/a.go":                     "package ports\nimport _ \"example.org/m/core/document\"\n// A has a method.\ntype A interface { B() }\n",
	"core/intake/a.go":               "package intake\nimport _ \"example.org/m/ports\"\nimport _ \"os\"\n",
	"core/intake/a_test.go":          "package intake\nimport _ \"example.org/m/testkit/memstore\"\n",
	"testkit/memstore/a.go":          "package memstore\nimport _ \"example.org/m/ports\"\n",
	"adapters/rest/a.go":             "package rest\nimport _ \"github.com/gofiber/fiber/v2\"\n",
	"adapters/rest/intakeapi/a.go":   "package intakeapi\nimport (\n_ \"example.org/m/adapters/rest\"\n_ \"example.org/m/ports\"\n)\n",
	"adapters/sqlstore/records/a.go": "package records\nimport _ \"example.org/m/adapters/sqlstore/sqldb\"\n",
	"adapters/rest/a_test.go":        "package rest\nimport _ \"example.org/m/core/intake\"\n",
	"cmd/m/a.go":                     "package main\nimport (\n_ \"example.org/m/adapters/rest\"\n_ \"example.org/m/core/intake\"\n)\n",
	"cmd/internal/app/a.go":          "package app\nimport _ \"example.org/m/core/intake\"\n",
	"cmd/server/a.go":                "package server\nimport _ \"example.org/m/cmd/internal/app\"\n",
	"testkit/filings/a.go":           "package filings\nimport _ \"example.org/m/core/document\"\n",
	"testkit/paper/a.go":             "package paper\nimport _ \"codeberg.org/go-pdf/fpdf\"\n",
}

func check(t *testing.T, planted map[string]string) []string {
	t.Helper()
	root := fstest.MapFS{}
	for _, files := range []map[string]string{lawful, planted} {
		for name, text := range files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	maps.DeleteFunc(root, func(_ string, f *fstest.MapFile) bool { return string(f.Data) == removed })
	tree, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, v := range Check(tree) {
		found = append(found, v.String())
	}
	return found
}

const removed = "(removed)"

func TestLawfulTreeHasNoViolation(t *testing.T) {
	if found := check(t, nil); len(found) > 0 {
		t.Errorf("found %s", strings.Join(found, "\n"))
	}
}

func TestPlantedViolationsAreFound(t *testing.T) {
	importing := func(pkg string, paths ...string) string {
		text := "package " + pkg + "\n"
		for _, p := range paths {
			text += fmt.Sprintf("import _ %q\n", p)
		}
		return text
	}
	for _, tc := range []struct {
		rule string
		file string
		text string
		want string // the beginning of the only violation
	}{
		{"engines import no vocabulary", "core/minhash/b.go", importing("minhash", "example.org/m/core/fault"),
			"core/minhash/b.go:2: core/minhash (engines) imports core/fault (vocabulary)"},
		{"engines import no foreign module", "core/minhash/b.go", importing("minhash", "golang.org/x/exp/slices"),
			"core/minhash/b.go:2: core/minhash imports golang.org/x/exp/slices"},
		{"engines import no C", "core/minhash/b.go", importing("minhash", "C"), "core/minhash/b.go:2: core/minhash imports C"},
		{"vocabulary imports no ports", "core/account/b.go", importing("account", "example.org/m/ports"), "core/account/b.go:2: core/account (vocabulary) imports ports (ports)"},
		{"vocabulary imports no foreign module, not even x/text", "core/account/b.go", importing("account", "golang.org/x/text/cases"), "core/account/b.go:2: core/account imports golang.org/x/text/cases"},
		{"ports import no services", "ports/b.go", importing("ports", "example.org/m/core/intake"), "ports/b.go:2: ports (ports) imports core/intake (services)"},
		{"ports import no adapters", "ports/b.go", importing("ports", "example.org/m/adapters/bcrypt"), "ports/b.go:2: ports (ports) imports adapters/bcrypt (adapters)"},
		{"services import no adapters", "core/intake/b.go", importing("intake", "example.org/m/adapters/rest"), "core/intake/b.go:2: core/intake (services) imports adapters/rest (adapters)"},
		{"services import no services", "core/auth/b.go", importing("auth", "example.org/m/core/intake"), "core/auth/b.go:2: core/auth (services) imports core/intake (services)"},
		{"services import no foreign module", "core/intake/b.go", importing("intake", "github.com/google/uuid"), "core/intake/b.go:2: core/intake imports github.com/google/uuid"},
		{"adapters import no services", "adapters/rest/b.go", importing("rest", "example.org/m/core/intake"), "adapters/rest/b.go:2: adapters/rest (adapters) imports core/intake (services)"},
		{"adapters import no other adapter", "adapters/sqlstore/b.go", importing("sqlstore", "example.org/m/adapters/rest"), "adapters/sqlstore/b.go:2: adapter adapters/sqlstore imports adapter adapters/rest"},
		{"adapters import none that is nested in them", "adapters/rest/b.go", importing("rest", "example.org/m/adapters/rest/intakeapi"), "adapters/rest/b.go:2: adapter adapters/rest imports adapter adapters/rest/intakeapi"},
		{"rooms of an engine import none above them", "core/ner/internal/doc/b.go", importing("doc", "example.org/m/core/ner/internal/role"), "core/ner/internal/doc/b.go:2: core/ner/internal/doc imports core/ner/internal/role, which is a layer above it"},
		{"layers of an adapter import none above them", "adapters/sqlstore/sqldb/b.go", importing("sqldb", "example.org/m/adapters/sqlstore/records"), "adapters/sqlstore/sqldb/b.go:2: adapter adapters/sqlstore/sqldb imports adapter adapters/sqlstore/records"},
		{"adapters import no adapter whose name begins alike", "adapters/restful/b.go", importing("restful", "example.org/m/adapters/rest"), "adapters/restful/b.go:2: adapter"},
		{"adapters import no commands", "adapters/rest/b.go", importing("rest", "example.org/m/cmd/internal/config"), "adapters/rest/b.go:2: adapters/rest (adapters) imports cmd/internal/config (cmd)"},
		{"adapters import no wiring", "adapters/rest/b.go", importing("rest", "example.org/m/cmd/internal/app"), "adapters/rest/b.go:2: adapters/rest (adapters) imports cmd/internal/app (cmd)"},
		{"wiring imports no testkit", "cmd/internal/app/b.go", importing("app", "example.org/m/testkit/filings"), "cmd/internal/app/b.go:2: cmd/internal/app (cmd) imports testkit/filings (testkit)"},
		{"commands import no testkit", "cmd/m/b.go", importing("main", "example.org/m/testkit/filings"), "cmd/m/b.go:2: cmd/m (cmd) imports testkit/filings (testkit)"},
		{"adapters import no testkit", "adapters/rest/b.go", importing("rest", "example.org/m/testkit/filings"), "adapters/rest/b.go:2: adapters/rest (adapters) imports testkit/filings (testkit)"},
		{"the core imports no testkit", "core/minhash/b.go", importing("minhash", "example.org/m/testkit/filings"), "core/minhash/b.go:2: core/minhash (engines) imports testkit/filings (testkit)"},
		{"testkit imports no services", "testkit/filings/b.go", importing("filings", "example.org/m/core/intake"), "testkit/filings/b.go:2: testkit/filings (testkit) imports core/intake (services)"},
		{"a build tag hides nothing", "core/minhash/b.go", "//go:build never\n\n" + importing("minhash", "example.org/m/ports"), "core/minhash/b.go:4: core/minhash (engines) imports ports (ports)"},
		{"a nested package belongs to its parent's ring", "core/minhash/x/b.go", importing("x", "example.org/m/ports"), "core/minhash/x/b.go:2: core/minhash/x (engines) imports ports (ports)"},
		{"a new package needs a ring", "core/novel/b.go", importing("novel"), "core/novel/b.go: package core/novel is in no ring"},
		{"no package at the root", "b.go", importing("m"), "b.go: it does not belong at the top level"},

		{"tests of the core import no foreign module", "core/text/b_test.go", importing("text", "github.com/stretchr/testify/assert"), "core/text/b_test.go:2: the test imports github.com/stretchr/testify/assert"},
		{"tests of the core import no adapter", "core/text/b_test.go", importing("text", "example.org/m/adapters/rest"), "core/text/b_test.go:2: the test imports adapters/rest"},
		{"tests of the core may use the store in memory while it is light", "testkit/memstore/b.go", importing("memstore", "github.com/uptrace/bun"), "core/intake/a_test.go:2: the test imports testkit/memstore, which brings github.com/uptrace/bun"},
		{"tests of ports import no command", "ports/b_test.go", importing("ports_test", "example.org/m/cmd/m"), "ports/b_test.go:2: the test imports cmd/m"},
		{"tests of the core import no heavy testkit", "core/text/b_test.go", importing("text", "example.org/m/testkit/paper"), "core/text/b_test.go:2: the test imports testkit/paper, which brings codeberg.org/go-pdf/fpdf (testkit/paper)"},

		{"engines open no files", "core/scanprep/b.go", importing("scanprep", "os"), "core/scanprep/b.go:2: core/scanprep imports os"},
		{"vocabulary logs nothing", "core/fault/b.go", importing("fault", "log/slog"), "core/fault/b.go:2: core/fault imports log/slog"},
		{"the core reads no clock", "core/intake/b.go", "package intake\nimport \"time\"\nvar t = time.Now()\n", "core/intake/b.go:3: time.Now is used"},
		{"the core reads no clock by another name", "core/intake/b.go", "package intake\nimport clock \"time\"\nvar t = clock.Since\n", "core/intake/b.go:3: time.Since is used"},
		{"no times in the zone of the machine", "cmd/m/b.go", "package main\nimport \"time\"\nfunc f(t time.Time) string {\n\treturn t.Local().Format(time.DateOnly)\n}\n", "cmd/m/b.go:4: a time in the zone of the machine"},
		{"the core draws no numbers but from a seed", "core/ner/b.go", "package ner\nimport \"math/rand/v2\"\nvar r = rand.New(rand.NewPCG(1, 2)).IntN(3) + rand.IntN(3)\n", "core/ner/b.go:3: rand.IntN is used"},
		{"the core draws no random numbers", "core/intake/b.go", importing("intake", "crypto/rand"), "core/intake/b.go:2: core/intake imports crypto/rand"},
		{"ports holds no structs", "ports/b.go", "package ports\n// T is one.\ntype T struct{}\n", "ports/b.go:3: type T is no interface"},
		{"ports holds no functions", "ports/b.go", "package ports\n// F is one.\nfunc F() {}\n", "ports/b.go:3: a declaration that is no interface"},
		{"no init functions", "core/text/b.go", "package text\nfunc init() {}\n", "core/text/b.go:2: an init function"},
		{"no package called utils", "core/text/utils/b.go", importing("utils"), "core/text/utils/b.go: a package named utils"},
		{"no package called helpers behind another folder", "adapters/rest/intakeapi/b_test.go", importing("helpers_test"), "adapters/rest/intakeapi/b_test.go: a package named helpers"},
		{"a package is named as its folder", "core/text/b.go", importing("words"), "core/text/b.go: package words in folder text"},
		{"nothing new at the top level", "scripts/x.sh", "", "scripts: it does not belong at the top level"},
		{"nothing missing at the top level", "NOTICE", removed, "NOTICE: it is missing"},
		{"no paths of a machine in Go", "core/text/b.go", "package text\nconst a = \"/" + "work/x\"\n", "core/text/b.go:2: a path of one machine"},
		{"no paths of a machine in pages", "docs/b.md", "a\n\nin `/" + "root/go`\n", "docs/b.md:3: a path of one machine"},
		{"no paths of a machine at the end of a line", "docs/b.md", "cd /" + "work\n", "docs/b.md:1: a path of one machine"},
		{"no paths of a machine in dotfiles", ".ci/run", "cd /" + "root", ".ci/run:1: a path of one machine"},

		{"no archaic verbs in comments", "core/minhash/b.go", "package minhash\n\n// f makes it anew.\nfunc f() {}\n", `core/minhash/b.go:3: the comment says "anew"`},
		{"no relative clause without a noun", "core/minhash/b.go", "package minhash\n\n// f returns the tasks of who waits.\nfunc f() {}\n", `core/minhash/b.go:3: the comment says "of who"`},
		{"exported functions have a doc comment", "core/minhash/b.go", "package minhash\n\nfunc F() {}\n", "core/minhash/b.go:3: F has no doc comment"},
		{"exported constants have a doc comment", "core/minhash/b.go", "package minhash\n\nconst C = 1\n", "core/minhash/b.go:3: C has no doc comment"},
		{"doc comments begin with the name", "core/minhash/b.go", "package minhash\n\n// Returns it.\nfunc f() {}\n", "core/minhash/b.go:3: the doc comment of f does not begin with its name"},
		{"lines have 160 columns", "core/minhash/b.go", "package minhash\n\nvar a = " + strings.Repeat("1 + ", 40) + "1\n", "core/minhash/b.go:3: 169 columns"},
		{"functions have 80 lines", "core/minhash/b.go", "package minhash\n\nfunc f() {\n" + strings.Repeat("\n", 80) + "}\n", "core/minhash/b.go:3: f has 82 lines"},
		{"functions have 30 branches", "core/minhash/b.go", "package minhash\n\nfunc f(a bool) bool { return " + strings.Repeat("a ||\n", 30) + "a }\n", "core/minhash/b.go:3: f has a cyclomatic complexity of 31"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			found := check(t, map[string]string{tc.file: tc.text})
			found = slices.DeleteFunc(found, func(v string) bool { return strings.Contains(v, "is in no ring") && tc.file == "b.go" })
			if len(found) != 1 || !strings.HasPrefix(found[0], tc.want) {
				t.Errorf("found\n%s\nwant one that begins with\n%s", strings.Join(found, "\n"), tc.want)
			}
		})
	}
}

func TestHeavyModulesAreFollowed(t *testing.T) {
	found := check(t, map[string]string{
		"core/text/b.go":       "package text\nimport _ \"example.org/m/core/minhash\"\n",
		"core/minhash/b.go":    "package minhash\nimport _ \"github.com/uptrace/bun\"\n",
		"testkit/filings/b.go": "package filings\nimport _ \"example.org/m/testkit/paper\"\n",
	})
	for _, want := range []string{
		"core/dedup: importing it brings github.com/uptrace/bun (core/dedup → core/text → core/minhash)",
		"which brings codeberg.org/go-pdf/fpdf (testkit/filings → testkit/paper)",
	} {
		if !slices.ContainsFunc(found, func(v string) bool { return strings.Contains(v, want) }) {
			t.Errorf("no violation says %q; found\n%s", want, strings.Join(found, "\n"))
		}
	}
}

func TestBrokenSourcesAreAnError(t *testing.T) {
	root := fstest.MapFS{"go.mod": {Data: []byte("module example.org/m\n")}, "core/a.go": {Data: []byte("package")}}
	if _, err := Read(root); err == nil {
		t.Error("no error")
	}
}

func TestPlainSourcesHaveNoViolation(t *testing.T) {
	for rule, text := range map[string]string{
		"an enumeration is documented with its type":     "// K is a kind.\ntype K int\n\nconst (\n\tA K = iota\n\tB\n)\n",
		"a method is documented with the interface":      "// T implements fmt.Formatter.\ntype T struct{}\n\nfunc (T) Format() {}\n",
		"a message may stand on one line":                "var s = \"" + strings.Repeat("a ", 100) + "\"\n",
		"a group of constants has one comment":           "// Sizes in points.\nvar (\n\tA = 1\n\tB = 2\n)\n",
		"Who may begin a question":                       "// Who may log in? f decides.\nvar f int\n",
		"articles may stand before the name of the type": "// A Tree has leaves.\ntype Tree struct{}\n",
	} {
		t.Run(rule, func(t *testing.T) {
			if found := check(t, map[string]string{"core/minhash/b.go": "package minhash\n\n" + text}); len(found) > 0 {
				t.Errorf("found %s", strings.Join(found, "\n"))
			}
		})
	}
}
