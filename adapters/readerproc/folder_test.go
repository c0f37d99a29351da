package readerproc

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A document may come while the folder of a reader that died is removed: it would stay on
// the disk until the next start.
func TestNothingStaysInAFolderThatIsRemoved(t *testing.T) {
	parent := t.TempDir()
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		f, err := makeFolder(parent)
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		group.Go(func() { _, _ = f.take(file) })
		group.Go(f.remove)
		group.Wait()
		if _, err := os.Stat(f.path); !errors.Is(err, os.ErrNotExist) {
			t.Fatalf("the folder is still there: %v", err)
		}
	}
}
