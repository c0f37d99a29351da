package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// contender reads a scan page by page; spent is the processor time of all
// processes that took part, start included.
type contender struct {
	name string
	read func(s scan, folder string) (pages []string, spent time.Duration, err error)
}

// steps are what cotejo read leaves out on request.
var steps = []string{"trimmed", "unmarked", "levelled", "patched", "smoothed", "whitened", "turned", "straightened", "second_pass", "reread", "mended"}

func contenders(o options) []contender {
	if o.eachStep {
		all := []contender{{"nothing", cotejo(o)}}
		for _, step := range steps {
			without := o
			without.without = step
			all = append(all, contender{step, cotejo(without)})
		}
		return all
	}
	all := []contender{
		{"cotejo", cotejo(o)},
		{"tesseract 200", commandLine(200)},
		{"tesseract 300", commandLine(300)},
		{"ocrmypdf", ocrmypdf},
	}
	if len(o.only) > 0 {
		all = slices.DeleteFunc(all, func(c contender) bool {
			return !slices.ContainsFunc(o.only, func(name string) bool { return strings.HasPrefix(c.name, name) })
		})
	}
	return all
}

func cotejo(o options) func(scan, string) ([]string, time.Duration, error) {
	return func(s scan, _ string) ([]string, time.Duration, error) {
		out, spent, err := execute(o.program, "read", "--quiet", "--ocr-workers", "1", "--without="+o.without, s.path)
		if err != nil {
			return nil, 0, err
		}
		var document struct {
			Pages []struct{ Text string }
		}
		if err := json.Unmarshal(out, &document); err != nil {
			return nil, 0, fmt.Errorf("what %s printed: %w", o.program, err)
		}
		var pages []string
		for _, p := range document.Pages {
			pages = append(pages, p.Text)
		}
		return pages, spent, nil
	}
}

// commandLine is what everybody does: pdftoppm, whose time does not count, and
// tesseract in Spanish.
func commandLine(dpi int) func(scan, string) ([]string, time.Duration, error) {
	return func(s scan, folder string) (pages []string, spent time.Duration, err error) {
		prefix := filepath.Join(folder, fmt.Sprint("page-", dpi))
		if _, _, err := execute("pdftoppm", "-r", fmt.Sprint(dpi), "-gray", s.path, prefix); err != nil {
			return nil, 0, err
		}
		pictures, err := filepath.Glob(prefix + "-*.pgm")
		if err != nil {
			return nil, 0, err
		}
		slices.Sort(pictures)
		for _, picture := range pictures {
			out, took, err := execute("tesseract", picture, "-", "-l", "spa", "--dpi", fmt.Sprint(dpi))
			if err != nil {
				return nil, 0, err
			}
			pages, spent = append(pages, string(out)), spent+took
		}
		return pages, spent, nil
	}
}

func ocrmypdf(s scan, folder string) ([]string, time.Duration, error) {
	sidecar := filepath.Join(folder, "sidecar.txt")
	_, spent, err := execute("ocrmypdf", "--quiet", "--force-ocr", "--deskew", "--rotate-pages", "--language", "spa", "--jobs", "1",
		"--output-type", "pdf", "--sidecar", sidecar, s.path, filepath.Join(folder, "out.pdf"))
	if err != nil {
		return nil, 0, err
	}
	text, err := os.ReadFile(sidecar)
	return strings.Split(string(text), "\f"), spent, err
}

// execute runs a program on one thread and returns what it printed.
func execute(program string, args ...string) ([]byte, time.Duration, error) {
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(stderr.String()))
	}
	return out, c.ProcessState.UserTime() + c.ProcessState.SystemTime(), nil
}
