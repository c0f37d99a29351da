package main_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// On PostgreSQL the commands on the notification service do what they do on a file.
func TestTheNotificationServiceOnPostgreSQL(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Book(t, filepath.Join(folder, "procesos.xlsx"), [][]any{{"Radicado", "Asunto", "Nombre"}, {"11001-2026-1", "Uno", "José Peña"}})
	env := []string{"NOTIFY_DATABASE_URL=" + postgres.New(t)}
	for _, step := range []struct {
		args, stdin, stdout string
	}{
		{"user list --service notify", "", ""},
		{"user add jefa@x.co --name Jefa --role ADMINISTRADOR --service notify --password-stdin", cotejo.Password, "jefa@x.co: agregado en postgres://"},
		{"user list --service notify --json", "", `"username":"jefa@x.co","role":"ADMINISTRADOR"`},
		{"user unlock jefa@x.co --service notify", "", "jefa@x.co"},
		{"user add otra@x.co --name Otra --role ADMINISTRADOR --service notify --password-stdin", cotejo.Password, "otra@x.co"},
		{"user disable jefa@x.co --service notify", "", "jefa@x.co"},
		{"notify import --dry-run procesos.xlsx --court-id 0195f0a0-0000-7000-8000-00000000ffff", "", "procesos: 1 se tomarían"},
		{"notify import procesos.xlsx --court-id 0195f0a0-0000-7000-8000-00000000ffff", "", "sujetos: 1 tomados"},
		{"notify import procesos.xlsx --court-id 0195f0a0-0000-7000-8000-00000000ffff", "", "sujetos: 0 tomados, 1 ya estaban"},
	} {
		got := cotejo.Invocation{Folder: folder, Env: env, Stdin: step.stdin, Args: strings.Fields(step.args)}.Run(t)
		if got.Status != 0 || !strings.Contains(got.Stdout, step.stdout) {
			t.Errorf("%s: %+v", step.args, got)
		}
	}
}

// On PostgreSQL the commands on the filings do what they do on a file: a filing
// that is taken in, a collection and a sheet are found, compared and handed out.
func TestTheCommandsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1), "b.pdf": cotejo.Digital(t, 2)})
	cotejo.Write(t, folder, "antes.jsonl", `{"id": "x1", "text": "Acción de tutela de Ana Ñustes contra la Nueva EPS por los quesos de Ubaté y los medicamentos que la entidad le negó."}`+"\n")
	cotejo.SheetOf(t, folder, "acta.xlsx", "Acta|Demandante|Demandado\n1|Ángela Zoraida|EPS")
	env := []string{"SVC_DATABASE_URL=" + postgres.New(t)}
	for _, step := range []struct {
		args   string
		status int
		says   string
	}{
		{"search quesos", 0, "ningún documento"},
		{"process in", 0, "2 procesados"},
		{"process in", 0, "2 ya se habían tomado"},
		{"import antes.jsonl", 0, "1 nuevas"},
		{"import acta.xlsx", 0, "1 nuevas"},
		{"import acta.xlsx", 0, "1 que ya estaban"},
		{"search quesos", 0, "Ana Ñustes"},
		{"dedup --database", 0, "4 documentos"},
		{"reindex", 0, "4 documentos, 0 huellas rehechas"},
		{"reindex --learn", 6, "se necesitan al menos 1000"},
		{"ner tune", 5, "Hay 0 documentos validados"},
		{"config", 0, "SVC_DATABASE_URL"},
		{"export todo.xlsx", 0, "4 documentos"},
		{"backup copia.tar", 0, "4 documentos, 2 originales"},
	} {
		got := cotejo.Invocation{Folder: folder, Env: env, Args: strings.Fields(step.args)}.Run(t)
		if got.Status != step.status || !strings.Contains(got.Stdout+got.Stderr, step.says) {
			t.Errorf("%s: %+v", step.args, got)
		}
		if strings.Contains(got.Stderr, "aviso") && step.args != "config" { // of the server's settings
			t.Errorf("%s warns: %s", step.args, got.Stderr)
		}
	}
}
