package backupfile

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/cotejo/cotejo/core/fault"
)

// translate turns the errors of the disk into faults of the backup at path.
func translate(path string, err error) error {
	if _, ok := fault.As(err); ok {
		return err
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return fault.New(fault.Conflict, "backup_exists", fmt.Sprintf("Ya existe %s; elija otro nombre o reemplácelo con --force.", path))
	case errors.Is(err, syscall.EWOULDBLOCK):
		return fault.Wrap(err, fault.Conflict, "backup_under_way", "Otra orden está escribiendo esa misma copia; espere a que termine.")
	case errors.Is(err, fs.ErrNotExist):
		return fault.Wrap(err, fault.NotFound, "backup_not_found", "No existe la carpeta de la copia; créela o revise la ruta.")
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Forbidden, "backup_forbidden", "No hay permiso para usar el archivo de la copia o su carpeta.")
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault.Wrap(err, fault.Unavailable, "disk_full", "No queda espacio en el disco para la copia; libérelo o elija otra carpeta.")
	}
	return err
}

// damaged says what is wrong with a file that is not a complete backup.
func damaged(format string, args ...any) error {
	return fault.New(fault.Unprocessable, "backup_damaged", "La copia está dañada o incompleta: "+fmt.Sprintf(format, args...)+". Use otra copia.")
}
