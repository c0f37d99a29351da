package blobstore

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/cotejo/cotejo/core/fault"
)

var errNotFound = fault.New(fault.NotFound, "original_not_found",
	"El archivo original no está disponible. Cárguelo de nuevo si lo necesita.")

// translate turns the errors of a file system into faults. Others, such
// as those of the reader that is being stored, keep their identity.
func translate(err error, doing string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return errNotFound
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault.Wrap(fmt.Errorf("%s: %w", doing, err), fault.Unavailable, "storage_full",
			"No queda espacio en el disco del servidor. Avise al administrador e intente más tarde.")
	case errors.Is(err, syscall.EIO), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return fault.Wrap(fmt.Errorf("%s: %w", doing, err), fault.Unavailable, "originals_unavailable",
			"El almacén de archivos originales no responde. Intente de nuevo en unos minutos.")
	}
	return fmt.Errorf("%s: %w", doing, err)
}
