package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	osuser "os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/adapters/diskspace"
)

// user warns of looking with rights that the service does not have.
func user(folder string) Finding {
	const name, title = "user", "usuario"
	var st unix.Stat_t
	if os.Geteuid() == 0 && unix.Stat(existing(folder), &st) == nil && st.Uid != 0 {
		return Finding{name, title, Unwise, "se ejecuta como root, y los datos son de otro usuario: los permisos no se pueden comprobar",
			"ejecute «cotejo-admin doctor», o la misma orden con el usuario del servicio"}
	}
	return sound(name, title, username())
}

// username is the name of the user who runs the program, or its number.
func username() string {
	if u, err := osuser.Current(); err == nil {
		return u.Username
	}
	return strconv.Itoa(os.Geteuid())
}

// giveFile says how to let the service use a file of another user.
func giveFile(path string) string {
	return "dé el archivo al usuario del servicio: chown " + username() + ": " + path
}

// existing is the closest folder above path, or path itself, that exists.
func existing(path string) string {
	for {
		if _, err := os.Lstat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

// writable looks whether the service can write in its folders, or make them.
func writable(folders []string) Finding {
	const name, title = "permissions", "permisos"
	for _, folder := range folders {
		found := existing(folder)
		info, err := os.Stat(found)
		switch {
		case err != nil:
		case !info.IsDir():
			err = &fs.PathError{Path: found, Err: syscall.ENOTDIR}
		default:
			if denied := unix.Access(found, unix.W_OK|unix.X_OK); denied != nil {
				err = &fs.PathError{Path: found, Err: denied}
			}
		}
		if err != nil {
			return finding(name, title, "", err, folderAction(err, folder, found))
		}
	}
	return sound(name, title, "se puede escribir en las carpetas del servicio")
}

// folderAction says what to do about a folder that the service can neither write nor make. found is the part
// of its path that exists: no advice gives that to the service, for it may be somebody's home or a disk of others.
func folderAction(err error, folder, found string) string {
	switch {
	case errors.Is(err, syscall.EROFS):
		return "monte ese disco para escritura, o elija otra carpeta"
	case errors.Is(err, syscall.ENOTDIR):
		return "quite ese archivo, o elija otra carpeta"
	case folder == found:
		return "dé la carpeta al usuario del servicio: chown " + username() + ": " + folder + ", o elija otra"
	case unix.Access(found, unix.X_OK) != nil:
		return "elija otra carpeta: a esa no llega el usuario del servicio, " + username()
	}
	return "cree la carpeta para el usuario del servicio: install -d -m 700 -o " + username() + " " + folder + ", o elija otra"
}

// leastRoom is how much free disk the notification service should have.
const leastRoom = 256 << 20

// room looks at the free space of folders; below least, consequence follows. setting names what changes least.
func room(folders []string, least int64, consequence, setting string) Finding {
	const name, title = "disk", "espacio en disco"
	for i, folder := range folders {
		folders[i] = existing(folder)
	}
	free, err := diskspace.New(folders...).Free(context.Background())
	f := finding(name, title, fmt.Sprintf("%d MB libres", free>>20), err, "revise las carpetas del servicio")
	switch {
	case err != nil:
	case free < least:
		f.Verdict = Failing
		f.Detail += fmt.Sprintf(": con menos de %d MB %s", least>>20, consequence)
	case free < 4*least:
		f.Verdict = Unwise
	}
	if f.Verdict != Sound && err == nil {
		f.Action = "libere espacio o amplíe el disco" + setting
	}
	return f
}
