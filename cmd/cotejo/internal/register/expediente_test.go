package register_test

import (
	"archive/zip"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestExpedienteWritesArchive(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
	if got := cotejo.Run(t, folder, "process", "--create", "in", "--settle", "50ms"); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	found := cotejo.Run(t, folder, "search", "--json", "tutela")
	_, rest, ok := strings.Cut(found.Stdout, `"id":"`)
	if !ok {
		t.Fatalf("%+v", found)
	}
	id, _, _ := strings.Cut(rest, `"`)
	for _, tc := range []struct {
		rule   string
		args   []string
		status int
		says   string
	}{
		{"no documents", nil, 2, "al menos un documento"},
		{"another kind of archive", []string{id, "--out", "carpeta.rar"}, 2, ".zip"},
		{"a document that is not there", []string{"0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a99"}, 3, ""},
		{"an unknown stage", []string{id, "--stage", "05Otra"}, 6, "01PrimeraInstancia"},
		{"an archive", []string{id, "--out", "carpeta.zip"}, 0, ""},
		{"an archive that is there", []string{id, "--out", "carpeta.zip"}, 5, "--force"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			got := cotejo.Run(t, folder, append([]string{"expediente"}, tc.args...)...)
			if got.Status != tc.status || !strings.Contains(got.Stderr, tc.says) {
				t.Errorf("%+v", got)
			}
		})
	}
	archive, err := zip.OpenReader(filepath.Join(folder, "carpeta.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if len(archive.File) != 3 || !strings.Contains(archive.File[0].Name, "/01PrimeraInstancia/C01Principal/01") {
		t.Errorf("the archive begins with %s and has %d files", archive.File[0].Name, len(archive.File))
	}
}
