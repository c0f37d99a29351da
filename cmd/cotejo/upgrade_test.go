package main_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

// recordData has TestDataOfLastReleaseServe write what this release keeps;
// testkit/release/record sets it, once for each release.
var recordData = flag.Bool("record", false, "record the data of this release into "+releaseData)

const releaseData = "testdata/release/data.tar"

// dataOfRelease returns a backup of the last release, or one made just now while there
// is none: two filings, of which one is a duplicate of the other.
func dataOfRelease(t *testing.T) string {
	t.Helper()
	recorded, err := filepath.Abs(releaseData)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(recorded); err == nil && !*recordData {
		return recorded
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1), "b.pdf": cotejo.Digital(t, 1) + "\n"})
	for _, args := range [][]string{{"process", "--create", "in", "--settle", "50ms"}, {"backup", "data.tar"}} {
		if got := cotejo.Run(t, folder, args...); got.Status != 0 {
			t.Fatalf("%v: %+v", args, got)
		}
	}
	made := filepath.Join(folder, "data.tar")
	if *recordData {
		data, err := os.ReadFile(made)
		if err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(recorded), 0o755), os.WriteFile(recorded, data, 0o644))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return made
}

func TestDataOfLastReleaseServe(t *testing.T) {
	t.Parallel()
	backup, folder := dataOfRelease(t), cotejo.Inbox(t, map[string]string{"c.pdf": cotejo.Digital(t, 1) + "\n\n"})
	for _, tc := range []struct {
		rule string
		args []string
		says string
	}{
		{"it is restored", []string{"restore", backup}, ""},
		{"its tables are brought up to date", []string{"doctor"}, "esquema"},
		{"its filings are found", []string{"search", "--json", "tutela"}, `"id":"`},
		{"new filings are held against them", []string{"process", "--create", "in", "--settle", "50ms"}, "duplicado"},
		{"it is exported", []string{"export", "registro.xlsx"}, "3 documentos"},
		{"its fingerprints are made anew", []string{"reindex"}, ""},
		{"and it is saved again", []string{"backup", "again.tar"}, ""},
	} {
		got := cotejo.Invocation{Folder: folder, Env: []string{"SVC_PORT=0"}, Args: tc.args}.Run(t)
		if got.Status != 0 || !strings.Contains(got.Stdout+got.Stderr, tc.says) {
			t.Fatalf("%s: %+v", tc.rule, got)
		}
	}
}
