package read

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/fault"
)

// searchable writes a searchable PDF to path, atomically: path never holds an incomplete file. The zero
// value writes none.
type searchable struct{ path, unfinished string }

// newSearchable makes room beside path, for the one document of inputs.
func newSearchable(path string, inputs []string) (searchable, error) {
	if path == "" {
		return searchable{}, nil
	}
	if err := cli.CheckExtension(path, ".pdf"); err != nil {
		return searchable{}, err
	}
	if len(inputs) != 1 {
		return searchable{}, spanish.Usagef("--out necesita un solo archivo PDF, y hay %d", len(inputs))
	}
	at, err := filepath.Abs(path)
	if err != nil {
		return searchable{}, cannotWrite(path, err)
	}
	if same(inputs[0], at) {
		return searchable{}, spanish.Usagef("--out %s es el mismo archivo que se lee: dé otro nombre", path)
	}
	if info, err := os.Stat(at); err == nil && info.IsDir() {
		return searchable{}, spanish.Usagef("--out %s es una carpeta: dé el nombre del PDF, por ejemplo %s", path, filepath.Join(path, "buscable.pdf"))
	}
	f, err := os.CreateTemp(filepath.Dir(at), ".cotejo-*.pdf")
	if err != nil {
		return searchable{}, cannotWrite(path, err)
	}
	return searchable{at, f.Name()}, f.Close()
}

func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// finish puts the file in its place.
func (s searchable) finish() error {
	if s.path == "" {
		return nil
	}
	// CreateTemp's files are their owner's alone; a PDF is as readable as others.
	if err := errors.Join(os.Chmod(s.unfinished, 0o644), os.Rename(s.unfinished, s.path)); err != nil {
		return cannotWrite(s.path, err)
	}
	return nil
}

// discard removes what was not finished.
func (s searchable) discard() {
	if s.path != "" {
		os.Remove(s.unfinished)
	}
}

func cannotWrite(path string, cause error) error {
	var reason *fs.PathError
	if errors.As(cause, &reason) {
		cause = reason.Err
	}
	return fault.Wrap(cause, fault.Unprocessable, "cannot_write",
		"No se puede escribir "+path+": "+cause.Error()+". Revise la carpeta, el permiso y el espacio.")
}
