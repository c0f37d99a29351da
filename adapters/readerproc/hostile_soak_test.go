//go:build soak

package readerproc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/hostilepdf"
)

// Each hostile file ends in a reading or in a fault of the file, within the
// limits, and the next file is read.
func TestHostileFiles(t *testing.T) {
	patient := newPool(t, realReader, readerproc.Options{MemoryMB: 512})
	hasty := newPool(t, realReader, readerproc.Options{MemoryMB: 512, PageTimeout: 2 * time.Second})
	for i, c := range append(hostilepdf.Cases(), hostilepdf.Images()...) {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.pdf", i))
		if err := os.WriteFile(path, c.Content, 0o600); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			pool := hasty
			if c.Readable {
				pool = patient
			}
			r, err := read(t.Context(), pool, path)
			if err == nil && len(r.Pages) == 0 || c.Readable && !strings.Contains(r.Text(), "ANA LOPEZ") {
				t.Errorf("read %d pages, %.100q, %v", len(r.Pages), r.Text(), err)
			}
			f, ok := fault.As(err)
			if blamed := ok && (f.Kind == fault.Unprocessable || f.Kind == fault.Timeout || f.Code == "reader_crashed"); err != nil && !blamed {
				t.Errorf("got %v", err)
			}
		})
	}
}
