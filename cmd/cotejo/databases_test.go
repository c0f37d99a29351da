package main_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/postgres"
)

// On PostgreSQL the commands on the notification service do what they do on a file.
func TestTheNotificationServiceOnPostgreSQL(t *testing.T) {
	folder := t.TempDir()
	book(t, filepath.Join(folder, "procesos.xlsx"), [][]any{{"Radicado", "Asunto", "Nombre"}, {"11001-2026-1", "Uno", "José Peña"}})
	env := []string{"NOTIFY_DATABASE_URL=" + postgres.New(t)}
	for _, step := range []struct {
		args, stdin, stdout string
	}{
		{"user list --service notify", "", ""},
		{"user add jefa@x.co --name Jefa --role ADMINISTRADOR --service notify --password-stdin", good, "jefa@x.co: agregado en postgres://"},
		{"user list --service notify --json", "", `"username":"jefa@x.co","role":"ADMINISTRADOR"`},
		{"user unlock jefa@x.co --service notify", "", "jefa@x.co"},
		{"user disable jefa@x.co --service notify", "", "jefa@x.co"},
		{"notify import --dry-run procesos.xlsx --court-id 0195f0a0-0000-7000-8000-00000000ffff", "", "procesos: 1 se tomarían"},
		{"notify import procesos.xlsx --court-id 0195f0a0-0000-7000-8000-00000000ffff", "", "sujetos: 1 tomados"},
		{"notify import procesos.xlsx --court-id 0195f0a0-0000-7000-8000-00000000ffff", "", "sujetos: 0 tomados, 1 ya estaban"},
	} {
		got := invocation{folder: folder, env: env, stdin: step.stdin, args: strings.Fields(step.args)}.run(t)
		if got.status != 0 || !strings.Contains(got.stdout, step.stdout) {
			t.Errorf("%s: %+v", step.args, got)
		}
	}
}
