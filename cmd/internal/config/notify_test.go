package config

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestDefaultsOfTheNotificationService(t *testing.T) {
	c, folder, err := setup{}.loadNotify(t)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"NOTIFY_PORT": "8000", "NOTIFY_TOKEN_MINUTES": "480", "NOTIFY_MAX_FAILED_LOGINS": "5", "NOTIFY_LOCKOUT_MINUTES": "15",
		"NOTIFY_DATABASE_PATH": filepath.Join(folder, "data", "database", "cotejo-notify.db"), "NOTIFY_OVERDUE_DAYS": "5",
		"NOTIFY_ADMIN_EMAIL": "", "NOTIFY_CLOSED_DAYS": "[]",
	} {
		if v := c.value(name); v.Text != want || v.Origin != FromDefault {
			t.Errorf("%s is %q from %s, want %q", name, v.Text, v.Origin, want)
		}
	}
}

func TestSettingsOfTheNotificationServiceThatAreRefused(t *testing.T) {
	for _, setting := range []string{
		"NOTIFY_PORT=70000", "NOTIFY_TOKEN_MINUTES=0", "NOTIFY_MAX_FAILED_LOGINS=0", "NOTIFY_LOCKOUT_MINUTES=-1", "NOTIFY_ADMIN_EMAIL=ana",
		"NOTIFY_ADMIN_PASSWORD=corta", "NOTIFY_OVERDUE_DAYS=x", `NOTIFY_CLOSED_DAYS=["2026-02-30"]`, "NOTIFY_DATABASE_URL=mysql://x/y",
		"NOTIFY_SMTP_URL=mail.x.co", "NOTIFY_MAIL_FROM=nadie",
	} {
		name, value, _ := strings.Cut(setting, "=")
		_, _, err := setup{environ: []string{setting}}.loadNotify(t)
		var faults Faults
		if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Name != name {
			t.Errorf("%s: %v", setting, err)
		}
		if err != nil && named(t, new(Notify), name).secret && strings.Contains(err.Error(), value) {
			t.Errorf("%s: the error repeats it: %v", name, err)
		}
	}
}

func TestProductionOfTheNotificationServiceNeedsItsOwnSecret(t *testing.T) {
	_, _, err := setup{environ: []string{"ENVIRONMENT=production", "SVC_JWT_SECRET=" + strings.Repeat("x", 32)}}.loadNotify(t)
	if err == nil || !strings.Contains(err.Error(), "NOTIFY_JWT_SECRET") {
		t.Errorf("got %v", err)
	}
}

func TestWhoSendsNeedsASender(t *testing.T) {
	_, _, err := setup{environ: []string{"NOTIFY_SMTP_URL=smtp://ana:clave@mail.x.co"}}.loadNotify(t)
	if err == nil || !strings.Contains(err.Error(), "NOTIFY_MAIL_FROM") || strings.Contains(err.Error(), "clave") {
		t.Errorf("got %v", err)
	}
}

// Both services may read one .env: neither takes the other's settings for
// misspelt ones, and each warns of its own.
func TestServicesShareAFile(t *testing.T) {
	both := setup{dotenv: "NOTIFY_PORT=8001\nNOTIFY_PROT=1\nSVC_PORT=8000\nSVC_PROT=1\n"}
	i, _, err := both.load(t)
	if err != nil || len(i.Warnings) != 1 || !strings.Contains(i.Warnings[0], "SVC_PORT?") {
		t.Errorf("intake: %q, %v", i.Warnings, err)
	}
	n, _, err := both.loadNotify(t)
	if err != nil || len(n.Warnings) != 1 || !strings.Contains(n.Warnings[0], "NOTIFY_PORT?") || n.Port != 8001 {
		t.Errorf("notify: %q, port %d, %v", n.Warnings, n.Port, err)
	}
}

func TestAStartMayHaveDefaultsOfItsOwn(t *testing.T) {
	s := setup{}.sources(t, AddNotifyFlags)
	s.Defaults = map[string]string{"NOTIFY_PORT": "8001"}
	if c, err := LoadNotify(s); err != nil || c.Port != 8001 || c.value("NOTIFY_PORT").Origin != FromDefault {
		t.Errorf("port %d, %v", c.Port, err)
	}
	s.Environ = []string{"NOTIFY_PORT=9000"}
	if c, err := LoadNotify(s); err != nil || c.Port != 9000 {
		t.Errorf("port %d, %v", c.Port, err)
	}
}

func TestTheSecretOfTheNotificationServiceIsKeptBesideItsDatabase(t *testing.T) {
	c := Notify{Server: Server{DatabasePath: filepath.Join(t.TempDir(), "data", "notify.db")}}
	c.complete("")
	_, made, err := c.TokenSecret()
	if want := filepath.Join(filepath.Dir(c.DatabasePath), "notify-jwt-secret"); err != nil || made != want {
		t.Errorf("made %q, %v, want %q", made, err, want)
	}
}
