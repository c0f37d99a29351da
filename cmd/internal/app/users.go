package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/ports"
)

// users opens the directory of users: AUTH_USERS, else the file. Where there
// is none yet it makes an admin, except in production.
func (a *Intake) users(passwords *bcrypt.Hasher) (ports.UserEditor, error) {
	if a.config.AuthUsers != "" {
		users, err := usersfile.Parse(string(a.config.AuthUsers), a.log)
		if err != nil {
			return nil, cannot("AUTH_USERS", err)
		}
		return users, nil
	}
	path := a.config.UsersFile
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && a.config.AuthEnabled {
		if a.config.Production() {
			return nil, noUsers(path)
		}
		password, err := usersfile.Bootstrap(path, passwords.Hash)
		if err != nil {
			return nil, cannot("no se puede crear el primer usuario en "+path+" (SVC_AUTH_CONFIG_PATH)", err)
		}
		a.AdminPassword = password
	}
	users, err := usersfile.Open(path, a.log)
	if err != nil {
		return nil, cannot("el archivo de usuarios "+path+" (SVC_AUTH_CONFIG_PATH) no sirve", err)
	}
	if users.Len() == 0 && a.config.AuthEnabled && a.config.Production() {
		return nil, noUsers(path)
	}
	return users, nil
}

func noUsers(path string) error {
	return fmt.Errorf("no hay usuarios, y en producción no se crea ninguno: agregue un administrador con «cotejo user add admin --role admin», "+
		"que lo guarda en %s (SVC_AUTH_CONFIG_PATH), o indique AUTH_USERS", path)
}
