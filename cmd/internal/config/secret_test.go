package config

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestProductionNeedsARealSecret(t *testing.T) {
	for _, tc := range []struct {
		rule        string
		environment string
		secret      string
		fault       string // a part of it; empty for none
		warned      bool
	}{
		{"no secret", "production", "", "es obligatorio", false},
		{"the development secret", "production", DevelopmentSecret, "es el de desarrollo", false},
		{"31 bytes", "production", strings.Repeat("x", 31), "tiene 31 bytes y necesita al menos 32", false},
		{"32 bytes", "production", strings.Repeat("x", 32), "", false},
		{"16 letters of two bytes", "production", strings.Repeat("ñ", 16), "", false},
		{"development needs none", "development", "", "", false},
		{"development takes a short one, with a warning", "development", "short", "", true},
		{"any other environment is development, with a warning", "staging", "", "", true},
		{"a near miss of production", "prod", "", "ENVIRONMENT=prod (del entorno): escriba production", false},
		{"production in Spanish", "Producción", "", "escriba production", false},
		{"production misspelt", "prodution", "", "escriba production", false},
		{"a name that only ends in it", "preproduction", "", "", true},
		{"production in capitals", "PRODUCTION", "", "es obligatorio", false},
		{"development takes its own, with a warning", "development", DevelopmentSecret, "", true},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			c, _, err := setup{environ: []string{"ENVIRONMENT=" + tc.environment, "SVC_JWT_SECRET=" + tc.secret}}.load(t)
			if tc.fault == "" {
				if err != nil || (len(c.Warnings) > 0) != tc.warned {
					t.Errorf("%v, warnings %q", err, c.Warnings)
				}
			} else if err == nil || !strings.Contains(err.Error(), tc.fault) {
				t.Errorf("got %v, want … %s …", err, tc.fault)
			}
			// The example names the development secret: that is not a leak.
			if err != nil && tc.secret != "" && tc.secret != DevelopmentSecret && strings.Contains(err.Error(), tc.secret) {
				t.Errorf("the fault shows the secret: %v", err)
			}
		})
	}
}

func TestProductionNeedsLogin(t *testing.T) {
	secret := "SVC_JWT_SECRET=" + strings.Repeat("x", 32)
	if _, _, err := (setup{environ: []string{"ENVIRONMENT=production", secret, "SVC_AUTH_ENABLED=false"}}).load(t); err == nil ||
		!strings.Contains(err.Error(), "SVC_AUTH_ENABLED=false") {
		t.Errorf("got %v", err)
	}
	_, _, err := setup{environ: []string{"ENVIRONMENT=production", secret, "SVC_AUTH_ENABLED=x"}}.load(t)
	if faults, _ := err.(Faults); len(faults) != 1 {
		t.Errorf("a value that is wrong twice is told as %v, want one fault", err)
	}
	c, _, err := setup{environ: []string{"SVC_AUTH_ENABLED=false"}}.load(t)
	if err != nil || len(c.Warnings) != 1 {
		t.Errorf("development without login: %v, warnings %q", err, c.Warnings)
	}
}

func TestCommandsWithoutAServiceNeedNoSecret(t *testing.T) {
	if _, err := Load(Sources{Folder: t.TempDir(), Environ: []string{"ENVIRONMENT=production"}, NoServer: true}); err != nil {
		t.Error(err)
	}
}

func TestTokenSecretIsMadeOnceAndKept(t *testing.T) {
	c := Intake{UsersFile: filepath.Join(t.TempDir(), ".cotejo", "users.yaml")}
	c.complete("")
	first, made, err := c.TokenSecret()
	if err != nil || len(first) < minSecret {
		t.Fatalf("%d bytes, %v", len(first), err)
	}
	if want := filepath.Join(filepath.Dir(c.UsersFile), "jwt-secret"); made != want {
		t.Errorf("made %q, want %q", made, want)
	}
	if info, err := os.Stat(made); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(made, 0o644); err != nil {
		t.Fatal(err)
	}
	second, again, err := c.TokenSecret()
	if err != nil || again != "" || !bytes.Equal(first, second) {
		t.Errorf("the second start: same %v, made %q, %v", bytes.Equal(first, second), again, err)
	}
	if info, _ := os.Stat(made); info.Mode().Perm() != 0o600 {
		t.Errorf("a readable secret was left readable: %v", info.Mode())
	}
	if files, _ := os.ReadDir(filepath.Dir(made)); len(files) != 1 {
		t.Errorf("%d files were left, want one", len(files))
	}
}

func TestTokenSecretOfParallelStartsIsOne(t *testing.T) {
	c := Intake{UsersFile: filepath.Join(t.TempDir(), "users.yaml")}
	c.complete("")
	var (
		wait    sync.WaitGroup
		secrets [8]string
		made    [8]string
	)
	for i := range secrets {
		wait.Go(func() {
			secret, path, err := c.TokenSecret()
			if err != nil {
				t.Error(err)
			}
			secrets[i], made[i] = string(secret), path
		})
	}
	wait.Wait()
	makers := 0
	for i := range secrets {
		if secrets[i] != secrets[0] {
			t.Errorf("two starts sign with different secrets")
		}
		if made[i] != "" {
			makers++
		}
	}
	if makers != 1 {
		t.Errorf("%d starts say that they made the secret, want one", makers)
	}
}

func TestTokenSecretPrefersTheConfiguredOne(t *testing.T) {
	folder := t.TempDir()
	c := Intake{Server: Server{JWTSecret: "configured"}, UsersFile: filepath.Join(folder, "users.yaml")}
	c.complete("")
	secret, made, err := c.TokenSecret()
	if string(secret) != "configured" || made != "" || err != nil {
		t.Errorf("%q, %q, %v", secret, made, err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 0 {
		t.Errorf("a file was made")
	}
}

func TestTokenSecretRefusesADamagedFile(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "jwt-secret"), []byte("abc\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := Intake{UsersFile: filepath.Join(folder, "users.yaml")}
	c.complete("")
	_, _, err := c.TokenSecret()
	if err == nil || !strings.Contains(err.Error(), "dañado") {
		t.Errorf("got %v", err)
	}
}
