package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
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

// TestDoctorTriesTokens looks at what the doctor finds and advises of mailboxes with tokens.
func TestDoctorTriesTokens(t *testing.T) {
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.ParseForm()
		w.Header().Set("Content-Type", "application/json")
		switch secret := r.PostForm.Get("client_secret"); {
		case r.URL.Path == "/info":
			fmt.Fprintf(w, `{"active":%t,"username":"reparto"}`, r.Form.Get("token") == "valido")
		case secret == "s3creto":
			w.WriteHeader(401)
			fmt.Fprint(w, `{"error":"invalid_client","error_description":"s3creto is wrong"}`)
		default:
			fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600}`, secret)
		}
	}))
	defer provider.Close()
	account := dovecot.StartWith(t, dovecot.Options{TokenInfoURL: provider.URL + "/info"}).Account(t, "reparto")
	for name, tc := range map[string]struct {
		tokenURL, secret string
		verdict          app.Verdict
		detail, action   string
	}{
		"all is well":      {provider.URL, "valido", app.Sound, "carpeta INBOX: 0 mensajes", ""},
		"refused token":    {provider.URL, "otro", app.Failing, "no acepta el token", "IMAP.AccessAsApp"},
		"refused grant":    {provider.URL, "s3creto", app.Failing, "no entrega un token", "SVC_MAIL_OAUTH_CLIENT_ID"},
		"no provider":      {"http://127.0.0.1:1", "valido", app.Failing, "rechaza la conexión", "SVC_MAIL_OAUTH_TOKEN_URL"},
		"an empty secret":  {provider.URL, "\n", app.Failing, "está vacío", "SVC_MAIL_OAUTH_CLIENT_SECRET_FILE"},
		"blanks around it": {provider.URL, " valido\n", app.Sound, "carpeta INBOX: 0 mensajes", ""},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "secret"), []byte(tc.secret), 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := config.Load(config.Sources{Folder: folder, NoServer: true, Environ: []string{"SVC_MAIL_URL=" + account.URL(""), "SVC_ROLES=api",
				"SVC_MAIL_OAUTH_TOKEN_URL=" + tc.tokenURL, "SVC_MAIL_OAUTH_CLIENT_ID=cotejo", "SVC_MAIL_OAUTH_CLIENT_SECRET_FILE=secret"}})
			if err != nil {
				t.Fatal(err)
			}
			var found []app.Finding
			for _, f := range app.Diagnose(t.Context(), c, time.Now()) {
				if f.Name == "mailbox" {
					found = append(found, f)
				}
			}
			if len(found) != 1 || found[0].Verdict != tc.verdict || !strings.Contains(found[0].Detail, tc.detail) || !strings.Contains(found[0].Action, tc.action) ||
				strings.Contains(found[0].Detail+found[0].Action, "s3creto") {
				t.Errorf("%+v, want %+v", found, tc)
			}
		})
	}
}
