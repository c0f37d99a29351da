package usersfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// List returns the users of the file at path by name; none when there is no
// file. Fault: Invalid, as for Open.
func List(path string) ([]account.User, error) {
	users, _, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return sorted(users), err
}

// ListValue returns the users in the value of AUTH_USERS by name.
func ListValue(value string) ([]account.User, error) {
	users, err := parseValue([]byte(value))
	return sorted(users), err
}

func sorted(users map[string]account.User) []account.User {
	return slices.SortedFunc(maps.Values(users), func(a, b account.User) int { return strings.Compare(a.Username, b.Username) })
}

// Add adds a user to the file at path, in the form that the file has, and
// makes the file when there is none. Faults: Invalid (the name; the file
// cannot be read), Conflict (the name is taken).
func Add(path string, u account.User) error {
	if err := CheckName(u.Username); err != nil {
		return err
	}
	return edit(path, func(users map[string]account.User, top *yaml.Node) error {
		if _, taken := users[u.Username]; taken {
			return fault.New(fault.Conflict, "user_exists", fmt.Sprintf("Ya existe el usuario %q; elija otro nombre o cambie su contraseña.", u.Username))
		}
		users[u.Username] = u
		if named := value(value(top, "credentials"), "usernames"); named != nil && value(top, "users") == nil {
			return add(named, "credentials.usernames", yaml.MappingNode, text(u.Username), mapping(
				"email", text(u.Email), "name", text(u.Name), "password", text(u.PasswordHash), "roles", roles(u.Role), mustChange, whenTrue(u.MustChangePassword)))
		}
		list := value(top, "users")
		if list == nil {
			list = &yaml.Node{Kind: yaml.SequenceNode}
			top.Content = append(top.Content, text("users"), list)
		}
		return add(list, "users", yaml.SequenceNode, mapping(
			"username", text(u.Username), "password", text(u.PasswordHash), "role", text(string(u.Role)), "name", text(u.Name), "email", text(u.Email),
			mustChange, whenTrue(u.MustChangePassword)))
	})
}

const mustChange = "must_change_password"

// SetPassword gives a user of the file another password hash. Faults: Invalid
// (the file cannot be read), NotFound; so with the other changes, which also return
// account.ErrLastAdmin.
func SetPassword(path, username, hash string) error {
	return Change(path, username, account.Change{PasswordHash: &hash})
}

// SetRole gives a user of the file another role.
func SetRole(path, username string, role account.Role) error {
	return Change(path, username, account.Change{Role: &role})
}

// SetDisabled disables or enables a user of the file.
func SetDisabled(path, username string, disabled bool) error {
	return Change(path, username, account.Change{Disabled: &disabled})
}

// Change changes a user of the file.
func Change(path, username string, c account.Change) error {
	return edit(path, func(users map[string]account.User, top *yaml.Node) error {
		of, i, width, err := find(path, users, top, username)
		if err != nil {
			return err
		}
		user := resolved(of.Content[i+width-1])
		if c.PasswordHash != nil {
			set(user, "password", text(*c.PasswordHash))
		}
		if c.Disabled != nil {
			set(user, "disabled", flag(*c.Disabled))
		}
		changed := users[username]
		if c.Apply(&changed); changed.MustChangePassword != users[username].MustChangePassword {
			set(user, mustChange, flag(changed.MustChangePassword))
		}
		switch {
		case c.Role == nil:
		case value(user, "role") == nil && value(user, "roles") != nil:
			set(user, "roles", roles(*c.Role))
		default:
			set(user, "role", text(string(*c.Role)))
		}
		return nil
	})
}

// Remove takes a user out of the file.
func Remove(path, username string) error {
	return edit(path, func(users map[string]account.User, top *yaml.Node) error {
		of, i, width, err := find(path, users, top, username)
		if err == nil {
			of.Content = slices.Delete(of.Content, i, i+width)
			delete(users, username)
		}
		return err
	})
}

// find returns the list or mapping that holds a user. The user's nodes are Content[index : index+width]:
// the record in a list, name and record in a mapping.
func find(path string, users map[string]account.User, top *yaml.Node, username string) (of *yaml.Node, index, width int, err error) {
	if _, ok := users[username]; !ok {
		return nil, 0, 0, NoSuchUser(path, username)
	}
	if list := value(top, "users"); list != nil {
		for i, user := range list.Content {
			if name := value(resolved(user), "username"); name != nil && strings.TrimSpace(name.Value) == username {
				return list, i, 1, nil
			}
		}
	}
	if named := value(value(top, "credentials"), "usernames"); named != nil {
		for i := 0; i+1 < len(named.Content); i += 2 {
			if strings.TrimSpace(named.Content[i].Value) == username {
				return named, i, 2, nil
			}
		}
	}
	return nil, 0, 0, fault.New(fault.Invalid, "users_file_unusual", "El archivo de usuarios tiene una forma que no se puede cambiar aquí (anclas o <<); cámbielo a mano.")
}

