package blobstore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/storetest"
)

func open(t *testing.T, location string) blobstore.Store {
	t.Helper()
	s, err := blobstore.Open(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestFiles(t *testing.T) {
	storetest.RunBlobs(t, func(t *testing.T) ports.Blobs { return open(t, "file://"+t.TempDir()+"/a/b") })
}

func TestOpenRefuses(t *testing.T) {
	for _, location := range []string{"", "::", "file://", "file://host/x", "file:///tmp/x?create_dir=1", "unknown://bucket", "/tmp/x"} {
		if s, err := blobstore.Open(t.Context(), location); err == nil {
			t.Errorf("%q was opened", location)
			s.Close()
		}
	}
}

func TestFilesAreForTheirOwnerAlone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "originals")
	s := open(t, "file://"+folder)
	if err := s.Put(t.Context(), "a/b/c", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	if err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v", path, info.Mode())
		}
		return err
	}); err != nil {
		t.Error(err)
	}
}

func TestOpenSweepsInterruptedPuts(t *testing.T) {
	folder := t.TempDir()
	s := open(t, "file://"+folder)
	left := filepath.Join(folder, ".unfinished", "left")
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A put that goes on meanwhile, as in another process, is not disturbed.
	reader := iotest.DataErrReader(strings.NewReader("whole"))
	err := s.Put(t.Context(), "a", readFunc(func(p []byte) (int, error) {
		open(t, "file://"+folder)
		return reader.Read(p)
	}))
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(filepath.Dir(left)); err != nil || len(entries) != 0 {
		t.Errorf("got %v, %v", entries, err)
	}
}

func TestFailedPutLeavesNoFile(t *testing.T) {
	folder := t.TempDir()
	s := open(t, "file://"+folder)
	if s.Put(t.Context(), "a", iotest.ErrReader(errors.New("broken"))) == nil {
		t.Error("the reader's error is lost")
	}
	if entries, err := os.ReadDir(filepath.Join(folder, ".unfinished")); err != nil || len(entries) != 0 {
		t.Errorf("got %v, %v", entries, err)
	}
}

func TestNoLinkLeadsOut(t *testing.T) {
	outside, folder := t.TempDir(), t.TempDir()
	s := open(t, "file://"+folder)
	if err := os.Symlink(outside, filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "link/x", strings.NewReader("x")); err == nil {
		t.Error("a link was followed out of the folder")
	}
	if _, err := os.Stat(filepath.Join(outside, "x")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file was written outside")
	}
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }
