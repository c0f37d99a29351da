//go:build soak

package read_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

// TestProcessSurvivesKills kills the program at many moments. In the end each
// file is one document, and moved only once it is.
func TestProcessSurvivesKills(t *testing.T) {
	t.Parallel()
	files := map[string]string{"escaneado.pdf": cotejo.Scanned(t, 9)}
	for n := range uint64(6) {
		files[fmt.Sprintf("%d.pdf", n)] = cotejo.Digital(t, n+1)
	}
	folder := cotejo.Inbox(t, files)
	// No file is to blame: more attempts than there are kills.
	args := []string{"process", "--create", "in", "--json", "--settle", "50ms", "--move", "hecho", "--read-attempts", "9"}
	for kill := range 5 {
		c := cotejo.Invocation{Folder: folder, Args: args}.Command(t.Context())
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(200+kill*200) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		moved, _ := filepath.Glob(filepath.Join(folder, "hecho", "*", "*.pdf"))
		if db := filepath.Join(folder, "data", "database", "cotejo.db"); len(moved) > 0 && cotejo.Exists(db) {
			if n := cotejo.Documents(t, folder); n < len(moved) {
				t.Errorf("after kill %d: %d files are moved and %d documents kept", kill, len(moved), n)
			}
		}
	}
	got := cotejo.Run(t, folder, args...)
	moved, _ := filepath.Glob(filepath.Join(folder, "hecho", "procesados", "*.pdf"))
	if n := cotejo.Documents(t, folder); got.Status != 0 || n != len(files) || len(moved) != len(files) {
		t.Errorf("%d documents and %d moved of %d files, status %d\n%s", n, len(moved), len(files), got.Status, got.Stderr)
	}
}
