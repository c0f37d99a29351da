package maintenance_test

import (
	"encoding/pem"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/smtptest"
)

// finding is a line of «cotejo doctor --json».
type finding struct{ Name, Status, Detail, Action string }

func findings(t *testing.T, stdout string) map[string]finding {
	t.Helper()
	all := map[string]finding{}
	for _, f := range cotejo.DecodeLines[finding](t, stdout) {
		if all[f.Name].Status == "" || f.Status != "ok" {
			all[f.Name] = f
		}
	}
	return all
}

// TestDoctorNamesWhatIsBroken breaks one thing in each row of a folder where the
// service would start.
func TestDoctorNamesWhatIsBroken(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() }) // after the parallel rows
	_, port, _ := net.SplitHostPort(taken.Addr().String())

	for _, tc := range []struct {
		rule     string
		files    map[string]string // by path in the folder, for the owner alone
		readable string            // one of them, for all
		env      []string
		check    string
		status   string
		says     string // detail or action
	}{
		{rule: "a setting that is no number", env: []string{"SVC_PORT=eight"}, check: "settings", status: "error", says: "SVC_PORT=eight"},
		{rule: "a setting with a misspelt name", env: []string{"SVC_PROT=9000"}, check: "settings", status: "warning", says: "SVC_PROT"},
		{rule: "production without a secret", env: []string{"ENVIRONMENT=production"}, check: "settings", status: "error", says: "openssl rand -hex 32"},
		{rule: "production without users", env: []string{"ENVIRONMENT=production", "SVC_JWT_SECRET=" + strings.Repeat("k", 40)}, check: "users", status: "error", says: "cotejo user add"},
		{rule: "a users file that is damaged", files: map[string]string{".cotejo/users.yaml": "users: [{username: ana"}, check: "users", status: "error", says: "users.yaml"},
		{rule: "users of whom none is an administrator", files: map[string]string{".cotejo/users.yaml": oneUser("user")}, check: "users", status: "warning", says: "administrador"},
		{rule: "a users file that everybody may read", files: map[string]string{".cotejo/users.yaml": oneUser("admin")}, readable: ".cotejo/users.yaml", check: "users", status: "warning", says: "chmod 600"},
		{rule: "a stored secret that is damaged", files: map[string]string{".cotejo/jwt-secret": "short"}, check: "secret", status: "error", says: "jwt-secret"},
		{rule: "no login", env: []string{"SVC_AUTH_ENABLED=false"}, check: "settings", status: "warning", says: "SVC_AUTH_ENABLED"},
		{rule: "a folder of the data that is a file", files: map[string]string{"data": ""}, check: "permissions", status: "error", says: "quite ese archivo"},
		{rule: "a database that is another file", files: map[string]string{"data/database/cotejo.db": strings.Repeat("no es una base de datos\n", 100)}, check: "database", status: "error", says: "SVC_DATABASE_PATH"},
		{rule: "PostgreSQL that does not answer", env: []string{"SVC_DATABASE_URL=postgres://cotejo:secret-word@127.0.0.1:1/cotejo"}, check: "database", status: "error", says: "PostgreSQL no responde"},
		{rule: "PostgreSQL whose socket does not exist", env: []string{"SVC_DATABASE_URL=postgres://cotejo:secret-word@/cotejo?host=/nonexistent"},
			check: "database", status: "error", says: "PostgreSQL no responde"},
		{rule: "a bucket that does not answer", env: []string{"SVC_BLOB_URL=s3://escritos?endpoint=http://127.0.0.1:1", "SVC_BLOB_ACCESS_KEY=a", "SVC_BLOB_SECRET_KEY=secret-word"},
			check: "originals", status: "error", says: "SVC_BLOB_URL"},
		{rule: "a disk that is nearly full", env: []string{"SVC_MIN_FREE_DISK_MB=1048576"}, check: "disk", status: "error", says: "1048576 MB"},
		{rule: "Tesseract without languages", env: []string{"TESSDATA_PREFIX=" + t.TempDir()}, check: "ocr", status: "error", says: "tesseract-ocr-spa"},
		{rule: "Tesseract without a language that is set", env: []string{"SVC_OCR_LANGUAGES=spa+fra"}, check: "ocr", status: "error", says: "tesseract-ocr-fra"},
		{rule: "a port that another program has", env: []string{"SVC_PORT=" + port}, check: "port", status: "error", says: "SVC_PORT"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			for name, content := range tc.files {
				path := filepath.Join(folder, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				mode := os.FileMode(0o600)
				if name == tc.readable {
					mode = 0o644
				}
				if err := os.WriteFile(path, []byte(content), mode); err != nil {
					t.Fatal(err)
				}
			}
			before := names(t, folder)
			env := []string{"SVC_PORT=0"}
			if tc.check != "ocr" { // loading Tesseract takes longer than all other checks
				env = append(env, "SVC_OCR_MODE=never")
			}
			got := cotejo.Invocation{Folder: folder, Env: append(env, tc.env...), Args: []string{"doctor", "--json"}}.Run(t)
			all := findings(t, got.Stdout)
			f := all[tc.check]
			if f.Status != tc.status || !strings.Contains(f.Detail+" "+f.Action, tc.says) || f.Action == "" {
				t.Errorf("found %+v\n%s%s", f, got.Stdout, got.Stderr)
			}
			if want := map[string]int{"error": 1, "warning": 0}[tc.status]; got.Status != want {
				t.Errorf("exit status %d, want %d", got.Status, want)
			}
			for name, other := range all {
				if name != tc.check && name != "clock" && other.Status != "ok" && tc.check != "permissions" && !strings.Contains(other.Detail, "SVC_JWT_SECRET") {
					t.Errorf("something else is wrong: %+v", other)
				}
			}
			if strings.Contains(got.Stdout+got.Stderr, "secret-word") {
				t.Error("a password is shown")
			}
			if after := names(t, folder); after != before {
				t.Errorf("the folder had %q, and has %q", before, after)
			}
		})
	}
}

