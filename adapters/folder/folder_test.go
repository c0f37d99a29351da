package folder_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/folder"
)

const whole = "%PDF-1.4\n…\n%%EOF\n"

var start = time.Date(2026, 3, 4, 8, 0, 0, 0, time.UTC)

func put(t *testing.T, root, name, content string) string {
	t.Helper()
	path := filepath.Join(root, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, root string, except ...string) *folder.Inbox {
	t.Helper()
	i, err := folder.Open(root, &folder.Options{Except: except})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// look looks after that many seconds and returns the names of what is ready
// and of what settles.
func look(t *testing.T, i *folder.Inbox, seconds float64) (ready, settling []string) {
	t.Helper()
	looked, err := i.Look(t.Context(), start.Add(time.Duration(seconds*float64(time.Second))))
	if err != nil {
		t.Fatal(err)
	}
	return names(looked.Ready), names(looked.Settling)
}

func TestOnlyFilesThatPeopleSeeAreTaken(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a.pdf", "B.PDF", "sub/dir/c.pdf", "i.jpeg", "j.TIF", // taken
		"x.tmp", "Thumbs.db", "y.crdownload", // written by programs for themselves
		".oculto.pdf", "~$a.pdf", "d.pdf.part", "e.txt", "pdf", ".git/f.pdf", "hecho/g.pdf"} {
		put(t, root, name, whole)
	}
	outside := put(t, t.TempDir(), "h.pdf", whole)
	if err := errors.Join(os.Symlink(outside, filepath.Join(root, "link.pdf")), os.Symlink(filepath.Dir(outside), filepath.Join(root, "dir")),
		os.Mkdir(filepath.Join(root, "carpeta.pdf"), 0o755)); err != nil {
		t.Fatal(err)
	}
	i := open(t, root, filepath.Join(root, "hecho"))
	if looked, err := i.Look(t.Context(), start); err != nil || looked.SettlingOthers != 2 {
		t.Errorf("%d files of other kinds settle, want 2, %v", looked.SettlingOthers, err)
	}
	for second, want := range []struct{ ready, skipped []string }{
		2:  {[]string{"B.PDF", "a.pdf", filepath.Join("sub", "dir", "c.pdf")}, []string{"e.txt", "pdf"}},
		3:  {},                                   // each is reported once
		10: {ready: []string{"i.jpeg", "j.TIF"}}, // which do not end as such
	} {
		looked, err := i.Look(t.Context(), start.Add(time.Duration(second)*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		if got := names(looked.Ready); !slices.Equal(got, want.ready) {
			t.Errorf("second %d: ready %q, want %q", second, got, want.ready)
		}
		if got := names(looked.Skipped); !slices.Equal(got, want.skipped) {
			t.Errorf("second %d: skipped %q, want %q", second, got, want.skipped)
		}
	}
}

func names(files []folder.File) (all []string) {
	for _, f := range files {
		all = append(all, f.Name)
	}
	return all
}

func TestAFileIsReadyOnceItStaysAsItIs(t *testing.T) {
	for _, tc := range []struct {
		rule    string
		content string
		grows   bool    // at second 1.9
		at      float64 // the second of a look
		ready   bool
	}{
		{"not at once", whole, false, 0, false},
		{"not before its time", whole, false, 1.9, false},
		{"after two seconds", whole, false, 2, true},
		{"growing starts the time anew", whole, true, 3.8, false},
		{"and ends it", whole, true, 3.9, true},
		{"without the mark of the end it takes longer", "%PDF-1.4\n…", false, 9.9, false},
		{"but not for ever", "%PDF-1.4\n…", false, 10, true},
		{"an empty file may yet be written", "", false, 9.9, false},
		{"an empty file that stays is taken", "", false, 10, true},
		{"the mark may stand a little before the end", whole + strings.Repeat("\n", 1000), false, 2, true},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			root := t.TempDir()
			path := put(t, root, "a.pdf", tc.content)
			i := open(t, root)
			ready, settling := look(t, i, 0)
			if len(ready) != 0 || len(settling) != 1 {
				t.Fatalf("at once: %q ready, %q settling", ready, settling)
			}
			if tc.grows {
				if err := os.WriteFile(path, []byte(tc.content+tc.content), 0o600); err != nil {
					t.Fatal(err)
				}
				look(t, i, 1.9)
			}
			ready, settling = look(t, i, tc.at)
			if (len(ready) == 1) != tc.ready || len(ready)+len(settling) != 1 {
				t.Errorf("%q ready, %q settling", ready, settling)
			}
		})
	}
}

func TestImagesAreReadyOnceTheyEnd(t *testing.T) {
	for name, tc := range map[string]struct {
		content string
		at      float64
		ready   bool
	}{
		"a.png":   {"…IEND\xaeB`\x82", 2, true},
		"b.png":   {"…", 9.9, false},
		"a.jpg":   {"…\xff\xd9", 2, true},
		"b.JPEG":  {"…\xff", 9.9, false},
		"a.tif":   {"…IEND%%EOF", 9.9, false},
		"b.tiff":  {"…", 10, true},
		"fin.pdf": {"…IEND", 9.9, false},
	} {
		root := t.TempDir()
		put(t, root, name, tc.content)
		i := open(t, root)
		look(t, i, 0)
		if ready, _ := look(t, i, tc.at); (len(ready) == 1) != tc.ready {
			t.Errorf("%s: %q is ready after %v seconds", name, ready, tc.at)
		}
	}
}

func TestAFileIsHandedOutOncePerState(t *testing.T) {
	root := t.TempDir()
	path := put(t, root, "a.pdf", whole)
	i := open(t, root)
	look(t, i, 0)
	if ready, _ := look(t, i, 2); len(ready) != 1 {
		t.Fatalf("%q", ready)
	}
	if ready, settling := look(t, i, 60); len(ready)+len(settling) != 0 {
		t.Errorf("again: %q %q", ready, settling)
	}
	put(t, root, "a.pdf", whole+whole)
	look(t, i, 61)
	if ready, _ := look(t, i, 63); len(ready) != 1 {
		t.Errorf("after a change: %q", ready)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	look(t, i, 64)
	put(t, root, "a.pdf", whole+whole)
	look(t, i, 65)
	if ready, _ := look(t, i, 67); len(ready) != 1 {
		t.Errorf("after it was away: %q", ready)
	}
}

// ready returns the one file of a folder.
func ready(t *testing.T, root string) folder.File {
	t.Helper()
	i := open(t, root)
	look(t, i, 0)
	looked, err := i.Look(t.Context(), start.Add(time.Hour))
	if err != nil || len(looked.Ready) != 1 {
		t.Fatalf("%+v, %v", looked, err)
	}
	return looked.Ready[0]
}

func TestAFileThatChangedIsNotRead(t *testing.T) {
	root := t.TempDir()
	path := put(t, root, "a.pdf", whole)
	f := ready(t, root)
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := os.WriteFile(path, []byte(whole+"more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); !errors.Is(err, folder.ErrChanged) {
		t.Errorf("reading: %v", err)
	}
	if _, err := f.SHA256(); !errors.Is(err, folder.ErrChanged) {
		t.Errorf("hashing: %v", err)
	}
	if _, err := f.MoveTo(t.TempDir()); !errors.Is(err, folder.ErrChanged) {
		t.Errorf("moving: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("it is gone: %v", err)
	}
}

func TestFileSwappedForSomethingElseIsNotOpened(t *testing.T) {
	outside := put(t, t.TempDir(), "sub/a.pdf", whole)
	for with, swap := range map[string]func(path string) error{
		"a named pipe":            func(path string) error { return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)) },
		"a link out of the inbox": func(path string) error { return errors.Join(os.Remove(path), os.Symlink(outside, path)) },
		"its folder with a link out of the inbox": func(path string) error {
			return errors.Join(os.RemoveAll(filepath.Dir(path)), os.Symlink(filepath.Dir(outside), filepath.Dir(path)))
		},
	} {
		t.Run(with, func(t *testing.T) {
			root := t.TempDir()
			path := put(t, root, "sub/a.pdf", whole)
			// Size and time of change are the same: only what the file is differs.
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(outside, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			f := ready(t, root)
			err = swap(path)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := f.Open(); err == nil {
				text, _ := io.ReadAll(r)
				t.Errorf("opening: read %q", text)
			}
			if _, err := f.SHA256(); err == nil {
				t.Error("hashing: no error")
			}
			if to, err := f.MoveTo(t.TempDir()); err == nil {
				t.Errorf("moving: to %s", to)
			}
			if _, err := os.Stat(outside); err != nil {
				t.Errorf("the file outside: %v", err)
			}
		})
	}
}

func TestMovingReplacesNothing(t *testing.T) {
	done := t.TempDir()
	for n, want := range []string{"sub/a.pdf", "sub/a (2).pdf", "sub/a (3).pdf"} {
		root := t.TempDir()
		content := whole + strconv.Itoa(n)
		path := put(t, root, "sub/a.pdf", content)
		to, err := ready(t, root).MoveTo(done)
		if err != nil || to != filepath.Join(done, filepath.FromSlash(want)) {
			t.Fatalf("moved to %s, %v; want %s", to, err, want)
		}
		if got, err := os.ReadFile(to); err != nil || string(got) != content {
			t.Errorf("%s has %q, %v", want, got, err)
		}
		if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("it is still there: %v", err)
		}
	}
}

func TestMovingToAnotherDisk(t *testing.T) {
	done, err := os.MkdirTemp("/dev/shm", "cotejo-")
	if err != nil {
		t.Skip("this system has no second file system to move to")
	}
	t.Cleanup(func() { os.RemoveAll(done) })
	root := t.TempDir()
	put(t, root, "a.pdf", whole)
	put(t, done, "a.pdf", "another")
	to, err := ready(t, root).MoveTo(done)
	if err != nil || filepath.Base(to) != "a (2).pdf" {
		t.Fatalf("%s, %v", to, err)
	}
	got, err := os.ReadFile(to)
	names, _ := os.ReadDir(done)
	if err != nil || string(got) != whole || len(names) != 2 {
		t.Errorf("%q, %v, %d files", got, err, len(names))
	}
}

func TestFileIsAnInboxOfItself(t *testing.T) {
	root := t.TempDir()
	path := put(t, root, ".a.pdf", whole) // hidden, but asked for
	put(t, root, "b.pdf", whole)
	i := open(t, path)
	look(t, i, 0)
	if ready, settling := look(t, i, 3); !slices.Equal(ready, []string{".a.pdf"}) || len(settling) > 0 {
		t.Errorf("%v, %v", ready, settling)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := i.Look(t.Context(), start.Add(time.Minute)); err != nil {
		t.Errorf("once it is gone: %v", err)
	}
}

func TestWhatIsNoFolder(t *testing.T) {
	path := put(t, t.TempDir(), "a.pdf", whole)
	if _, err := folder.Open(os.DevNull, nil); !errors.Is(err, folder.ErrNoFolder) {
		t.Errorf("a device: %v", err)
	}
	if _, err := folder.Open(path+"x", nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
}

func TestWatchTellsOfNewFiles(t *testing.T) {
	root := t.TempDir()
	changes := open(t, root).Watch(t.Context())
	for _, name := range []string{"a.pdf", "sub/b.pdf"} {
		put(t, root, name, whole)
		select {
		case <-changes:
		case <-t.Context().Done():
			t.Fatal("nothing was told")
		}
	}
}

func Example() {
	root, err := os.MkdirTemp("", "inbox-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(root)
	os.WriteFile(filepath.Join(root, "tutela.pdf"), []byte("%PDF-1.7\n%%EOF"), 0o600)

	inbox, err := folder.Open(root, &folder.Options{Settle: time.Second})
	if err != nil {
		panic(err)
	}
	now := time.Now()
	for range 2 {
		looked, err := inbox.Look(context.Background(), now)
		if err != nil {
			panic(err)
		}
		fmt.Println(len(looked.Settling), "settling,", len(looked.Ready), "ready")
		now = now.Add(time.Second)
	}
	// Output:
	// 1 settling, 0 ready
	// 0 settling, 1 ready
}
