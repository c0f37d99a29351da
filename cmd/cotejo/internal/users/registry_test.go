package users_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestUsersOfTheNotificationService(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	user := func(stdin, what string, args ...string) cotejo.Result {
		return cotejo.Invocation{Folder: folder, Stdin: stdin, Args: append([]string{"user", what, "--service", "notify"}, args...)}.Run(t)
	}
	if got := user("", "list"); got.Status != 3 || !strings.Contains(got.Stderr, "NOTIFY_DATABASE_PATH") {
		t.Fatalf("without a database: %+v", got)
	}
	if got := user(cotejo.Password, "add", "Ana@Juzgado.gov.co", "--name", "Ana López", "--password-stdin"); got.Status != 0 ||
		!strings.Contains(got.Stdout, "ana@juzgado.gov.co: agregado") || !strings.Contains(got.Stderr, "no hay ningún administrador activo") {
		t.Fatalf("%+v", got)
	}
	if got := user(cotejo.Password, "add", "jefa@juzgado.gov.co", "--name", "Jefa", "--role", "ADMINISTRADOR", "--password-stdin"); got.Status != 0 || got.Stderr != "" {
		t.Fatalf("%+v", got)
	}
	for rule, args := range map[string][]string{
		"a taken e-mail":  {"ANA@juzgado.gov.co", "--name", "Otra"},
		"no name":         {"otra@juzgado.gov.co"},
		"no e-mail":       {"otra", "--name", "Otra"},
		"another's role":  {"otra@juzgado.gov.co", "--name", "Otra", "--role", "admin"},
		"a second e-mail": {"otra@juzgado.gov.co", "--name", "Otra", "--email", "distinta@x.co"},
	} {
		if got := user(cotejo.Password, "add", append(args, "--password-stdin")...); got.Status == 0 || got.Stderr == "" {
			t.Errorf("%s: %+v", rule, got)
		}
	}
	if got := user("corta", "add", "otra@juzgado.gov.co", "--name", "Otra", "--password-stdin"); got.Status != 2 || !strings.Contains(got.Stderr, "al menos 12 letras") {
		t.Errorf("a short password: %+v", got)
	}
	if got := user("", "add", "otra@juzgado.gov.co", "--name", "Otra", "--dry-run"); got.Status != 0 || !strings.Contains(got.Stdout, "se agregaría") {
		t.Errorf("a dry run: %+v", got)
	}
	if got := user("otra clave igual de buena", "passwd", "ana@juzgado.gov.co", "--password-stdin"); got.Status != 0 {
		t.Errorf("%+v", got)
	}
	if got := user("", "unlock", "ana@juzgado.gov.co"); got.Status != 0 || !strings.Contains(got.Stdout, "desbloqueado") {
		t.Errorf("%+v", got)
	}
	if got := user("", "disable", "nadie@juzgado.gov.co"); got.Status != 3 {
		t.Errorf("a stranger: %+v", got)
	}
	if got := user("", "disable", "ANA@juzgado.gov.co", "--dry-run"); got.Status != 0 || !strings.Contains(got.Stdout, "se desactivaría") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"disable", "jefa@juzgado.gov.co"}, {"role", "jefa@juzgado.gov.co", "NOTIFICADOR"}} {
		for _, dry := range [][]string{nil, {"--dry-run"}} {
			got := user("", args[0], append(args[1:len(args):len(args)], dry...)...)
			if got.Status != 5 || !strings.Contains(got.Stderr, "único administrador") || got.Stdout != "" {
				t.Errorf("%v %v of the last administrator: %+v", args, dry, got)
			}
		}
	}
	for _, role := range []string{"ADMINISTRADOR", "NOTIFICADOR", "ADMINISTRADOR"} {
		if got := user("", "role", "ana@juzgado.gov.co", role); got.Status != 0 || !strings.Contains(got.Stdout, "ahora es "+role) {
			t.Errorf("%+v", got)
		}
	}
	if got := user("", "role", "ana@juzgado.gov.co", "admin"); got.Status != 6 || !strings.Contains(got.Stderr, "NOTIFICADOR o ADMINISTRADOR") {
		t.Errorf("%+v", got)
	}
	if got := user(cotejo.Password, "add", "otra@juzgado.gov.co", "--password-stdin"); got.Status != 2 || !strings.Contains(got.Stderr, "--name: No puede estar vacío.") {
		t.Errorf("%+v", got)
	}
	if got := user("", "disable", "jefa@juzgado.gov.co"); got.Status != 0 || got.Stderr != "" {
		t.Errorf("%+v", got)
	}

	got := user("", "list", "--json")
	lines := cotejo.DecodeLines[map[string]any](t, got.Stdout)
	if len(lines) != 2 || lines[0]["username"] != "jefa@juzgado.gov.co" || lines[0]["disabled"] != true || lines[0]["role"] != "ADMINISTRADOR" ||
		lines[1]["name"] != "Ana López" || lines[1]["role"] != "ADMINISTRADOR" || lines[1]["locked_until"] != "" || lines[1]["id"] == "" || strings.Contains(got.Stdout, "$2a$") {
		t.Errorf("%s", got.Stdout)
	}
	if got := user("", "list"); !strings.Contains(got.Stdout, "desactivado") {
		t.Errorf("%+v", got)
	}
	completed := cotejo.Run(t, folder, "__complete", "user", "unlock", "--service", "notify", "")
	if !strings.Contains(completed.Stdout, "ana@juzgado.gov.co\tADMINISTRADOR") {
		t.Errorf("completed with %q", completed.Stdout)
	}
	for _, args := range [][]string{{"user", "unlock", "ana"}, {"user", "role", "--service", "notify", "ana@juzgado.gov.co"}, {"user", "list", "--service", "correo"}} {
		if got := cotejo.Run(t, folder, args...); got.Status != 2 {
			t.Errorf("%v: %+v", args, got)
		}
	}
}
