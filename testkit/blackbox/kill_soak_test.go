//go:build soak

package blackbox

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
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
	sheets := sheetsToUpload(t, seed)
	run := func() *service.Process {
		return start(t, folder, append(database, "SVC_TMP_DIR="+temporary, "SVC_QUEUE_LIMIT=100000")...)
	}
	var c *service.Client
	type upload struct{ name, task string }
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
		for n := range sheets {
			name := fmt.Sprintf("%d-%d.pdf", rounds, n)
			id, err := c.Upload(t.Context(), name, sheets[n], "")
			if err != nil {
				break // the server is gone: no promise was made
			}
			accepted = append(accepted, upload{name, id})
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

// sheetsToUpload are one scan and three born-digital filings.
func sheetsToUpload(t *testing.T, seed uint64) [][]byte {
	g := filings.New(seed, filings.Options{})
	sheets := [][]byte{sheet(t, g.Short(), true)}
	for range 3 {
		sheets = append(sheets, sheet(t, g.Filing(), false))
	}
	return sheets
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
