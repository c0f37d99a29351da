//go:build soak

package blackbox

import (
	"bytes"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// Sixteen clients ask for a case file of 160 MB and read nothing of it: it takes no more temporary space than a user may have.
func TestSlowDownloadsAreBoundedOnDisk(t *testing.T) {
	temporary := t.TempDir()
	p := start(t, t.TempDir(), "SVC_TMP_DIR="+temporary)
	c := login(t, p, p.Password)
	ids := url.Values{}
	for i := range 4 {
		page, err := paper.BornDigital(filings.New(uint64(31+i), filings.Options{}).Short(), paper.Options{})
		if err != nil {
			t.Fatal(err)
		}
		padded := append(bytes.Repeat([]byte("% 0123456789\n"), 40<<20/13), page.PDF...)
		id, err := c.Upload(t.Context(), "tutela.pdf", append([]byte("%PDF-1.7\n"), padded...), "")
		if err != nil {
			t.Fatal(err)
		}
		ids.Add("id", ended(t, c, id).Result.ID)
	}
	var mu sync.Mutex
	var most int64
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			req, err := http.NewRequestWithContext(t.Context(), "GET", p.URL+"/api/v1/cases/archive?"+ids.Encode(), nil)
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Authorization", "Bearer "+c.Token)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Body.Close()
			_, _ = io.CopyN(io.Discard, res.Body, 1)
			time.Sleep(5 * time.Second)
			mu.Lock()
			defer mu.Unlock()
			statuses[res.StatusCode]++
			most = max(most, sizeOf(t, temporary))
		})
	}
	all.Wait()
	t.Logf("%v, %d MB at most", statuses, most>>20)
	if most > 560<<20 || statuses[http.StatusOK] == 0 || statuses[http.StatusOK]+statuses[http.StatusServiceUnavailable] != 16 {
		t.Errorf("%v, %d MB of temporary files", statuses, most>>20)
	}
}

func sizeOf(t *testing.T, folder string) (total int64) {
	err := filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil // removed meanwhile
		}
		if info, err := entry.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return total
}
