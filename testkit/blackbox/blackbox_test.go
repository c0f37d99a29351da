// Package blackbox tests the real service as its clients see it: the built
// program, real HTTP, a real database, real PDFs.
package blackbox

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
)

// Sizes of the long tests, which make soak raises.
var (
	kills   = flag.Int("kills", 4, "how often the server is killed")
	mutants = flag.Int("mutants", 20, "how many PDFs with random changes are uploaded")
	rounds  = flag.Int("rounds", 0, "how many faults servers meet; at least each once")
	fills   = flag.Int("fills", 1, "how often a disk becomes full and has room again")
	slow    = flag.Bool("slow", false, "read the samples that take seconds, too")
)

// build builds the server under test, once.
var build func() (string, error)

// cotejod returns the server under test.
func cotejod(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "20"); err != nil { // a default: the command line is parsed after it
		panic(err)
	}
	flag.Parse()
	folder, err := os.MkdirTemp("", "cotejo-blackbox-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	build = sync.OnceValues(func() (string, error) { return program.Build(folder, "./cmd/cotejod") })
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// patience bounds what would otherwise hang; nothing is measured with it.
const patience = 10 * time.Minute

// start runs the service in folder until the test ends, at first with the administrator
// that seedAdmin writes.
func start(t *testing.T, folder string, env ...string) *service.Process {
	t.Helper()
	seeded := seedAdmin(t, folder, env)
	p := launch(t, folder, env...)
	if seeded {
		p.Password = adminPassword
	}
	return p
}

// launch is start for the service that makes its first administrator itself.
func launch(t *testing.T, folder string, env ...string) *service.Process {
	t.Helper()
	return run(t, service.Options{Dir: folder, Env: env})
}

// run starts the service, and stops it at the end of the test if it still runs.
func run(t *testing.T, o service.Options) *service.Process {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	o.Binary = cotejod(t)
	p, err := service.Start(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !p.Ended() {
			stop(t, p)
		}
	})
	return p
}

// adminPassword is the password of the administrator that seedAdmin writes.
const adminPassword = "una clave de prueba"

// adminHash is its hash at bcrypt's lowest cost: a service's own hashes take a quarter of a
// second of a core for each start and each login.
var adminHash = sync.OnceValues(func() (string, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(adminPassword), bcrypt.MinCost)
	return string(hash), err
})

// seedAdmin writes the users file of an intake service that starts in folder for the first
// time and reports whether it did. The settings may name another file or other users.
func seedAdmin(t *testing.T, folder string, env []string) bool {
	t.Helper()
	file := filepath.Join(folder, ".cotejo", "users.yaml")
	for _, setting := range env {
		if path, ok := strings.CutPrefix(setting, "SVC_AUTH_CONFIG_PATH="); ok {
			file = path
		}
		if strings.HasPrefix(setting, "AUTH_USERS=") {
			return false
		}
	}
	if _, err := os.Stat(file); err == nil {
		return false
	}
	hash, err := adminHash()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	users := fmt.Sprintf("users:\n  - {username: admin, password: %q, role: admin}\n", hash)
	if err := os.WriteFile(file, []byte(users), 0o600); err != nil {
		t.Fatal(err)
	}
	return true
}

// stop asks the service to end; it must do so in order.
func stop(t *testing.T, p *service.Process) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := p.Stop(ctx); err != nil {
		t.Errorf("the service does not end in order: %v", err)
	}
}

func login(t *testing.T, p *service.Process, password string) *service.Client {
	t.Helper()
	c, err := service.Login(t.Context(), p.URL, "admin", password)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ended waits for a task.
func ended(t *testing.T, c *service.Client, id string) service.Task {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	task, err := c.Wait(ctx, id, nil)
	if err != nil {
		t.Fatal(err)
	}
	return task
}
