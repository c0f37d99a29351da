package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/adapters/durable"
)

func text(s string) func(*os.File) error {
	return func(f *os.File) error { _, err := f.WriteString(s); return err }
}

func names(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestWriteGivesWholeFilesTheirName(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	if n, err := durable.Write(path, durable.Place, text("one")); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	failed := errors.New("failed")
	for want, write := range map[error]func() (int64, error){
		fs.ErrExist: func() (int64, error) { return durable.Write(path, durable.Place, text("two")) },
		failed: func() (int64, error) {
			return durable.Write(path, os.Rename, func(f *os.File) error { return errors.Join(text("half")(f), failed) })
		},
	} {
		if _, err := write(); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	info, err := os.Stat(path)
	if got, _ := os.ReadFile(path); string(got) != "one" || err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", got, info.Mode(), err)
	}
	if _, err := durable.Write(path, os.Rename, text("two")); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "two" {
		t.Errorf("%q", got)
	}
	if left := names(t, folder); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestPlaceAndDuplicateReplaceNothing(t *testing.T) {
	folder := t.TempDir()
	a, b, c := filepath.Join(folder, "a"), filepath.Join(folder, "b"), filepath.Join(folder, "c")
	if err := errors.Join(os.WriteFile(a, []byte("a"), 0o600), os.WriteFile(b, []byte("b"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for name, move := range map[string]func(from, to string) error{"Place": durable.Place, "Duplicate": durable.Duplicate} {
		if err := move(a, b); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := errors.Join(durable.Duplicate(a, c), os.Remove(c), durable.Place(a, c)); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(c); string(got) != "a" || len(names(t, folder)) != 2 {
		t.Errorf("%q among %v", got, names(t, folder))
	}
}
