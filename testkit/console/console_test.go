package console

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/program"
)

var (
	only    = flag.String("spec", "", "the one spec to run, without .spec.mjs")
	shots   = flag.String("shots", "", "folder that screenshots are written to")
	widths  = flag.Bool("widths", false, "take screenshots at three widths")
	measure = flag.Bool("measure", false, "run what is in measures, which prints figures, instead of the specs")
	slow    = flag.Bool("slow", false, "run the long form of specs that have one")
	stored  = flag.String("database", "", "SQLite file of documents that intake serves in place of those of the seed")
)

// specTime is how long one spec may take, and slowSpecTime its long form: on a quiet machine nine minutes.
const specTime, slowSpecTime = 10 * time.Minute, time.Hour

func TestConsole(t *testing.T) {
	root, err := program.Root()
	if err != nil {
		t.Fatal(err)
	}
	node := findNode(t)
	if _, err := os.Stat(filepath.Join(root, "adapters/console/web/dist/index.html")); err != nil {
		t.Fatal("the console is not built: run make console")
	}
	folder := "specs"
	if *measure {
		folder = "measures"
	}
	specs, err := filepath.Glob(folder + "/*.spec.mjs")
	if err != nil || len(specs) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	seed := sync.OnceValues(func() (*seed, error) { return newSeed(t) })
	for _, spec := range specs {
		name := strings.TrimSuffix(filepath.Base(spec), ".spec.mjs")
		if *only != "" && *only != name {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := seed()
			if err != nil {
				t.Fatal(err)
			}
			o := s.open(t)
			most := specTime
			if *slow {
				most = slowSpecTime
			}
			ctx, cancel := context.WithTimeout(t.Context(), most)
			defer cancel()
			run := exec.CommandContext(ctx, node, "--test", "--test-reporter=spec", spec)
			run.Env = append(os.Environ(), "COTEJO_OFFICE="+o.describe(t))
			run.Cancel = func() error { return run.Process.Signal(os.Interrupt) } // it closes its browser
			run.WaitDelay = 20 * time.Second
			var out bytes.Buffer
			run.Stdout, run.Stderr = &out, &out
			if err := run.Run(); err != nil {
				t.Errorf("%s: %v\n%s", spec, err, out.Bytes())
			} else if *measure {
				os.Stdout.Write(out.Bytes())
			} else if testing.Verbose() {
				t.Logf("%s", out.Bytes())
			}
		})
	}
}

// A route that is set after the page has loaded does not always catch the next request.
func TestRoutesAreSetBeforePagesOpen(t *testing.T) {
	specs, err := filepath.Glob("*s/*.spec.mjs")
	if err != nil || len(specs) < 10 {
		t.Fatalf("%d specs: %v", len(specs), err)
	}
	for _, spec := range specs {
		text, err := os.ReadFile(spec)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(".route(")) || bytes.Contains(text, []byte(".unroute(")) {
			t.Errorf("%s sets a route itself: give it to open or as, as the option routes", spec)
		}
	}
}

// findNode returns a Node that is new enough, and tells what to do without one,
// without its packages or without a browser.
func findNode(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat("node_modules/playwright-core"); err != nil {
		t.Fatal("the packages of the specs are missing: run make browser")
	}
	if _, err := os.Stat(chromium); err != nil {
		t.Fatalf("there is no %s: install Debian's package chromium (make deps)", chromium)
	}
	for _, node := range []string{"node_modules/.bin/node", "node"} {
		path, err := exec.LookPath(node)
		if err != nil {
			continue
		}
		var major int
		out, err := exec.Command(path, "--version").Output()
		if _, scan := fmt.Sscanf(string(out), "v%d.", &major); err == nil && scan == nil && major >= 20 {
			path, err = filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	t.Fatal("there is no Node 20 or later: run make browser")
	return ""
}

const chromium = "/usr/bin/chromium"

// describe returns the facts that a spec needs, as JSON.
func (o *office) describe(t *testing.T) string {
	t.Helper()
	folder := *shots
	if folder != "" && !filepath.IsAbs(folder) {
		t.Fatal("-shots must be an absolute path")
	}
	data, err := json.Marshal(map[string]any{
		"intake": o.intake.url, "notify": o.notify.url, "control": o.control,
		"users": users, "notifiers": notifiers,
		"token": o.token, "notifyToken": o.notifyToken,
		"files": o.seed.files, "chromium": chromium, "shots": folder, "widths": *widths, "slow": *slow,
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
