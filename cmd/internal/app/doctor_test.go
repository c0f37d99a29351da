package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

func TestSentenceIsSpanish(t *testing.T) {
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	for want, err := range map[string]error{
		"Está lleno.":               fault.Wrap(errors.New("full"), fault.Unavailable, "full", "Está lleno."),
		"/srv/a.db: no hay permiso": fmt.Errorf("opening: %w", &fs.PathError{Op: "open", Path: "/srv/a.db", Err: syscall.EACCES}),
		"rechaza la conexión":       refused,
		"no existe en la red una máquina con el nombre a.invalid": &net.OpError{Op: "dial", Err: &net.DNSError{Name: "a.invalid", IsNotFound: true}},
		"no respondió a tiempo":                                   fmt.Errorf("asking: %w", context.DeadlineExceeded),
		"something new":                                           errors.New("something new"),
	} {
		if got := sentence(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

func TestClockBeforeProgramWasBuilt(t *testing.T) {
	f := clock(time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC))
	if f.Verdict != Failing || !strings.Contains(f.Detail, "atrasado") || !strings.Contains(f.Action, "timedatectl") {
		t.Errorf("found %+v", f)
	}
}

func TestPlaceIsNamedOnce(t *testing.T) {
	const path = "/srv/cotejo.db"
	for _, err := range []error{syscall.EACCES, &fs.PathError{Op: "open", Path: path, Err: syscall.EACCES}} {
		if got := at(path, err); got.Error() != path+": no hay permiso" {
			t.Errorf("%v: %q", err, got)
		}
	}
	if at(path, nil) != nil {
		t.Error("no error became one")
	}
}

func TestFolderActionNeverGivesFoldersOfOthers(t *testing.T) {
	home := t.TempDir()
	for name, tc := range map[string]struct {
		err           error
		folder, found string
		want          string
	}{
		"the folder of another user": {syscall.EACCES, home, home, "chown " + username() + ": " + home},
		"no folder yet":              {syscall.EACCES, home + "/data", home, "install -d -m 700 -o " + username() + " " + home + "/data"},
		"below what nobody enters":   {syscall.EACCES, "/nonexistent/home/data", "/nonexistent/home", "elija otra carpeta"},
		"a disk that is read-only":   {syscall.EROFS, home, home, "monte ese disco para escritura"},
		"a file in the way":          {syscall.ENOTDIR, home + "/data", home, "quite ese archivo"},
	} {
		got := folderAction(tc.err, tc.folder, tc.found)
		if !strings.Contains(got, tc.want) || strings.Contains(got, home) != strings.Contains(tc.want, home) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}
