package blackbox

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// kills is how often the short campaign kills the server.
const kills = 6

// TestNothingAcceptedIsLost kills the server at random moments while it takes
// in and reads filings. Each upload that was answered 202 must become one
// document, and one only.
func TestNothingAcceptedIsLost(t *testing.T) {
	folder := t.TempDir()
	rng := rand.New(rand.NewPCG(3, 3))
	g := filings.New(3, filings.Options{})
	sheets := [][]byte{sheet(t, g, true), sheet(t, g, false), sheet(t, g, false), sheet(t, g, false)}
	var c *service.Client
	accepted := map[string]string{} // task by file name
	for round := range kills {
		p := start(t, folder)
		if c == nil {
			c = login(t, p, p.Password)
		}
		c.URL = p.URL // the session outlives the process
		killed := make(chan struct{})
		go func() {
			defer close(killed)
			time.Sleep(time.Duration(rng.IntN(400)) * time.Millisecond)
			p.Kill()
		}()
		for n := range sheets {
			name := fmt.Sprintf("%d-%d.pdf", round, n)
			id, err := c.Upload(t.Context(), name, sheets[n], "")
			if err != nil {
				break // the server is gone: no promise was made
			}
			accepted[name] = id
		}
		<-killed
	}
	if len(accepted) == 0 {
		t.Fatal("no upload was accepted before a kill: nothing is tested")
	}

	p := start(t, folder)
	c.URL = p.URL
	documents := map[string]string{}
	for name, id := range accepted {
		task := ended(t, c, id)
		if task.Status != "completed" {
			t.Errorf("%s was accepted and then: %+v", name, task)
			continue
		}
		if other, taken := documents[task.Result.ID]; taken {
			t.Errorf("%s and %s became one document", name, other)
		}
		documents[task.Result.ID] = name
	}
	if got := count(t, c); got < len(accepted) {
		t.Errorf("%d documents of %d accepted uploads", got, len(accepted))
	}
	t.Logf("%d kills, %d uploads accepted", kills, len(accepted))
}

// sheet prints a filing, scanned or not.
func sheet(t *testing.T, g *filings.Generator, scanned bool) []byte {
	t.Helper()
	f := g.Of(document.Tutela)
	p, err := paper.BornDigital(f, paper.Options{})
	if err == nil && scanned {
		p, err = paper.Scan(f, paper.Options{}, paper.Fair, 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p.PDF
}

// count is the number of documents in the list.
func count(t *testing.T, c *service.Client) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	res, err := c.Do(ctx, "GET", "/documents?per_page=1", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Meta struct {
			Total int `json:"total"`
		} `json:"meta"`
	}
	if err := res.Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list.Meta.Total
}
