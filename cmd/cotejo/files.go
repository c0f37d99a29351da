package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// checkFile says in Spanish why a file cannot be read at all.
func checkFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no existe el archivo")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("no hay permiso para leer el archivo")
	case err != nil:
		return fmt.Errorf("no se puede leer el archivo: %w", errors.Unwrap(err))
	case info.IsDir():
		return errors.New("es una carpeta; indique los archivos que contiene, por ejemplo con CARPETA/*.pdf")
	case !info.Mode().IsRegular():
		return errors.New("no es un archivo corriente")
	case info.Size() == 0:
		return errors.New("el archivo está vacío")
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return errors.New("no hay permiso para leer el archivo")
	}
	if err != nil {
		return fmt.Errorf("no se puede abrir el archivo: %w", errors.Unwrap(err))
	}
	return f.Close()
}
