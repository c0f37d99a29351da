package config

import (
	"os"
	"path/filepath"
)

// maxLinks is how many symbolic links RealPath follows, as many as the kernel.
const maxLinks = 40

// RealPath returns the path of a file without symbolic links, as SQLite resolves
// the path of a database. Lock files, the spool and the originals are placed by
// it: one database has one set of them, whatever name it is opened by. The file
// and its folder need not exist; what cannot be resolved stays as it is.
func RealPath(path string) string {
	for range maxLinks {
		if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			path = filepath.Join(dir, filepath.Base(path))
		}
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return path
}
