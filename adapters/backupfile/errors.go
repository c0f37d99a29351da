package backupfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/cotejo/cotejo/core/fault"
)

// translate turns the errors of the disk into faults.
func translate(err error) error {
	if _, ok := fault.As(err); ok || err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.Wrap(err, fault.NotFound, "backup_not_found", "No existe la carpeta de la copia; créela o revise la ruta.")
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Forbidden, "backup_forbidden", "No hay permiso para usar el archivo de la copia o su carpeta.")
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault.Wrap(err, fault.Unavailable, "disk_full", "No queda espacio en el disco para la copia; libérelo o elija otra carpeta.")
	}
	return err
}

func existsFault(path string) error {
	return fault.New(fault.Conflict, "backup_exists", fmt.Sprintf("Ya existe %s; elija otro nombre o reemplácelo con --force.", path))
}

// damaged says what is wrong with a file that is not a complete backup.
func damaged(format string, args ...any) error {
	return fault.New(fault.Unprocessable, "backup_damaged", "La copia está dañada o incompleta: "+fmt.Sprintf(format, args...)+". Use otra copia.")
}
