// Command licences writes the licences of all that is linked into the programs:
// the notice of Cotejo itself, native.txt for libraries in C, and those of the Go
// modules, which go-licenses finds. It refuses modules without a known licence,
// and those that a program under the AGPL-3.0 must not contain.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"go/build"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/google/go-licenses/v2/licenses"
	"k8s.io/klog/v2"
)

// native has the licences of libraries in C. The lists of their parts come from
// the archives in go-fitz, the texts from Debian's packages of them.
//
//go:embed native.txt
var native string

// compatible are the licences that go-licenses may find, by their SPDX names.
// The AGPL-3.0 covers MuPDF, and so each program as a whole; code under the others may
// be part of it (https://www.gnu.org/licenses/license-list.html).
var compatible = []string{"AGPL-3.0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0"}

// chosen are the licences of modules that offer a choice.
var chosen = map[string]string{"kernel.org/pub/linux/libs/security/libcap/psx": "BSD-3-Clause"}

func main() {
	log.SetFlags(0)
	root := flag.String("root", "../..", "the folder of the module whose programs are looked at")
	out := flag.String("o", "licences.txt", "the file to write")
	flag.Parse()
	if err := write(*root, *out); err != nil {
		log.Fatal(err)
	}
}

func write(root, out string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil { // the go command looks modules up from here
		return err
	}
	text, err := report(context.Background())
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}

// module is linked into a program.
type module struct {
	name     string
	licences []string // SPDX names
	text     string   // its licence, and its notice where it has one
}

// check reports what is wrong with a module's licences.
func (m module) check() error {
	if len(m.licences) == 0 {
		return fmt.Errorf("%s: no known licence", m.name)
	}
	for _, name := range m.licences {
		if !slices.Contains(compatible, name) {
			return fmt.Errorf("%s: %s is not among the licences compatible with the AGPL-3.0", m.name, name)
		}
	}
	return nil
}

func report(ctx context.Context) ([]byte, error) {
	root, err := goEnv("GOMOD")
	if err != nil {
		return nil, err
	}
	notice, err := os.ReadFile(filepath.Join(filepath.Dir(root), "NOTICE"))
	if err != nil {
		return nil, err
	}
	modules, err := linked(ctx)
	if err != nil {
		return nil, err
	}
	var faults []error
	var texts []string // each once, in the order of the modules
	names := map[string][]string{}
	for _, m := range modules {
		faults = append(faults, m.check())
		if names[m.text] == nil {
			texts = append(texts, m.text)
		}
		names[m.text] = append(names[m.text], m.name+" ("+strings.Join(m.licences, ", ")+")")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n\n%s", strings.TrimSpace(string(notice)), native)
	redoc, err := os.ReadFile("adapters/rest/redoc/LICENSE")
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "\nRedoc, and what its bundle contains (MIT)\n%s\n\n%s\n", strings.Repeat("-", 60), redoc)
	for _, text := range texts {
		title := strings.Join(names[text], "\n")
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", title, strings.Repeat("-", 60), text)
	}
	return b.Bytes(), errors.Join(faults...)
}

// oneAtATime serialises a classifier: licenses.Libraries calls it from several
// goroutines, and the diff inside it writes to what it shares with the others.
type oneAtATime struct {
	licenses.Classifier
	mu sync.Mutex
}

func (c *oneAtATime) Identify(path string) ([]licenses.License, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Classifier.Identify(path)
}

// linked returns the modules of both programs, as they are built for Linux, by
// name, and before them the standard library of Go.
func linked(ctx context.Context) ([]module, error) {
	goroot, err := goEnv("GOROOT")
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"GOROOT": goroot, "GOFLAGS": "-tags=sqlite_fts5", "GOOS": "linux", "GOARCH": "amd64", "CGO_ENABLED": "1"} {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	build.Default.GOROOT = goroot // by which go-licenses knows the standard library
	text, err := textOf(filepath.Join(goroot, "LICENSE"))
	if err != nil {
		return nil, err
	}
	all := []module{{"Go", []string{"BSD-3-Clause"}, text}}

	// It warns of every file that is not Go; what it cannot read has no licence.
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	classifier, err := licenses.NewClassifier()
	if err != nil {
		return nil, err
	}
	const self = "github.com/cotejo/cotejo"
	libraries, err := licenses.Libraries(ctx, &oneAtATime{Classifier: classifier}, false, []string{self}, self+"/cmd/cotejo", self+"/cmd/cotejod")
	if err != nil {
		return nil, err
	}
	for _, l := range libraries {
		m := module{name: strings.TrimSpace(l.Name() + " " + l.Version())}
		for _, found := range l.Licenses {
			m.licences = append(m.licences, found.Name)
		}
		slices.Sort(m.licences)
		m.licences = slices.Compact(m.licences)
		if one, ok := chosen[l.Name()]; ok {
			m.licences = []string{one}
		}
		if l.LicenseFile != "" {
			if m.text, err = textOf(l.LicenseFile); err != nil {
				return nil, err
			}
		}
		all = append(all, m)
	}
	return all, nil
}

// textOf returns a licence, and the notice beside it that goes with it.
func textOf(licence string) (string, error) {
	text, err := os.ReadFile(licence)
	if err != nil {
		return "", err
	}
	notices, err := filepath.Glob(filepath.Join(filepath.Dir(licence), "NOTICE*"))
	if err != nil {
		return "", err
	}
	for _, name := range notices {
		if name == licence {
			continue
		}
		notice, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		text = fmt.Appendf(text, "\n\n%s", notice)
	}
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n"), nil
}

func goEnv(name string) (string, error) {
	value, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return "", fmt.Errorf("go env %s: %w", name, err)
	}
	return strings.TrimSpace(string(value)), nil
}
