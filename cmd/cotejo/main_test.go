package main_test

import (
	"os"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestMain(m *testing.M) { os.Exit(cotejo.Main(m)) }

func TestExitStatusAndMessages(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule   string
		run    cotejo.Invocation
		status int
		stdout string // parts of the two streams
		stderr string
	}{
		{"no command: help", cotejo.Invocation{}, 0, "Órdenes:", ""},
		{"help of a command", cotejo.Invocation{Args: []string{"help", "read"}}, 0, "Ejemplos:", ""},
		{"help of a command that is none", cotejo.Invocation{Args: []string{"help", "raed"}}, 2, "", "no existe la orden «raed»"},
		{"a command that is none", cotejo.Invocation{Args: []string{"raed"}}, 2, "", "no existe la orden «raed»; ¿quiso decir «read»?"},
		{"a flag that is none", cotejo.Invocation{Args: []string{"read", "--rapido"}}, 2, "", "no existe la opción --rapido"},
		{"a flag without its value", cotejo.Invocation{Args: []string{"read", "x.pdf", "--max-pages"}}, 2, "", "falta el valor de la opción --max-pages"},
		{"read without files", cotejo.Invocation{Args: []string{"read"}}, 2, "", "falta al menos un archivo PDF"},
		{"extract without files", cotejo.Invocation{Args: []string{"extract"}}, 2, "", "falta al menos un archivo"},
		{"config with arguments", cotejo.Invocation{Args: []string{"config", "x"}}, 2, "", "no lleva argumentos"},
		{"licences", cotejo.Invocation{Args: []string{"licences"}}, 0, "GNU AFFERO GENERAL PUBLIC LICENSE", ""},
		{"version", cotejo.Invocation{Args: []string{"version"}}, 0, "cotejo ", ""},
		{"version as an option", cotejo.Invocation{Args: []string{"--version"}}, 0, "cotejo ", ""},
		{"version of a command", cotejo.Invocation{Args: []string{"notify", "import", "--version"}}, 0, "cotejo ", ""},
		{"the exit statuses are told", cotejo.Invocation{Args: []string{"help", "exit-codes"}}, 0, "130  Interrumpido", ""},
		{"a shell that is none", cotejo.Invocation{Args: []string{"completion", "csh"}}, 2, "", "«csh» no sirve; el intérprete es uno de: bash"},
		{"a bad setting names itself", cotejo.Invocation{Args: []string{"config"}, Env: []string{"SVC_PORT=x"}}, 2, "", "SVC_PORT=x (del entorno): debe ser"},
		{"a bad flag names itself", cotejo.Invocation{Args: []string{"read", "--max-pages", "0", "x.pdf"}}, 2, "", "de la opción --max-pages"},
		{"a missing configuration file", cotejo.Invocation{Args: []string{"config", "--config", "nada.yaml"}}, 2, "", "no existe el archivo de configuración"},
		{"a misspelt setting is warned of", cotejo.Invocation{Args: []string{"config"}, Env: []string{"SVC_PROT=1"}}, 0, "SVC_PORT", "¿quiso decir SVC_PORT?"},
		{"the second service's settings", cotejo.Invocation{Args: []string{"config", "--service", "notify", "--port", "9"}}, 0, "NOTIFY_PORT                           9", ""},
		{"a bad setting of the second service", cotejo.Invocation{Args: []string{"config", "--service", "notify"}, Env: []string{"NOTIFY_PORT=x"}}, 2, "", "NOTIFY_PORT=x (del entorno): debe ser"},
		{"a service that is none", cotejo.Invocation{Args: []string{"config", "--service", "mail"}}, 2, "", "no existe el servicio «mail»"},
		{"production needs its secret", cotejo.Invocation{Args: []string{"config"}, Env: []string{"ENVIRONMENT=production"}}, 2, "", "SVC_JWT_SECRET"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			tc.run.Folder = t.TempDir()
			got := tc.run.Run(t)
			if got.Status != tc.status || !strings.Contains(got.Stdout, tc.stdout) || !strings.Contains(got.Stderr, tc.stderr) {
				t.Errorf("status %d, want %d\nstdout %q\nwant … %q …\nstderr %q\nwant … %q …",
					got.Status, tc.status, got.Stdout, tc.stdout, got.Stderr, tc.stderr)
			}
			if tc.status == 2 && got.Stdout != "" {
				t.Errorf("a fault wrote to stdout: %q", got.Stdout)
			}
		})
	}
}
