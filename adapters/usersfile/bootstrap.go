package usersfile

import (
	"crypto/rand"
	"fmt"
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
	if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		err = write(path, data, os.Link)
	}
	if err != nil {
		return "", fmt.Errorf("usersfile: writing the first user: %w", err)
	}
	return password, nil
}
