package main_test

import (
	"os"
	"strings"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

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
