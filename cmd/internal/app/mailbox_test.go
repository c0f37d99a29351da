package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/testkit/dovecot"
)

// TestDoctorTriesMailboxes looks at what the doctor finds of a mailbox, and what it advises.
func TestDoctorTriesMailboxes(t *testing.T) {
	account := dovecot.Start(t).Account(t, "reparto")
	account.Append(t, "INBOX", []byte("Subject: a\r\n\r\nb\r\n"))
	for name, tc := range map[string]struct {
		address, passwords string
		verdict            app.Verdict
		detail, action     string
	}{
		"all is well":         {account.URL(""), dovecot.Password + "\n\n", app.Sound, "carpeta INBOX: 1 mensajes", ""},
		"wrong password":      {account.URL(""), "s3creto\n", app.Failing, "no acepta el usuario o la contraseña", "contraseña de aplicación"},
		"no such folder":      {account.URL("Tutelas"), dovecot.Password, app.Failing, "«Tutelas» no existe", "cree la carpeta"},
		"no server":           {"imap://a@127.0.0.1:1", "x", app.Failing, "rechaza la conexión", "cortafuegos"},
		"no password":         {account.URL(""), "\n", app.Failing, "tiene 0 contraseñas y SVC_MAIL_URL 1 buzones", "corrija el archivo"},
		"a password too many": {account.URL(""), "x\ny\n", app.Failing, "tiene 2 contraseñas y SVC_MAIL_URL 1 buzones", "corrija el archivo"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			file := filepath.Join(folder, "passwords")
			if err := os.WriteFile(file, []byte(tc.passwords), 0o600); err != nil {
				t.Fatal(err)
			}
			environ := []string{"SVC_MAIL_URL=" + tc.address, "SVC_MAIL_PASSWORD_FILE=" + file, "SVC_ROLES=api"}
			c, err := config.Load(config.Sources{Folder: folder, Environ: environ, NoServer: true})
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, f := range app.Diagnose(t.Context(), c, time.Now()) {
				if strings.Contains(f.Detail+f.Action, "s3creto") {
					t.Errorf("it shows the password: %+v", f)
				}
				if f.Name == "mailbox" {
					found = true
					if f.Verdict != tc.verdict || !strings.Contains(f.Detail, tc.detail) || !strings.Contains(f.Action, tc.action) {
						t.Errorf("%+v, want %+v", f, tc)
					}
				}
			}
			if !found {
				t.Error("nothing is said of the mailbox")
			}
		})
	}
}