func TestDoctorFindsNothingWhereServiceStarts(t *testing.T) {
	t.Parallel()
	for _, service := range []string{"intake", "notify"} {
		folder := t.TempDir()
		got := cotejo.Invocation{Folder: folder, Env: []string{"SVC_PORT=0"}, Args: []string{"doctor", "--service", service}}.Run(t)
		if got.Status != 0 || strings.Contains(got.Stdout, "MAL") || !strings.Contains(got.Stdout, "base de datos") {
			t.Errorf("%s: status %d\n%s%s", service, got.Status, got.Stdout, got.Stderr)
		}
		if left := names(t, folder); left != "" {
			t.Errorf("%s: it made %q", service, left)
		}
	}
}

// TestDoctorAndServiceAgreeOnUsersOfRegister holds the doctor against the rule that the service starts by.
func TestDoctorAndServiceAgreeOnUsersOfRegister(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	env := []string{"ENVIRONMENT=production", "NOTIFY_JWT_SECRET=" + strings.Repeat("k", 40)}
	doctor := func(status string, env ...string) {
		t.Helper()
		got := cotejo.Invocation{Folder: folder, Env: env, Args: []string{"doctor", "--service", "notify", "--json"}}.Run(t)
		if f := findings(t, got.Stdout)["users"]; f.Status != status || (got.Status == 0) != (status == "ok") {
			t.Errorf("status %d, found %+v\n%s", got.Status, f, got.Stderr)
		}
	}
	doctor("error", env...)
	doctor("ok", append(env, "NOTIFY_ADMIN_EMAIL=ana@juzgado.gov.co", "NOTIFY_ADMIN_PASSWORD="+cotejo.Password)...)
	add := []string{"user", "add", "--service", "notify", "ana@juzgado.gov.co", "--name", "Ana", "--role", "ADMINISTRADOR", "--password-stdin"}
	if got := (cotejo.Invocation{Folder: folder, Env: env, Stdin: cotejo.Password, Args: add}).Run(t); got.Status != 0 {
		t.Fatalf("status %d\n%s", got.Status, got.Stderr)
	}
	doctor("ok", env...)
}

// TestDoctorTriesMailServerWithoutSending names each step that a server refuses.
func TestDoctorTriesMailServerWithoutSending(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule, scheme, user     string
		tls, trusted, logins   bool
		status, detail, action string
	}{
		{"all is well", "smtp", "ana:clave@", true, true, true, "ok", "acepta la conexión cifrada y el usuario", ""},
		{"no user", "smtp", "", true, true, false, "ok", "acepta la conexión cifrada, sin usuario", ""},
		{"no encryption", "smtp", "ana:clave@", false, false, true, "error", "no cifra la conexión", "NOTIFY_SMTP_URL smtp:// con el puerto 587 o smtps://"},
		{"TLS on the wrong port", "smtps", "ana:clave@", true, true, true, "error", "no cifra la conexión", "NOTIFY_SMTP_URL smtp:// con el puerto 587 o smtps://"},
		{"an unknown authority", "smtp", "ana:clave@", true, false, true, "error", "certificado", "update-ca-certificates"},
		{"a wrong password", "smtp", "ana:secret-word@", true, true, true, "error", "no acepta el usuario o la contraseña", "contraseña de aplicación"},
		{"no login", "smtp", "ana:secret-word@", true, true, false, "error", "no permite iniciar sesión", "quite el usuario"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			t.Parallel()
			server, folder := smtptest.Start(t), t.TempDir()
			env := []string{"NOTIFY_SMTP_URL=" + tc.scheme + "://" + tc.user + server.Addr, "NOTIFY_MAIL_FROM=j@x.co"}
			if tc.tls {
				certificate := server.OfferTLS()
				if tc.trusted {
					file := filepath.Join(folder, "authorities.pem")
					if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Raw}), 0o600); err != nil {
						t.Fatal(err)
					}
					env = append(env, "SSL_CERT_FILE="+file)
				}
			}
			if tc.logins {
				server.OfferLogin("ana", "clave")
			}
			got := cotejo.Invocation{Folder: folder, Env: env, Args: []string{"doctor", "--service", "notify", "--json"}}.Run(t)
			f := findings(t, got.Stdout)["mail"]
			if f.Status != tc.status || !strings.Contains(f.Detail, tc.detail) || !strings.Contains(f.Action, tc.action) || (f.Action == "") != (tc.action == "") {
				t.Errorf("found %+v\n%s", f, got.Stderr)
			}
			if !strings.Contains(f.Detail, server.Addr) || strings.Contains(got.Stdout+got.Stderr, "secret-word") {
				t.Errorf("the server is not named, or the password is shown: %+v", f)
			}
			if len(server.Messages()) != 0 || strings.Contains(strings.Join(server.Dialogue(), "\n"), "MAIL") {
				t.Error("something was sent")
			}
		})
	}
}

// names lists what is below a folder.
func names(t *testing.T, folder string) string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		if path != folder {
			found = append(found, strings.TrimPrefix(path, folder))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(found, " ")
}

func oneUser(role string) string {
	return "users:\n  - username: ana\n    role: " + role + "\n    password: \"$2a$10$7EqJtq98hPqEX7fNZaFWoOhi1sV6aQm1o1u0hIvfZ5dQ5dDkq0W5G\"\n"
}