// maxName bounds the name of a new user, in bytes.
const maxName = 100

// CheckName returns why the name of a new user is invalid, or nil. Fault: Invalid.
func CheckName(name string) error {
	why := ""
	switch {
	case strings.TrimSpace(name) == "":
		why = "está vacío"
	case strings.TrimSpace(name) != name:
		why = "empieza o termina con espacio"
	case len(name) > maxName:
		why = fmt.Sprintf("supera %d bytes", maxName)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }):
		why = "tiene caracteres que no se ven"
	case strings.ContainsAny(name, `/\?#%`) || strings.Trim(name, ".") == "": // it is part of the path of a request
		why = `tiene /, \, ?, # o %, o solo puntos`
	}
	if why == "" {
		return nil
	}
	return fault.New(fault.Invalid, "bad_username", "El nombre de usuario "+why+"; elija otro, por ejemplo ana.lopez.")
}

// edit lets change alter the file and puts the result in its place in one step,
// if it can be read and names the users that are then in the map. Comments, order
// and what else is in it stay. Only one process edits files of a folder at a time.
// Fault: account.ErrLastAdmin, judged by the file as it is under the lock.
func edit(path string, change func(users map[string]account.User, top *yaml.Node) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays a link
	}
	unlock, err := lockFolder(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("usersfile: %w", err)
	}
	defer unlock()
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("usersfile: %w", err)
	}
	users, err := parseFile(data)
	if err != nil {
		return err
	}
	var file yaml.Node
	if err := yaml.Unmarshal(data, &file); err != nil {
		return fmt.Errorf("usersfile: %w", err)
	}
	if len(file.Content) == 0 { // nothing, or comments alone
		file = yaml.Node{Kind: yaml.DocumentNode, HeadComment: strings.TrimRight(string(data), "\n"), Content: []*yaml.Node{{Kind: yaml.MappingNode}}}
	}
	if top := file.Content[0]; top.Kind != yaml.MappingNode { // null
		file.Content[0] = &yaml.Node{Kind: yaml.MappingNode, HeadComment: top.HeadComment}
	}
	before := maps.Clone(users)
	if err := change(users, file.Content[0]); err != nil {
		return err
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(indentOf(data))
	if err := errors.Join(encoder.Encode(&file), encoder.Close()); err != nil {
		return fmt.Errorf("usersfile: %w", err)
	}
	after, err := parseFile(out.Bytes())
	if err != nil || !slices.Equal(slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(users))) {
		return fmt.Errorf("usersfile: the changed file would not be read as meant: %w", cmp.Or(err, errors.New("it names other users")))
	}
	if err := checkAdminRemains(before, after); err != nil {
		return err
	}
	if err := write(path, out.Bytes(), os.Rename); err != nil {
		return fmt.Errorf("usersfile: %w", err)
	}
	return nil
}

// checkAdminRemains applies account.CheckAdminRemains to every user of before.
func checkAdminRemains(before, after map[string]account.User) error {
	hasOther := func() (bool, error) {
		return slices.ContainsFunc(slices.Collect(maps.Values(after)), account.User.IsActiveAdmin), nil
	}
	for name, u := range before {
		if err := account.CheckAdminRemains(u, after[name], hasOther); err != nil {
			return err
		}
	}
	return nil
}

// lockFolder makes the folder when missing and waits until it is the only one
// to lock it.
func lockFolder(folder string) (unlock func(), err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	d, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return func() { d.Close() }, nil
}

// write puts data at path, durably and in one step, readable by the owner alone. publish gives the
// file its name, see durable.Write. The owner stays, so that a service still reads what root has changed.
func write(path string, data []byte, publish func(from, to string) error) error {
	_, err := durable.Write(path, publish, func(f *os.File) error {
		if before, err := os.Stat(path); err == nil {
			if owner, ok := before.Sys().(*syscall.Stat_t); ok && int(owner.Uid) != os.Geteuid() {
				if err := f.Chown(int(owner.Uid), int(owner.Gid)); err != nil {
					return err
				}
			}
		}
		_, err := f.Write(data)
		return err
	})
	return err
}
