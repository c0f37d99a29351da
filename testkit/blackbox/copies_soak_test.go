//go:build soak

package blackbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// Twice as many copies of a page take twice the space, and what the service answers about them stays small.
func TestCopiesCostAsMuchAsOtherPages(t *testing.T) {
	folder := t.TempDir()
	p := start(t, folder)
	c := login(t, p, p.Password)
	page, err := paper.BornDigital(filings.New(31, filings.Options{}).Short(), paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int64
	for range 2 {
		var last string
		for range 150 {
			if last, err = c.Upload(t.Context(), "tutela.pdf", page.PDF, ""); err != nil {
				t.Fatal(err)
			}
			ended(t, c, last)
		}
		one, err := c.Do(t.Context(), "GET", "/tasks/"+last, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		list, err := c.Do(t.Context(), "GET", "/tasks?per_page=100", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, databaseSize(t, folder))
		t.Logf("%d copies: %d KB of database, %d KB a result, %d KB a list", 150*len(sizes), sizes[len(sizes)-1]>>10, len(one.Body)>>10, len(list.Body)>>10)
		if len(one.Body) > 32<<10 || len(list.Body) > 200<<10 {
			t.Errorf("a result of %d bytes, a list of %d", len(one.Body), len(list.Body))
		}
	}
	if sizes[1] > 5*sizes[0]/2 {
		t.Errorf("150 copies take %d bytes, 300 take %d", sizes[0], sizes[1])
	}
}

// databaseSize returns the size of the database in a folder, with its log.
func databaseSize(t *testing.T, folder string) (total int64) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if name, _ := filepath.Match("*.db*", entry.Name()); err != nil || !name {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return total
}
