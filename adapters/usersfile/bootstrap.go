package usersfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"

	"github.com/cotejo/cotejo/core/account"
)

// AdminName is the user that Bootstrap makes.
const AdminName = "admin"

// Bootstrap writes a users file with one administrator, whose random password
// it returns: show it once, it is kept nowhere. The file is readable by its
// owner alone, appears whole or not at all, and never replaces another: if
// there is one already, the error is fs.ErrExist. hash makes the bcrypt hash.
func Bootstrap(path string, hash func(password string) (string, error)) (password string, err error) {
	password = rand.Text()
	hashed, err := hash(password)
	if err != nil {
		return "", err
	}
	type user struct {
		Username string `yaml:"username"`
		Password string `yaml:"password"`
		Role     string `yaml:"role"`
		Name     string `yaml:"name"`

		MustChangePassword bool `yaml:"must_change_password"`
	}
	data, err := yaml.Marshal(map[string][]user{"users": {{AdminName, hashed, string(account.Admin), "Administrador", true}}})
	if err != nil {
		return "", fmt.Errorf("usersfile: %w", err)
	}
	if err := writeNew(path, data); err != nil {
		return "", fmt.Errorf("usersfile: writing the first user: %w", err)
	}
	return password, nil
}

// writeNew puts data at path, durably, unless something is there.
func writeNew(path string, data []byte) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".users-*") // 0600
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(tmp.Name())) }()
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	// A link, where a rename would replace the file of a process that was faster.
	if err := os.Link(tmp.Name(), path); err != nil {
		return err
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
