package server

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/cotejo/cotejo/testkit/program"
)

// A program of another module gets this one as the module proxy serves it, into a cache that
// nothing may write to, and is built with the tag alone.
func TestProgramBuildsFromModuleZip(t *testing.T) {
	// The go command keeps which files a version has in its build cache: each run is a version of its own.
	cotejo := module.Version{Path: "github.com/cotejo/cotejo", Version: "v0.0.0-20000101000000-" + randomRevision(t)}
	root, err := program.Root()
	if err != nil {
		t.Fatal(err)
	}
	proxy := t.TempDir()
	serveModule(t, cotejo, root, filepath.Join(proxy, cotejo.Path, "@v"))
	cache := strings.TrimSpace(runGo(t, root, nil, "env", "GOMODCACHE"))
	forget := func() {
		kept, _ := filepath.Glob(filepath.Join(cache, cotejo.Path+"@v0.0.0-20000101000000-*"))
		for _, folder := range append(kept, filepath.Join(cache, "cache/download", cotejo.Path, "@v")) {
			removeReadOnly(t, folder)
			_ = os.Remove(filepath.Dir(folder)) // only if nothing else is in it
		}
	}
	forget() // of a run that was killed
	t.Cleanup(forget)

	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/program\n\ngo 1.26.0\n\nrequire " + cotejo.Path + " " + cotejo.Version + "\n",
		"main.go": `package main

import (
	"context"

	"` + cotejo.Path + `/cmd/server"
)

func main() {
	server.Init()
	_, _ = server.Intake(context.Background(), server.Options{})
}
`} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// Of a fresh machine the cache has no go.mod of what the other modules do not need.
	usual := strings.TrimSpace(runGo(t, root, nil, "env", "GOPROXY"))
	env := []string{"GOPROXY=file://" + proxy + ",file://" + filepath.Join(cache, "cache/download") + "," + usual, "GOSUMDB=off", "GOFLAGS=-trimpath"}
	runGo(t, folder, env, "build", "-mod=mod", "-tags", "sqlite_fts5", "-o", os.DevNull, ".")
}

// randomRevision returns the last part of a pseudo-version.
func randomRevision(t *testing.T) string {
	t.Helper()
	var random [6]byte
	if _, err := rand.Read(random[:]); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(random[:])
}

// serveModule writes what a module proxy serves of the working tree.
func serveModule(t *testing.T, m module.Version, root, folder string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		t.Skip("not a clone: ", err)
	}
	var files []zip.File
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		if info, err := os.Lstat(filepath.Join(root, name)); err == nil && info.Mode().IsRegular() {
			files = append(files, sourceFile{root, name})
		}
	}
	var packed bytes.Buffer
	if err := zip.Create(&packed, m, files); err != nil {
		t.Fatal(err)
	}
	requirements, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for ending, content := range map[string][]byte{".zip": packed.Bytes(), ".mod": requirements, ".info": []byte(`{"Version":"` + m.Version + `"}`)} {
		if err := os.WriteFile(filepath.Join(folder, m.Version+ending), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// sourceFile is a file of a working tree, for zip.Create.
type sourceFile struct{ root, name string }

func (f sourceFile) Path() string                 { return f.name }
func (f sourceFile) Lstat() (fs.FileInfo, error)  { return os.Lstat(filepath.Join(f.root, f.name)) }
func (f sourceFile) Open() (io.ReadCloser, error) { return os.Open(filepath.Join(f.root, f.name)) }

// runGo runs the go command in a folder with more environment, and returns what it prints.
func runGo(t *testing.T, folder string, env []string, arguments ...string) string {
	t.Helper()
	run := exec.Command("go", arguments...)
	run.Dir, run.Env = folder, append(os.Environ(), env...)
	var complaints bytes.Buffer
	run.Stderr = &complaints
	printed, err := run.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", run.Args, err, complaints.Bytes())
	}
	return string(printed)
}

// removeReadOnly removes a folder of the module cache, whose folders are read-only.
func removeReadOnly(t *testing.T, folder string) {
	t.Helper()
	_ = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return os.Chmod(name, 0o700)
		}
		return err
	})
	if err := os.RemoveAll(folder); err != nil {
		t.Error(err)
	}
}
