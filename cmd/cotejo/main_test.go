package main_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/testkit/program"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// binary builds the program under test, once, as these tests were: the same
// tags and, with the race detector, the same objects of the build cache.
var binary func() (string, error)

// server builds cotejod likewise.
var server func() (string, error)

func TestMain(m *testing.M) {
	flag.Parse()
	folder, err := os.MkdirTemp("", "cotejo-cli-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binary = sync.OnceValues(func() (string, error) { return program.Build(folder, "./cmd/cotejo") })
	server = sync.OnceValues(func() (string, error) { return program.Build(folder, "./cmd/cotejod") })
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// result is what a run of the program left.
type result struct {
	status         int
	stdout, stderr string
}

// invocation is one run of the program. Its environment holds nothing but
// what is named.
type invocation struct {
	folder string
	env    []string
	stdin  string
	args   []string
}

func (i invocation) run(t *testing.T) result {
	t.Helper()
	c := i.command(t.Context())
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(i.stdin), &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func (i invocation) command(ctx context.Context) *exec.Cmd {
	path, err := binary()
	c := exec.CommandContext(ctx, path, i.args...)
	if err != nil {
		c.Err = err
	}
	c.Dir = i.folder
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir(), "GOGC=" + os.Getenv("GOGC"), program.RaceEnv}, i.env...)
	return c
}

func TestExitStatusAndMessages(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule   string
		run    invocation
		status int
		stdout string // parts of the two streams
		stderr string
	}{
		{"no command: help", invocation{}, 0, "Órdenes:", ""},
		{"help of a command", invocation{args: []string{"help", "read"}}, 0, "Ejemplos:", ""},
		{"help of a command that is none", invocation{args: []string{"help", "raed"}}, 2, "", "no existe la orden «raed»"},
		{"a command that is none", invocation{args: []string{"raed"}}, 2, "", "no existe la orden «raed»; ¿quiso decir «read»?"},
		{"a flag that is none", invocation{args: []string{"read", "--rapido"}}, 2, "", "no existe la opción --rapido"},
		{"a flag without its value", invocation{args: []string{"read", "x.pdf", "--max-pages"}}, 2, "", "falta el valor de la opción --max-pages"},
		{"read without files", invocation{args: []string{"read"}}, 2, "", "falta al menos un archivo PDF"},
		{"extract without files", invocation{args: []string{"extract"}}, 2, "", "falta al menos un archivo"},
		{"config with arguments", invocation{args: []string{"config", "x"}}, 2, "", "no lleva argumentos"},
		{"licences", invocation{args: []string{"licences"}}, 0, "GNU AFFERO GENERAL PUBLIC LICENSE", ""},
		{"version", invocation{args: []string{"version"}}, 0, "cotejo ", ""},
		{"version as an option", invocation{args: []string{"--version"}}, 0, "cotejo ", ""},
		{"version of a command", invocation{args: []string{"notify", "import", "--version"}}, 0, "cotejo ", ""},
		{"the exit statuses are told", invocation{args: []string{"help", "exit-codes"}}, 0, "130  Interrumpido", ""},
		{"a shell that is none", invocation{args: []string{"completion", "csh"}}, 2, "", "«csh» no sirve; el intérprete es uno de: bash"},
		{"a bad setting names itself", invocation{args: []string{"config"}, env: []string{"SVC_PORT=x"}}, 2, "", "SVC_PORT=x (del entorno): debe ser"},
		{"a bad flag names itself", invocation{args: []string{"read", "--max-pages", "0", "x.pdf"}}, 2, "", "de la opción --max-pages"},
		{"a missing configuration file", invocation{args: []string{"config", "--config", "nada.yaml"}}, 2, "", "no existe el archivo de configuración"},
		{"a misspelt setting is warned of", invocation{args: []string{"config"}, env: []string{"SVC_PROT=1"}}, 0, "SVC_PORT", "¿quiso decir SVC_PORT?"},
		{"the second service's settings", invocation{args: []string{"config", "--service", "notify", "--port", "9"}}, 0, "NOTIFY_PORT                  9", ""},
		{"a bad setting of the second service", invocation{args: []string{"config", "--service", "notify"}, env: []string{"NOTIFY_PORT=x"}}, 2, "", "NOTIFY_PORT=x (del entorno): debe ser"},
		{"a service that is none", invocation{args: []string{"config", "--service", "mail"}}, 2, "", "no existe el servicio «mail»"},
		{"production needs its secret", invocation{args: []string{"config"}, env: []string{"ENVIRONMENT=production"}}, 2, "", "SVC_JWT_SECRET"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			tc.run.folder = t.TempDir()
			got := tc.run.run(t)
			if got.status != tc.status || !strings.Contains(got.stdout, tc.stdout) || !strings.Contains(got.stderr, tc.stderr) {
				t.Errorf("status %d, want %d\nstdout %q\nwant … %q …\nstderr %q\nwant … %q …",
					got.status, tc.status, got.stdout, tc.stdout, got.stderr, tc.stderr)
			}
			if tc.status == 2 && got.stdout != "" {
				t.Errorf("a fault wrote to stdout: %q", got.stdout)
			}
		})
	}
}

func TestConfigSaysWhereValuesCameFrom(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, ".env", "SVC_JWT_SECRET=secret-of-this-test\nSVC_PORT=9001\n")
	got := invocation{folder: folder, env: []string{"SVC_OCR_WORKERS=3"}, args: []string{"config", "--json", "--max-pages", "7"}}.run(t)
	for _, want := range []string{
		`{"name":"SVC_PORT","value":"9001","origin":".env","place":"` + filepath.Join(folder, ".env") + `"}`,
		`{"name":"SVC_OCR_WORKERS","value":"3","origin":"environment"}`,
		`{"name":"SVC_MAX_PAGES","value":"7","origin":"flag","place":"--max-pages"}`,
		`{"name":"SVC_TASK_TTL_HOURS","value":"168","origin":"default"}`,
		`{"name":"SVC_JWT_SECRET","value":"********"`,
	} {
		if compact := strings.NewReplacer("\n", "", "  ", "", `": "`, `":"`).Replace(got.stdout); !strings.Contains(compact, want) {
			t.Errorf("no %s in\n%s", want, got.stdout)
		}
	}
	table := invocation{folder: folder, args: []string{"config"}}.run(t)
	if strings.Contains(got.stdout+table.stdout, "secret-of-this-test") {
		t.Error("the secret is shown")
	}
	if !strings.Contains(table.stdout, "SVC_PORT") || table.status != 0 {
		t.Errorf("the table: status %d\n%s", table.status, table.stdout)
	}
}

func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
