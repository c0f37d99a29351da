package config

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// DevelopmentSecret is the value of SVC_JWT_SECRET in .env.example. Everybody
// knows it: production refuses it.
const DevelopmentSecret = "cotejo-development-secret-not-for-production"

// minSecret is the length in bytes that HMAC-SHA-256 needs to be as strong as
// its output (RFC 7518, section 3.2).
const minSecret = 32

// Names of files that hold a secret that was made: of the intake service
// beside its users file, of the notification service beside its database.
const (
	secretFile       = "jwt-secret"
	notifySecretFile = "notify-jwt-secret"
)

// TokenSigner is a configuration of a service that signs tokens.
type TokenSigner interface {
	Production() bool
	// tokenSecret returns the configured secret and where a made one is kept.
	tokenSecret() (configured Masked, file string)
}

func (c Intake) tokenSecret() (Masked, string) {
	return c.JWTSecret, filepath.Join(filepath.Dir(c.UsersFile), secretFile)
}

func (c Notify) tokenSecret() (Masked, string) {
	return c.JWTSecret, filepath.Join(filepath.Dir(c.DatabasePath), notifySecretFile)
}

// TokenSecret is the secret that signs tokens: the configured one, else the
// one kept in a 0600 file, else a new one from random that is kept there from
// now on. made is the path of the file when a new one was made just now, for
// the caller to say so in the log.
func TokenSecret(c TokenSigner, random io.Reader) (secret []byte, made string, err error) {
	configured, path := c.tokenSecret()
	if configured != "" {
		return []byte(configured), "", nil
	}
	if c.Production() {
		return nil, "", errors.New("no secret is configured")
	}
	secret, err = keptSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, "", err
	}
	if err := keepSecret(path, random); errors.Is(err, fs.ErrExist) { // another process was faster
		secret, err = keptSecret(path)
		return secret, "", err
	} else if err != nil {
		return nil, "", fmt.Errorf("keeping a token secret in %s: %w", path, err)
	}
	secret, err = keptSecret(path)
	return secret, path, err
}

func keptSecret(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	secret := strings.TrimSpace(string(text))
	if len(secret) < minSecret {
		return nil, fmt.Errorf("%s: el secreto guardado está dañado; borre el archivo para que se haga otro", path)
	}
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm() != 0o600 {
		err = os.Chmod(path, 0o600)
	}
	return []byte(secret), err
}

// keepSecret writes a new secret to path in one step: nobody ever reads half
// of it. It fails with fs.ErrExist when path exists.
func keepSecret(path string, random io.Reader) error {
	bytes := make([]byte, minSecret)
	if _, err := io.ReadFull(random, bytes); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), secretFile+"-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = fmt.Fprintln(draft, hex.EncodeToString(bytes))
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	return os.Link(draft.Name(), path)
}

// weakProductionSecret is why production cannot sign with the configured secret.
func weakProductionSecret(production bool, secret Masked) string {
	if !production {
		return ""
	}
	if secret == "" {
		return "falta, y con ENVIRONMENT=production es obligatorio; haga uno con: openssl rand -hex 32"
	}
	return weakSecret(secret)
}

// notShared warns of a secret that each machine makes for itself.
const notShared = "falta: otro servidor de la misma base de datos no aceptaría las sesiones de este; dé a todos el mismo"

func weakSecret(secret Masked) string {
	switch {
	case secret == DevelopmentSecret:
		return "es el de desarrollo, que todo el mundo conoce; haga uno con: openssl rand -hex 32"
	case len(secret) < minSecret:
		return fmt.Sprintf("tiene %d bytes y necesita al menos %d; haga uno con: openssl rand -hex 32", len(secret), minSecret)
	}
	return ""
}

// DescribeSecret says in Spanish where the secret comes from that TokenSecret
// returns, without making one, or why there is none.
func DescribeSecret(c TokenSigner) (string, error) {
	configured, path := c.tokenSecret()
	switch {
	case configured != "":
		if why := weakSecret(configured); why != "" && c.Production() {
			return "", errors.New(why)
		}
		return "el de los ajustes", nil
	case c.Production():
		return "", errors.New("falta, y con ENVIRONMENT=production es obligatorio")
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "el servicio lo hace al iniciar y lo guarda en " + path, nil
	}
	if err == nil && len(strings.TrimSpace(string(text))) < minSecret {
		err = fmt.Errorf("%s: el secreto guardado está dañado; borre el archivo para que se haga otro", path)
	}
	return "guardado en " + path, err
}
