package usersfile

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// entry is a user as a file or variable spells it.
type entry struct {
	Username string   `yaml:"username" json:"username"`
	Password string   `yaml:"password" json:"password"`
	Role     string   `yaml:"role" json:"role"`
	Roles    []string `yaml:"roles" json:"roles"` // as Streamlit-Authenticator keeps them
	Name     string   `yaml:"name" json:"name"`
	First    string   `yaml:"first_name" json:"first_name"`
	Last     string   `yaml:"last_name" json:"last_name"`
	Email    string   `yaml:"email" json:"email"`
	Disabled bool     `yaml:"disabled" json:"disabled"`

	MustChangePassword bool `yaml:"must_change_password" json:"must_change_password"`
}

// form is either form of the users file.
type form struct {
	Users       []entry `yaml:"users"`
	Credentials struct {
		Usernames map[string]entry `yaml:"usernames" json:"usernames"`
	} `yaml:"credentials" json:"credentials"`
}

func (f form) users() (map[string]account.User, error) {
	entries := f.Users
	for name, e := range f.Credentials.Usernames {
		e.Username = name
		entries = append(entries, e)
	}
	return usersOf(entries)
}

func parseFile(data []byte) (map[string]account.User, error) {
	var file form
	if err := yaml.Unmarshal(data, &file); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "users_file_unreadable",
			"El archivo de usuarios no es YAML válido o un campo tiene otro tipo; revise sangrías, comillas y listas.")
	}
	return file.users()
}

// parseValue reads the forms of AUTH_USERS.
func parseValue(data []byte) (map[string]account.User, error) {
	var entries []entry
	if json.Unmarshal(data, &entries) == nil {
		return usersOf(entries)
	}
	var as form
	if json.Unmarshal(data, &as) == nil && as.Credentials.Usernames != nil {
		return form{Credentials: as.Credentials}.users()
	}
	var named map[string]json.RawMessage
	if err := json.Unmarshal(data, &named); err != nil {
		return nil, badValue(err)
	}
	for name, raw := range named {
		var e entry
		if err := json.Unmarshal(raw, &e.Password); err != nil {
			if err := json.Unmarshal(raw, &e); err != nil {
				return nil, badValue(err)
			}
		}
		e.Username = name
		entries = append(entries, e)
	}
	return usersOf(entries)
}

func badValue(cause error) error {
	return fault.Wrap(cause, fault.Invalid, "auth_users_unreadable",
		`AUTH_USERS no es un JSON válido; por ejemplo: {"ana": {"password": "$2a$12$…", "role": "admin"}}`)
}

// usersOf checks the entries, one by one and against each other.
func usersOf(entries []entry) (map[string]account.User, error) {
	users := make(map[string]account.User, len(entries))
	for i, e := range entries {
		u, err := e.user()
		if err != nil {
			name := strconv.Quote(u.Username)
			if u.Username == "" {
				name = fmt.Sprintf("n.º %d", i+1)
			}
			return nil, fault.New(fault.Invalid, "bad_user", fmt.Sprintf("Usuario %s: %v.", name, err))
		}
		if _, taken := users[u.Username]; taken {
			return nil, fault.New(fault.Invalid, "duplicate_user",
				fmt.Sprintf("El usuario %q aparece dos veces; deje uno solo.", u.Username))
		}
		users[u.Username] = u
	}
	return users, nil
}

// Bounds of a configured hash: under minCost it is not bcrypt, under
// goodCost it is guessed too fast, over maxCost each login takes seconds.
const (
	minCost  = 4
	goodCost = 10
	maxCost  = 14
)

// warnOfCheap logs how many of the users have a hash that is guessed too fast.
func warnOfCheap(ctx context.Context, logger *slog.Logger, users map[string]account.User) {
	cheap := 0
	for _, u := range users {
		if cost, _ := costOf(u.PasswordHash); cost < goodCost {
			cheap++
		}
	}
	if cheap > 0 {
		logger.WarnContext(ctx, "password hashes with a low cost are weak; set these passwords again with cotejo user passwd", "users", cheap, "cost_below", goodCost)
	}
}

// user returns the account of an entry, or in Spanish what is wrong with it.
func (e entry) user() (account.User, error) {
	u := account.User{
		Username:     strings.TrimSpace(e.Username),
		PasswordHash: strings.TrimSpace(e.Password),
		Role:         account.Role(strings.ToLower(strings.TrimSpace(e.Role))),
		Name:         strings.TrimSpace(e.Name),
		Email:        strings.TrimSpace(e.Email),
		Disabled:     e.Disabled,

		MustChangePassword: e.MustChangePassword,
	}
	if u.Name == "" {
		u.Name = strings.TrimSpace(e.First + " " + e.Last)
	}
	if u.Role == "" {
		u.Role = account.Member
		for _, r := range e.Roles {
			if account.Role(r) == account.Admin {
				u.Role = account.Admin
			}
		}
	}
	switch cost, ok := costOf(u.PasswordHash); {
	case u.Username == "":
		return u, fmt.Errorf("falta el nombre (username)")
	case u.PasswordHash == "":
		return u, fmt.Errorf("falta la contraseña cifrada (password), por ejemplo $2a$12$…")
	case !ok:
		return u, fmt.Errorf("la contraseña no es un hash de bcrypt, por ejemplo $2a$12$…; nunca escriba la contraseña misma")
	case cost < minCost || cost > maxCost:
		return u, fmt.Errorf("el hash de bcrypt tiene costo %d; se admite de %d a %d", cost, minCost, maxCost)
	case !u.Role.Valid():
		return u, fmt.Errorf("el rol %q no existe; use admin o user", u.Role)
	}
	return u, nil
}

// hashLength is that of every bcrypt hash: $2a$12$ and 53 characters.
const hashLength = 60

// costOf returns the cost that a bcrypt hash states; ok is false for what is
// no bcrypt hash.
func costOf(hash string) (cost int, ok bool) {
	if len(hash) != hashLength || hash[0] != '$' || hash[1] != '2' || hash[3] != '$' || hash[6] != '$' ||
		!strings.ContainsRune("abxy", rune(hash[2])) {
		return 0, false
	}
	cost, err := strconv.Atoi(hash[4:6])
	return cost, err == nil && strings.Trim(hash[7:], "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == ""
}
