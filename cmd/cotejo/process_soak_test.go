//go:build soak

package main_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// TestProcessSurvivesKills kills the program at many moments. In the end each
// file is one document, and moved only once it is.
func TestProcessSurvivesKills(t *testing.T) {
	t.Parallel()
	files := map[string]string{"escaneado.pdf": scanned(t, 9)}
	for n := range uint64(6) {
		files[fmt.Sprintf("%d.pdf", n)] = digital(t, n+1)
	}
	folder := inbox(t, files)
	// No file is to blame: more attempts than there are kills.
	args := []string{"process", "--create", "in", "--json", "--settle", "50ms", "--move", "hecho", "--read-attempts", "9"}
	for kill := range 5 {
		c := invocation{folder: folder, args: args}.command(t.Context())
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(200+kill*200) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		moved, _ := filepath.Glob(filepath.Join(folder, "hecho", "*", "*.pdf"))
		if db := filepath.Join(folder, "data", "database", "cotejo.db"); len(moved) > 0 && exists(db) {
			if n := documents(t, folder); n < len(moved) {
				t.Errorf("after kill %d: %d files are moved and %d documents kept", kill, len(moved), n)
			}
		}
	}
	got := cotejo(t, folder, args...)
	moved, _ := filepath.Glob(filepath.Join(folder, "hecho", "procesados", "*.pdf"))
	if n := documents(t, folder); got.status != 0 || n != len(files) || len(moved) != len(files) {
		t.Errorf("%d documents and %d moved of %d files, status %d\n%s", n, len(moved), len(files), got.status, got.stderr)
	}
}
