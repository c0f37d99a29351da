package backupfile

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// maxManifest bounds the manifest: some ten million originals.
const maxManifest = 2 << 30

// Check returns the fault of a backup that is not there or cannot be opened: NotFound or Forbidden.
func Check(path string) error {
	f, err := open(path)
	if err != nil {
		return err
	}
	return f.Close()
}

func open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.Wrap(err, fault.NotFound, "backup_not_found",
			fmt.Sprintf("No existe la copia %s; revise la ruta. Las copias se hacen con «cotejo backup ARCHIVO.tar».", path))
	}
	return f, translate(path, err)
}

// Visit gets a file of a backup, of which it may leave some unread.
type Visit func(name string, size int64, r io.Reader) error

// Read reads a whole backup and hands each file but the manifest to visit. It
// returns the manifest when all that it lists was there, byte for byte, and
// nothing else. Faults: NotFound, Forbidden, Unprocessable (damaged,
// incomplete, no backup at all). What visit was handed is good only if Read
// returns no error.
func Read(ctx context.Context, from string, visit Visit) (Manifest, error) {
	return Manifest{}.read(ctx, from, visit)
}

// ReadAgain reads the backup that m is of. Each file that visit reads to its end was as m lists
// it; otherwise the read fails with a fault of kind Stale.
func (m Manifest) ReadAgain(ctx context.Context, from string, visit Visit) error {
	_, err := m.read(ctx, from, visit)
	return err
}

func (m Manifest) read(ctx context.Context, from string, visit Visit) (Manifest, error) {
	f, err := open(from)
	if err != nil {
		return Manifest{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return Manifest{}, damaged("no es un archivo corriente")
	}
	entries, sums := tar.NewReader(f), m.Sums()
	var found []File
	for {
		head, err := entries.Next()
		switch {
		case ctx.Err() != nil:
			return Manifest{}, ctx.Err()
		case errors.Is(err, io.EOF):
			return Manifest{}, damaged("le falta el final")
		case err != nil:
			return Manifest{}, damaged("no se puede leer (%v)", err)
		}
		c := content{ctx: ctx, r: entries, sum: sha256.New(), entry: head.Name, want: sums[head.Name]}
		switch {
		case head.Name == manifest:
			return readManifest(c, head.Size, found)
		case head.Typeflag != tar.TypeReg || !properName(head.Name):
			return Manifest{}, damaged("contiene %q, que no es de una copia de Cotejo", head.Name)
		}
		if err := visit(head.Name, head.Size, c); err != nil {
			return Manifest{}, err
		}
		if _, err := io.Copy(io.Discard, c); err != nil {
			return Manifest{}, err
		}
		found = append(found, File{head.Name, head.Size, c.hex()})
	}
}

// properName reports whether a file of that name belongs in a backup.
func properName(name string) bool {
	return slices.Contains(databases, name) || strings.HasPrefix(name, Originals) && path.Clean(name) == name && !strings.ContainsAny(name, "\\\x00")
}

// readManifest returns the manifest if it lists what was found, which is in its order.
func readManifest(r io.Reader, size int64, found []File) (m Manifest, err error) {
	if size > maxManifest {
		return Manifest{}, damaged("su lista es demasiado grande")
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return Manifest{}, err
	}
	switch err := json.Unmarshal(data, &m); {
	case err != nil || m.Format < 1:
		return Manifest{}, damaged("su lista no se entiende")
	case m.Format > Format:
		return Manifest{}, damaged("la hizo una versión más nueva del programa")
	case !slices.ContainsFunc(m.Files, func(f File) bool { return slices.Contains(databases, f.Name) }):
		return Manifest{}, damaged("le falta la base de datos")
	}
	for i := range max(len(m.Files), len(found)) {
		switch {
		case i >= len(found):
			return Manifest{}, damaged("le falta %s", m.Files[i].Name)
		case i >= len(m.Files) || found[i] != m.Files[i]:
			return Manifest{}, damaged("%s no es el que se guardó", found[i].Name)
		}
	}
	return m, nil
}

// Has reports whether the backup has a file of that name.
func (m Manifest) Has(name string) bool {
	return slices.ContainsFunc(m.Files, func(f File) bool { return f.Name == name })
}

// Sums returns the SHA-256 of each file by its name.
func (m Manifest) Sums() map[string]string {
	sums := map[string]string{}
	for _, f := range m.Files {
		sums[f.Name] = f.SHA256
	}
	return sums
}
