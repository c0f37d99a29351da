package spoolfiles_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/spoolfiles"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/crashtest"
	"github.com/cotejo/cotejo/testkit/storetest"
)

// A victim reads pages without end: it acknowledges each once it is spooled.
func TestMain(m *testing.M) {
	crashtest.Main(m, func(folder string, acknowledge io.Writer) error {
		spool, err := spoolfiles.Open(folder)
		if err != nil {
			return err
		}
		pages, err := spool.Pages(context.Background(), "task")
		if err != nil {
			return err
		}
		for n := pages.Len() + 1; ; n++ {
			if err := pages.Append(numbered(n)); err != nil {
				return err
			}
			fmt.Fprintln(acknowledge, n)
		}
	})
}

func numbered(n int) document.Page {
	return document.Page{Number: n, Text: strings.Repeat(fmt.Sprintf("página %d ", n), 500)}
}

func open(t *testing.T, folder string) *spoolfiles.Spool {
	t.Helper()
	s, err := spoolfiles.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestSpool(t *testing.T) {
	storetest.RunSpool(t, func(t *testing.T) ports.Spool { return open(t, filepath.Join(t.TempDir(), "made", "for", "it")) })
}

// Each page that was taken before a kill is there after it, whole.
func TestKillLosesNoPage(t *testing.T) {
	folder := t.TempDir()
	for range 3 {
		acknowledged := crashtest.Kill(t, folder, 20, 5*time.Millisecond)
		pages, err := open(t, folder).Pages(t.Context(), "task")
		if err != nil {
			t.Fatal(err)
		}
		if last, err := strconv.Atoi(acknowledged[len(acknowledged)-1]); err != nil || pages.Len() < last {
			t.Errorf("%d pages are left; page %d was acknowledged (%v)", pages.Len(), last, err)
		}
		for n := 1; n <= pages.Len(); n++ {
			if p, err := pages.Page(n); err != nil || p.Text != numbered(n).Text {
				t.Fatalf("page %d: %.40q, %v", n, p.Text, err)
			}
		}
		pages.Close()
	}
}

// Whatever a power cut makes of the end of the file, the pages before it stay
// and the next one takes its place.
func TestTornPagesAreReadAgain(t *testing.T) {
	made := t.TempDir()
	pages, err := open(t, made).Pages(t.Context(), "task")
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 3; n++ {
		if err := pages.Append(numbered(n)); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(filepath.Join(made, "task", "pages"))
	if err != nil {
		t.Fatal(err)
	}
	two := len(whole) * 2 / 3 // the records are of one size
	changed := func(change func(b []byte)) []byte {
		b := append([]byte(nil), whole...)
		change(b)
		return b
	}
	for rule, content := range map[string][]byte{
		"a byte is missing":          whole[:len(whole)-1],
		"the head is cut":            whole[:two+3],
		"its bytes are zero":         changed(func(b []byte) { clear(b[two:]) }),
		"a bit is turned":            changed(func(b []byte) { b[len(b)-5] ^= 1 }),
		"its length is preposterous": changed(func(b []byte) { b[two] = 0xff }),
		"a page comes twice":         append(append([]byte(nil), whole[:two]...), whole[two/2:two]...),
	} {
		t.Run(rule, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.Mkdir(filepath.Join(folder, "task"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, "task", "pages"), content, 0o600); err != nil {
				t.Fatal(err)
			}
			pages, err := open(t, folder).Pages(t.Context(), "task")
			if err != nil || pages.Len() != 2 {
				t.Fatalf("%d pages, %v, want 2", pages.Len(), err)
			}
			if err := pages.Append(numbered(3)); err != nil {
				t.Fatal(err)
			}
			if p, err := pages.Page(3); err != nil || p.Text != numbered(3).Text {
				t.Errorf("page 3 is %.40q, %v", p.Text, err)
			}
		})
	}
}

func TestOnlyTheOwnerMayLook(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "spool")
	s := open(t, folder)
	if err := s.KeepPassword(t.Context(), "task", "secreta"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Pages(t.Context(), "task"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{"": 0o700, "task": 0o700, "task/password": 0o600, "task/pages": 0o600} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, %v, want %v", name, info.Mode().Perm(), err, want)
		}
	}
}

func TestNamesThatAreNoIDsAreRefused(t *testing.T) {
	s := open(t, t.TempDir())
	for _, id := range []string{"", ".", "..", "../x", "a/b", "/etc", "a\x00", "a b", "ñ"} {
		if s.KeepPassword(t.Context(), id, "x") == nil || s.Remove(t.Context(), id) == nil {
			t.Errorf("%q was taken for a task", id)
		}
		if _, err := s.Pages(t.Context(), id); err == nil {
			t.Errorf("%q has pages", id)
		}
	}
}
