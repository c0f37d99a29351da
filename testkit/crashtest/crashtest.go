// Package crashtest runs a test's own binary as a process and kills it, so that the test can check that
// whatever the process had acknowledged is still there.
package crashtest

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"
)

// variable names what a victim works on; a process without it is the test.
const variable = "COTEJO_TEST_VICTIM"

// Main is the TestMain of a package that has victims. live is a victim's life:
// it works on path and writes a line for each thing that it acknowledges,
// until it is killed; an error ends it sooner.
func Main(m *testing.M, live func(path string, acknowledge io.Writer) error) {
	if path := os.Getenv(variable); path != "" {
		fmt.Fprintln(os.Stderr, live(path, os.Stdout))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// Kill starts a victim on path, lets it acknowledge so many lines, kills it at
// some time within the given one and returns all that it acknowledged.
func Kill(t *testing.T, path string, lines int, within time.Duration) []string {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), variable+"="+path)
	c.Stderr = t.Output()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var acknowledged []string
	for scan := bufio.NewScanner(out); scan.Scan(); {
		if acknowledged = append(acknowledged, scan.Text()); len(acknowledged) == lines {
			time.AfterFunc(rand.N(within), func() { c.Process.Kill() })
		}
	}
	c.Wait()
	if len(acknowledged) < lines {
		t.Fatal("the process did not get to work")
	}
	return acknowledged
}
