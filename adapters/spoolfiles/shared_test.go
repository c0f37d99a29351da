package spoolfiles_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/spoolfiles"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/storetest"
)

// openParts opens a database for one test.
func openParts(t *testing.T) ports.TaskParts {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db.TaskParts()
}

// server is the spool of a server with its own files and shared parts.
func server(t *testing.T, parts ports.TaskParts, secret string) spoolfiles.Shared {
	t.Helper()
	return spoolfiles.Shared{Spool: open(t, t.TempDir()), Parts: parts, Secret: func() ([]byte, error) { return []byte(secret), nil }}
}

func TestShared(t *testing.T) {
	storetest.RunSpool(t, func(t *testing.T) ports.Spool { return server(t, openParts(t), "secreto") })
}

// A password that one server took in opens the file on another, and is gone
// for all when its task ends on one.
func TestServersShareThePasswords(t *testing.T) {
	parts := openParts(t)
	here, there := server(t, parts, "secreto"), server(t, parts, "secreto")
	want := func(taskID, password string) {
		t.Helper()
		for _, s := range []spoolfiles.Shared{here, there} {
			if got, err := s.Password(t.Context(), taskID); got != password || err != nil {
				t.Errorf("the password of %s is %q, %v, want %q", taskID, got, err, password)
			}
		}
	}
	want("a", "")
	for _, id := range []string{"a", "b"} {
		if err := here.KeepPassword(t.Context(), id, "clave de "+id); err != nil {
			t.Fatal(err)
		}
	}
	want("a", "clave de a")
	for range 2 {
		if err := there.Remove(t.Context(), "a"); err != nil {
			t.Error(err)
		}
	}
	want("a", "")
	want("b", "clave de b")
	if err := here.KeepPassword(t.Context(), "../x", "x"); err == nil {
		t.Error("a name that is no ID was taken")
	}
}

// Anyone who reads the store learns no password, nor can he put it under another
// task; and a server with another secret says that it cannot read it.
func TestPasswordsAreSealed(t *testing.T) {
	parts := openParts(t)
	here := server(t, parts, "secreto")
	for _, id := range []string{"a", "b"} {
		if err := here.KeepPassword(t.Context(), id, "una clave"); err != nil {
			t.Fatal(err)
		}
	}
	a, _ := parts.Load(t.Context(), "a", 0, 1)
	b, _ := parts.Load(t.Context(), "b", 0, 1)
	if bytes.Contains(a[0].Data, []byte("clave")) || bytes.Equal(a[0].Data, b[0].Data) {
		t.Errorf("kept as %q and %q", a[0].Data, b[0].Data)
	}
	unreadable := func(why string, s spoolfiles.Shared, id string) {
		t.Helper()
		if got, err := s.Password(t.Context(), id); got != "" || fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%s: %q, %v", why, got, err)
		}
	}
	unreadable("another secret", server(t, parts, "otro secreto"), "a")
	changed := bytes.Clone(a[0].Data)
	changed[len(changed)-1] ^= 1
	for why, data := range map[string][]byte{"of another task": b[0].Data, "cut off": a[0].Data[:5], "changed": changed} {
		if err := parts.Keep(t.Context(), "a", document.TaskPart{Number: 0, Data: data}); err != nil {
			t.Fatal(err)
		}
		unreadable(why, here, "a")
	}
}

// What one server has read another continues from, however often they take turns.
func TestServersTakeOverPages(t *testing.T) {
	parts := openParts(t)
	here, there := server(t, parts, "secreto"), server(t, parts, "secreto")
	read := func(s spoolfiles.Shared, source document.Source, from, to int) {
		t.Helper()
		pages, err := s.Pages(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		defer pages.Close()
		if pages.Len() != from-1 {
			t.Fatalf("%d pages are there, want %d", pages.Len(), from-1)
		}
		for n := from; n <= to; n++ {
			if err := pages.Append(document.Page{Number: n, Source: source, Text: fmt.Sprint("página ", n), Words: []document.Word{{Text: "página", End: 7}}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	read(here, document.OCR, 1, 3)
	read(there, document.OCR, 4, 40)
	read(here, document.OCR, 41, 41)
	read(there, document.TextLayer, 42, 50) // too few to be worth sharing
	read(here, document.TextLayer, 42, 80)
	read(there, document.OCR, 74, 74) // the 32 from 42 on were shared
	pages, err := here.Pages(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	for n := 1; n <= pages.Len(); n++ {
		if p, err := pages.Page(n); err != nil || p.Number != n || p.Text != fmt.Sprint("página ", n) || len(p.Words) != 1 {
			t.Errorf("page %d is %+v, %v", n, p, err)
		}
	}
	if pages.Len() != 80 {
		t.Errorf("%d pages", pages.Len())
	}
	var listed []string
	if err := there.Each(t.Context(), func(id string, _ time.Time) error { listed = append(listed, id); return nil }); err != nil || fmt.Sprint(listed) != "[a]" {
		t.Errorf("kept are %v, %v", listed, err)
	}
}
