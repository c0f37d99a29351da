package spoolfiles_test

import (
	"testing"

	"github.com/cotejo/cotejo/adapters/memory"
	"github.com/cotejo/cotejo/adapters/spoolfiles"
)

// A password that one server took in opens the file on another, and is gone
// for all when its task ends on one.
func TestServersShareThePasswords(t *testing.T) {
	blobs := memory.NewBlobs()
	here, there := spoolfiles.Shared{Spool: open(t, t.TempDir()), Blobs: blobs}, spoolfiles.Shared{Spool: open(t, t.TempDir()), Blobs: blobs}
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
	pages, err := there.Pages(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	pages.Close()
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
