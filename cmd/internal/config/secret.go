package config

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cotejo/cotejo/adapters/durable"
)

// DevelopmentSecret is the value of SVC_JWT_SECRET in .env.example. Everybody
// knows it: production refuses it.
const DevelopmentSecret = "cotejo-development-secret-not-for-production"

// minSecret is the length in bytes that HMAC-SHA-256 needs to be as strong as
// its output (RFC 7518, section 3.2).
const minSecret = 32

// TokenSecret is the secret that signs tokens: the configured one, else the
// one kept in a 0600 file, else a new random one that is kept there from
// now on. made is the path of the file when a new one was made just now, for
// the caller to say so in the log.
func (c Server) TokenSecret() (secret []byte, made string, err error) {
	path := c.secretFile
	switch {
	case c.JWTSecret != "":
		return []byte(c.JWTSecret), "", nil
	case c.Production():
		return nil, "", errors.New("no secret is configured")
	}
	secret, err = readSecret(path)
	if errors.Is(err, fs.ErrNotExist) {
		switch err := keepSecret(path); {
		case err == nil:
			made = path
		case !errors.Is(err, fs.ErrExist): // otherwise another process was faster
			return nil, "", fmt.Errorf("keeping a token secret in %s: %w", path, err)
		}
		secret, err = readSecret(path)
	}
	if err != nil {
		return nil, "", err
	}
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm() != 0o600 {
		err = os.Chmod(path, 0o600)
	}
	return secret, made, err
}

func readSecret(path string) ([]byte, error) {
	secret, err := os.ReadFile(path)
	if secret = bytes.TrimSpace(secret); err == nil && len(secret) < minSecret {
		err = fmt.Errorf("%s: el secreto guardado está dañado; borre el archivo para que se haga otro", path)
	}
	return secret, err
}

// keepSecret writes a new secret to path in one step: nobody ever reads half
// of it. It fails with fs.ErrExist when path exists.
func keepSecret(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	secret := make([]byte, minSecret)
	rand.Read(secret) // it never fails
	_, err := durable.Write(path, os.Link, func(f *os.File) error {
		_, err := fmt.Fprintln(f, hex.EncodeToString(secret))
		return err
	})
	return err
}

// weakProductionSecret is why production cannot sign with the configured secret.
func (c Server) weakProductionSecret() string {
	switch {
	case !c.Production():
		return ""
	case c.JWTSecret == "":
		return "falta, y con ENVIRONMENT=production es obligatorio; haga uno con: openssl rand -hex 32"
	}
	return weakSecret(c.JWTSecret)
}

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
func (c Server) DescribeSecret() (string, error) {
	if why := c.weakProductionSecret(); why != "" {
		return "", errors.New(why)
	}
	if c.JWTSecret != "" {
		return "el de los ajustes", nil
	}
	_, err := readSecret(c.secretFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "el servicio lo hace al iniciar y lo guarda en " + c.secretFile, nil
	}
	return "guardado en " + c.secretFile, err
}
