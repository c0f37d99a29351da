package backupfile_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/adapters/backupfile"
	"github.com/cotejo/cotejo/core/fault"
)

var moment = time.Date(2026, 3, 4, 15, 4, 5, 0, time.UTC)

// contents is a backup's by name.
type contents map[string]string

var small = contents{backupfile.Originals + "2026/03/04/a.pdf": "%PDF-1", backupfile.Originals + "2026/03/04/b.pdf": "", backupfile.Database: "SQLite format 3"}

func backUp(path string, of contents) error {
	w, err := backupfile.Create(path, true)
	if err != nil {
		return err
	}
	defer w.Discard()
	for name, text := range of {
		if _, err := w.Add(context.Background(), name, int64(len(text)), moment, strings.NewReader(text)); err != nil {
			return err
		}
	}
	_, err = w.Finish(backupfile.Manifest{CreatedAt: moment, Documents: len(of)})
	return err
}

func read(path string) (contents, backupfile.Manifest, error) {
	got := contents{}
	m, err := backupfile.Read(context.Background(), path, func(name string, size int64, r io.Reader) error {
		text, err := io.ReadAll(r)
		if err == nil && int64(len(text)) != size {
			err = fmt.Errorf("%s has %d bytes, said to be %d", name, len(text), size)
		}
		got[name] = string(text)
		return err
	})
	return got, m, err
}

func TestWhatIsReadIsWhatWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.tar")
	rapid.Check(t, func(t *rapid.T) {
		want := contents{backupfile.Database: rapid.String().Draw(t, "database")}
		for key, text := range rapid.MapOf(rapid.StringMatching(`[a-z0-9]{1,8}(/[a-z0-9.]{1,120}[a-z])?`), rapid.String()).Draw(t, "originals") {
			want[backupfile.Originals+key] = text
		}
		if err := backUp(path, want); err != nil {
			t.Fatal(err)
		}
		got, m, err := read(path)
		if err != nil || !maps.Equal(got, want) || len(m.Files) != len(want) || !m.CreatedAt.Equal(moment) {
			t.Fatalf("%q, %+v, %v; want %q", got, m, err, want)
		}
	})
}

func TestNoDamageGoesUnnoticed(t *testing.T) {
	folder := t.TempDir()
	full := contents{backupfile.Originals + "a.pdf": strings.Repeat("%PDF-1", 5000), backupfile.Database: strings.Repeat("SQLite", 5000)}
	if err := backUp(filepath.Join(folder, "b.tar"), full); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(filepath.Join(folder, "b.tar"))
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(folder, "damaged.tar")
	rapid.Check(t, func(t *rapid.T) {
		bad := bytes.Clone(sound)
		if rapid.Bool().Draw(t, "cut") {
			bad = bad[:rapid.IntRange(0, len(bad)-1025).Draw(t, "at")] // the last 1,024 bytes are the end of every tar
		} else {
			at := rapid.IntRange(0, len(bad)-1).Draw(t, "at")
			bad[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		}
		if err := os.WriteFile(damaged, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		got, _, err := read(damaged)
		if err == nil && !maps.Equal(got, full) {
			t.Fatal("what was changed was read")
		}
		if err != nil && fault.KindOf(err) != fault.Unprocessable {
			t.Fatalf("%v", err)
		}
	})
}

func TestForeignFilesAreRefused(t *testing.T) {
	good := func(name string) *tar.Header { return &tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o600} }
	for _, tc := range []struct {
		rule string
		head *tar.Header
	}{
		{"a path that leads out", good("originals/../../x")},
		{"an absolute path", good("/originals/x")},
		{"a name of its own", good("bin/sh")},
		{"a link", &tar.Header{Name: "originals/a.pdf", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}},
		{"a folder", &tar.Header{Name: "originals/a/", Typeflag: tar.TypeDir}},
		{"nothing but the end", nil},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			var b bytes.Buffer
			w := tar.NewWriter(&b)
			if tc.head != nil {
				if err := w.WriteHeader(tc.head); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "b.tar")
			if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			got, _, err := read(path)
			if fault.KindOf(err) != fault.Unprocessable || len(got) != 0 {
				t.Errorf("read as %q, %v", got, err)
			}
		})
	}
	if _, _, err := read(filepath.Join(t.TempDir(), "none.tar")); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, _, err := read(t.TempDir()); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("a folder: %v", err)
	}
}

func TestABackupAppearsWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "b.tar")
	w, err := backupfile.Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := backupfile.Create(path, false); fault.KindOf(err) != fault.Conflict {
		t.Errorf("two at once: %v", err)
	}
	if _, err := w.Add(t.Context(), backupfile.Database, 5, moment, strings.NewReader("shor")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a file that is too short: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("it is there before it is finished")
	}
	w.Discard()
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}

	if err := backUp(path, small); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := backupfile.Create(path, false); fault.KindOf(err) != fault.Conflict {
		t.Errorf("one is there: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// What changed since it was verified fails at its end, before it gets a name anywhere.
func TestReadAgainRefusesAChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.tar")
	changed := maps.Clone(small)
	changed[backupfile.Originals+"2026/03/04/a.pdf"] = "%PDF-2"
	for kind, of := range map[fault.Kind]contents{"": small, fault.Stale: changed} {
		if err := backUp(path, small); err != nil {
			t.Fatal(err)
		}
		_, m, err := read(path)
		if err == nil {
			err = backUp(path, of)
		}
		if err != nil {
			t.Fatal(err)
		}
		var failed error
		err = m.ReadAgain(t.Context(), path, func(_ string, _ int64, r io.Reader) error {
			_, err := io.Copy(io.Discard, r)
			failed = errors.Join(failed, err)
			return err
		})
		if kind != "" && (fault.KindOf(err) != kind || failed == nil) || kind == "" && err != nil {
			t.Errorf("%q: %v, and the visitor read to %v", kind, err, failed)
		}
	}
}

func FuzzRead(f *testing.F) {
	path := filepath.Join(f.TempDir(), "b.tar")
	if err := backUp(path, small); err != nil {
		f.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sound)
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "b.tar")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got, m, err := read(path)
		if err == nil && (len(got) != len(m.Files) || len(got) == 0) {
			t.Errorf("%q read, %+v told", got, m)
		}
		if err != nil && fault.KindOf(err) == fault.Internal {
			t.Errorf("%v", err)
		}
	})
}

func Example() {
	folder, err := os.MkdirTemp("", "backup-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "cotejo.tar")

	w, err := backupfile.Create(path, false)
	if err != nil {
		panic(err)
	}
	defer w.Discard()
	w.Add(context.Background(), backupfile.Database, 3, moment, strings.NewReader("SQL"))
	if _, err := w.Finish(backupfile.Manifest{CreatedAt: moment}); err != nil {
		panic(err)
	}
	m, err := backupfile.Read(context.Background(), path, func(string, int64, io.Reader) error { return nil })
	fmt.Println(m.Files[0].Name, m.Files[0].Size, err)
	// Output: database/cotejo.db 3 <nil>
}
