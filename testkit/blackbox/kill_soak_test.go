//go:build soak

package blackbox

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
	_ "github.com/mattn/go-sqlite3"
)

// TestNothingAcceptedIsLost kills the server at random moments while it takes
// in and reads filings. Each upload that was answered 202 must become one
// document, and one only; the database must be sound, and nothing of the killed
// servers may stay behind.
func TestNothingAcceptedIsLost(t *testing.T) {
	onEachDatabase(t, loseNothing)
}

func loseNothing(t *testing.T, database ...string) {
	folder, temporary := t.TempDir(), t.TempDir()
	const seed = 3
	rng := rand.New(rand.NewPCG(seed, seed))
	uploads := uploadsOf(t, seed)
	run := func() *service.Process {
		return start(t, folder, append(database, "SVC_TMP_DIR="+temporary, "SVC_QUEUE_LIMIT=100000")...)
	}
	var c *service.Client
	type upload struct {
		name, task string
		pages      int
	}
	var accepted []upload // in the order in which they are worked, so that none is waited for long
	rounds := 0
	for ; rounds < *kills || len(accepted) == 0 && rounds < 10**kills; rounds++ {
		p := run()
		if c == nil {
			c = login(t, p, p.Password)
		}
		c.URL = p.URL // the session outlives the process
		killed := make(chan struct{})
		go func() {
			defer close(killed)
			time.Sleep(momentToKill(rng) * time.Duration(1 + rounds / *kills)) // a busy machine takes nothing in so soon
			p.Kill()
		}()
		for n, u := range uploads {
			name := fmt.Sprintf("%d-%d", rounds, n)
			id, err := u.send(t.Context(), c, name)
			if err != nil {
				break // the server is gone: no promise was made
			}
			accepted = append(accepted, upload{name, id, u.pages})
		}
		<-killed
	}
	if len(accepted) == 0 {
		t.Fatal("no upload was accepted before a kill: nothing is tested")
	}

	p := run()
	c.URL = p.URL
	documents := map[string]string{}
	for _, u := range accepted {
		task := ended(t, c, u.task)
		if task.Status != "completed" {
			t.Errorf("%s was accepted and then: %+v", u.name, task)
			continue
		}
		if u.pages > 0 && task.Result.Pages != u.pages {
			t.Errorf("%s has %d pages, not %d", u.name, task.Result.Pages, u.pages)
		}
		if other, taken := documents[task.Result.ID]; taken {
			t.Errorf("%s and %s became one document", u.name, other)
		}
		documents[task.Result.ID] = u.name
	}
	// An upload may have been kept whose answer was lost on the way: one a kill.
	if got := count(t, c); got < len(accepted) || got > len(accepted)+rounds {
		t.Errorf("%d documents of %d accepted uploads", got, len(accepted))
	}
	stop(t, p)
	if len(database) == 0 {
		sound(t, filepath.Join(folder, "data", "database", "cotejo.db"))
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) != 0 {
		t.Errorf("left among the temporary files: %v, %v", left, err)
	}
	t.Logf("%d kills, %d uploads accepted", rounds, len(accepted))
}

// sending is an upload that is made again and again.
type sending struct {
	pages int // of its document, where that is known
	send  func(ctx context.Context, c *service.Client, name string) (task string, err error)
}

// uploadsOf returns one scan, two photographs that become one document, and three born-digital
// filings.
func uploadsOf(t *testing.T, seed uint64) []sending {
	g := filings.New(seed, filings.Options{})
	pdf := func(content []byte) sending {
		return sending{send: func(ctx context.Context, c *service.Client, name string) (string, error) {
			return c.Upload(ctx, name+".pdf", content, "")
		}}
	}
	photographs := photographsOf(t, g.Short())
	images := sending{len(photographs), func(ctx context.Context, c *service.Client, name string) (string, error) {
		var files []service.File
		for i, content := range photographs {
			files = append(files, service.File{Name: fmt.Sprintf("%s-%d.jpg", name, i), Content: content})
		}
		return c.UploadImages(ctx, files...)
	}}
	return []sending{pdf(sheet(t, g.Short(), true)), images, pdf(sheet(t, g.Filing(), false)), pdf(sheet(t, g.Filing(), false)), pdf(sheet(t, g.Filing(), false))}
}

// photographsOf returns two JPEG images: the first sheet of a filing, twice.
func photographsOf(t *testing.T, f filings.Filing) [][]byte {
	pages, err := paper.ScanImages(f, paper.Options{}, paper.Clean, 1)
	if err != nil {
		t.Fatal(err)
	}
	var photograph bytes.Buffer
	if err := jpeg.Encode(&photograph, pages[0], nil); err != nil {
		t.Fatal(err)
	}
	return [][]byte{photograph.Bytes(), photograph.Bytes()}
}

// momentToKill is often among the uploads and sometimes well into the reading
// of a scan.
func momentToKill(rng *rand.Rand) time.Duration {
	longest := 400
	if rng.IntN(4) == 0 {
		longest = 3000
	}
	return time.Duration(rng.IntN(longest)) * time.Millisecond
}
