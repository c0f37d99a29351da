package blobstore_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/blobstore"
)

// Whatever is given as a key, nothing is written outside of the folder, and
// what was accepted is found under its name.
func FuzzKey(f *testing.F) {
	for _, key := range []string{"a", "a/b.pdf", "../a", "/a", "a/../../b", ".unfinished/x", "a//b", "a\x00", "a\\..\\b", "é"} {
		f.Add(key)
	}
	parent := f.TempDir()
	folder := filepath.Join(parent, "originals")
	s, err := blobstore.OpenFiles(folder)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	f.Fuzz(func(t *testing.T, key string) {
		if err := s.Put(t.Context(), key, strings.NewReader("x")); err == nil {
			path, ok := s.Path(key)
			if !ok || path != filepath.Join(folder, key) || !strings.HasPrefix(path, folder+string(filepath.Separator)) {
				t.Errorf("%q is stored at %q, %t", key, path, ok)
			}
			if err := s.Delete(t.Context(), key); err != nil {
				t.Error(err)
			}
		}
		for dir, want := range map[string]string{parent: "originals", filepath.Join(folder, ".unfinished"): ""} {
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) > 1 || len(entries) == 1 && entries[0].Name() != want {
				t.Errorf("%q left %v in %s, %v", key, entries, dir, err)
			}
		}
	})
}
