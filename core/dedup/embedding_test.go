package dedup_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The lines that docs/embedding.md shows are a program's, as they stand there.
func TestTheEmbeddedLinesAreAProgram(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "embedding.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```go\n")
	lines, _, ok := strings.Cut(rest, "```")
	if !ok || strings.Count(lines, "\n") > 14 {
		t.Fatalf("the page shows %q", lines)
	}
	program := `package main

import (
	"context"
	"fmt"
	"log"

	"github.com/cotejo/cotejo/core/dedup"
)

func main() {
	texts := []string{
		"ANA LÓPEZ RUIZ, C.C. 52.418.903. HECHOS\nLa EPS me negó el rituximab que ordenó la doctora Ortiz el 12 de marzo de 2024, orden 884120. Pido que la EPS entregue el rituximab.",
		"EVA SANZ MORA, C.C. 41.772.019. HECHOS\nMi patrono me despidió el 3 de enero de 2023 y no pagó la liquidación de 1.250.000 pesos. Pido que la pague.",
		"ANA LOPEZ RUIZ, C.C. 52418903. HECHOS\nLa EPS me negó el RITUXIMAB que ordenó la doctora Ortiz el 12/03/2024, orden 884.120. Pido que la EPS entregue el rituximab.",
	}
` + lines + "}\n"
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "go", "run", file)
	run.Dir = root
	out, err := run.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "2 duplicate 0 [") || strings.Count(string(out), "\n") != 1 {
		t.Errorf("%v: %s", err, out)
	}
}

// The lines from text to duplicates are those of the example.
func TestTheLinesFromTextToDuplicatesAreTheExample(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "embedding.md"))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_text_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "## From text to duplicates")
	_, rest, _ = strings.Cut(rest, "```go\n")
	lines, _, ok := strings.Cut(rest, "```")
	indented := "\t" + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n\t") + "\n"
	if !ok || len(lines) < 100 || !strings.Contains(string(source), indented) {
		t.Errorf("the page shows other lines than example_text_test.go:\n%s", lines)
	}
}

// A program that has nothing but these lines goes from text to duplicates, and is built from
// golang.org/x/text alone.
func TestAnEmptyModuleGoesFromTextToDuplicates(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_text_test.go")
	if err != nil {
		t.Fatal(err)
	}
	program := strings.NewReplacer("package dedup_test", "package main", "func Example_fromText()", "func main()").Replace(string(example))
	folder := t.TempDir()
	for name, text := range map[string]string{
		"main.go": program,
		"go.mod":  "module example.org/embedder\n\ngo 1.26.0\n\nrequire github.com/cotejo/cotejo v0.0.0\n\nreplace github.com/cotejo/cotejo => " + root + "\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		c := exec.CommandContext(t.Context(), "go", args...)
		c.Dir, c.Env = folder, append(os.Environ(), "CGO_ENABLED=0")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	run("mod", "tidy")
	if got, want := run("run", "."), "1 mass 0\n2 duplicate 0\n2 mass 1\n"; got != want {
		t.Errorf("it prints\n%s, want\n%s", got, want)
	}
	modules := strings.Fields(run("list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "."))
	slices.Sort(modules)
	if got := strings.Join(slices.Compact(modules), " "); got != "example.org/embedder github.com/cotejo/cotejo golang.org/x/text" {
		t.Errorf("it is built from %s", got)
	}
}
