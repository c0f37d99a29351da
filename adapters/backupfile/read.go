package backupfile

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
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
	return f, translate(err)
}

// Read reads a whole backup and hands each file but the manifest to visit,
// which may leave some of it unread. It returns the manifest when all that it
// lists was there, byte for byte, and nothing else. Faults: NotFound,
// Forbidden, Unprocessable (damaged, incomplete, no backup at all). What visit
// was handed is good only if Read returns no error.
func Read(ctx context.Context, from string, visit func(name string, size int64, r io.Reader) error) (Manifest, error) {
	f, err := open(from)
	if err != nil {
		return Manifest{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return Manifest{}, damaged("no es un archivo corriente")
	}
	entries := tar.NewReader(untilDone{ctx, f})
	found := map[string]File{}
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
		if head.Name == manifest {
			m, err := readManifest(entries, head.Size)
			if err != nil {
				return Manifest{}, err
			}
			return m, m.compare(found)
		}
		if head.Typeflag != tar.TypeReg || !properName(head.Name) {
			return Manifest{}, damaged("contiene %q, que no es de una copia de Cotejo", head.Name)
		}
		if _, twice := found[head.Name]; twice {
			return Manifest{}, damaged("contiene dos veces %s", head.Name)
		}
		sum := sha256.New()
		content := io.TeeReader(entry{ctx, entries, head.Name}, sum)
		if err := visit(head.Name, head.Size, content); err != nil {
			return Manifest{}, err
		}
		if _, err := io.Copy(io.Discard, content); err != nil {
			return Manifest{}, err
		}
		found[head.Name] = File{head.Name, head.Size, hex.EncodeToString(sum.Sum(nil))}
	}
}

// entry is a file within a backup, whose faults of reading say so.
type entry struct {
	ctx  context.Context
	r    io.Reader
	name string
}

func (e entry) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return n, err
	case e.ctx.Err() != nil:
		return n, e.ctx.Err()
	}
	return n, damaged("no se puede leer %s (%v)", e.name, err)
}

// properName reports whether a file of that name belongs in a backup.
func properName(name string) bool {
	return name == Database || strings.HasPrefix(name, Originals) && path.Clean(name) == name && !strings.ContainsAny(name, "\\\x00")
}

func readManifest(r io.Reader, size int64) (m Manifest, err error) {
	if size > maxManifest {
		return m, damaged("su lista es demasiado grande")
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return m, damaged("su lista está cortada")
	}
	if err := json.Unmarshal(data, &m); err != nil || m.Format < 1 {
		return m, damaged("su lista no se entiende")
	}
	if m.Format > Format {
		return m, damaged("la hizo una versión más nueva del programa")
	}
	return m, nil
}

// compare holds what was found against what must be there.
func (m Manifest) compare(found map[string]File) error {
	for _, want := range m.Files {
		got, ok := found[want.Name]
		switch {
		case !ok:
			return damaged("le falta %s", want.Name)
		case got != want:
			return damaged("%s no es el que se guardó", want.Name)
		}
		delete(found, want.Name)
	}
	for name := range found {
		return damaged("contiene %s, que no está en su lista", name)
	}
	for _, f := range m.Files {
		if f.Name == Database {
			return nil
		}
	}
	return damaged("le falta la base de datos")
}
