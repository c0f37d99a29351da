package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/cotejo/cotejo/core/fault"
)

// sentence returns the message of err for people: that of a fault, or what the system refused, in Spanish.
func sentence(err error) string {
	if f, ok := fault.As(err); ok {
		return f.Message
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Path + ": " + reason(path.Err)
	}
	return reason(err)
}

// at says where err happened, once.
func at(place string, err error) error {
	if err == nil {
		return nil
	}
	text := sentence(err)
	if strings.HasPrefix(text, place) {
		return errors.New(text)
	}
	return fmt.Errorf("%s: %s", place, text)
}

// reason is what the system says of err, in Spanish where it is known.
func reason(err error) string {
	var unknown *net.DNSError
	var number syscall.Errno
	switch {
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return "no existe en la red una máquina con el nombre " + unknown.Name
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return "no respondió a tiempo"
	case errors.As(err, &number) && reasons[number] != "":
		return reasons[number]
	case errors.Is(err, fs.ErrPermission):
		return reasons[syscall.EACCES]
	}
	return err.Error()
}

var reasons = map[syscall.Errno]string{
	syscall.EACCES:        "no hay permiso",
	syscall.EPERM:         "no hay permiso",
	syscall.ENOENT:        "no existe",
	syscall.ENOTDIR:       "no es una carpeta",
	syscall.EISDIR:        "es una carpeta",
	syscall.EROFS:         "el disco no admite escritura",
	syscall.ENOSPC:        "no queda espacio en el disco",
	syscall.EDQUOT:        "no queda espacio en la cuota de disco",
	syscall.EIO:           "el disco falla",
	syscall.EADDRINUSE:    "otro programa lo usa",
	syscall.EADDRNOTAVAIL: "esta máquina no tiene esa dirección",
	syscall.ECONNREFUSED:  "rechaza la conexión",
	syscall.ECONNRESET:    "corta la conexión",
	syscall.EHOSTUNREACH:  "no se llega a esa máquina por la red",
	syscall.ENETUNREACH:   "no se llega a esa máquina por la red",
	syscall.ETIMEDOUT:     "no respondió a tiempo",
}
