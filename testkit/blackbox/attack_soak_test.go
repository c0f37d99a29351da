//go:build soak

package blackbox

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/hostilepdf"
	"github.com/cotejo/cotejo/testkit/proc"
	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestTextBombsAreBounded uploads small files with very long texts at once. Those
// over the limit fail with the code for it, the others are read, the server's memory
// stays bounded, and a filing that is uploaded afterwards is read.
func TestTextBombsAreBounded(t *testing.T) {
	t.Parallel()
	limit, pages := "2", 12 // as many as the limit takes
	if *slow {
		limit, pages = "6", 38
	}
	p := start(t, t.TempDir(), "SVC_OCR_MODE=never", "SVC_QUEUE_LIMIT=6", "SVC_MAX_TEXT_MB="+limit)
	c := login(t, p, p.Password)
	idle := proc.MemoryOf(p.PID()).Now
	tasks := map[string]string{}
	for _, bomb := range []struct {
		code         string
		pages, words int
	}{
		{"", pages, 20_000}, {"too_much_text", 300, 20_000}, {"page_too_large", 1, 100_000},
		{"", pages, 20_001}, {"too_much_text", 2000, 5_000}, {"page_too_large", 1, 40_000},
	} {
		pdf := hostilepdf.TextBomb(bomb.pages, bomb.words, true)
		id, err := c.Upload(t.Context(), fmt.Sprintf("%dx%d.pdf", bomb.pages, bomb.words), pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		tasks[id] = bomb.code
	}
	for id, code := range tasks {
		if task := ended(t, c, id); task.ErrorCode != code || code != "" && task.Error == nil {
			t.Errorf("want %q, the task is %+v", code, task)
		}
	}
	most := proc.MemoryOf(p.PID()).Most - idle
	if most > program.Memory(150) {
		t.Errorf("the server took %d MB beyond the %d it has at rest", most, idle)
	}
	t.Logf("at most %d MB above %d", most, idle)
	id, err := c.Upload(t.Context(), "después.pdf", sheet(t, filings.New(4, filings.Options{}).Filing(), false), "")
	if err != nil {
		t.Fatal(err)
	}
	if task := ended(t, c, id); task.Status != "completed" {
		t.Errorf("the filing behind them: %+v", task)
	}
}

// TestLongTextsShareMemory has thirty clients read the longest text at once.
func TestLongTextsShareMemory(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "SVC_OCR_MODE=never")
	c := login(t, p, p.Password)
	first, err := c.Upload(t.Context(), "primero.pdf", sheet(t, filings.New(31, filings.Options{}).Short(), false), "")
	if err != nil {
		t.Fatal(err)
	}
	ended(t, c, first) // which loads what was learned: 35 MB
	rest := proc.MemoryOf(p.PID()).Now
	id, err := c.Upload(t.Context(), "largo.pdf", hostilepdf.TextBomb(38, 20_000, true), "")
	if err != nil {
		t.Fatal(err)
	}
	task := ended(t, c, id)
	if task.Status != "completed" {
		t.Fatalf("the task is %+v", task)
	}
	var readers sync.WaitGroup
	for range 30 {
		readers.Go(func() {
			res, err := c.Do(t.Context(), "GET", "/documents/"+task.Result.ID, "", nil)
			for err == nil && res.Status == 503 { // a slow machine is asked again, as it says
				time.Sleep(time.Second)
				res, err = c.Do(t.Context(), "GET", "/documents/"+task.Result.ID, "", nil)
			}
			if err != nil || res.Status != 200 || len(res.Body) < 5<<20 {
				t.Errorf("%d, %d bytes, %v", res.Status, len(res.Body), err)
			}
		})
	}
	readers.Wait()
	most := proc.MemoryOf(p.PID()).Most - rest
	if most > program.Memory(150) {
		t.Errorf("the server took %d MB beyond the %d it has at rest", most, rest)
	}
	t.Logf("at most %d MB above %d", most, rest)
}

// attempts receives when a server begins an attempt with a document alone.
type attempts chan bool

func (a attempts) Write(log []byte) (int, error) {
	if bytes.Contains(log, []byte("task worked alone")) {
		a <- true
	}
	return len(log), nil
}

// TestKillingDocumentIsGivenUp kills the server each time while it reads the same
// page, as a document does that takes all memory: after three attempts alone the
// next server does not try again, says so, and works what comes after. An
// administrator may try again.
func TestKillingDocumentIsGivenUp(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, database ...string) {
		folder := t.TempDir()
		p := start(t, folder, database...)
		c := login(t, p, p.Password)
		g := filings.New(31, filings.Options{})
		id, err := c.Upload(t.Context(), "bomba.pdf", sheet(t, g.Short(), true), "")
		if err != nil {
			t.Fatal(err)
		}
		if task := untilReading(t, p, c, id); task.Status != "processing" {
			t.Fatalf("the task is %+v", task)
		}
		begun := make(attempts, 9)
		for n := range 4 {
			p.Kill()
			p = run(t, service.Options{Dir: folder, Env: database, Log: begun})
			c.URL = p.URL
			if n < 3 {
				<-begun
			}
		}
		task := ended(t, c, id)
		if task.Status != "failed" || task.ErrorCode != "processing_failed" || task.Error == nil {
			t.Errorf("after three kills alone the task is %+v", task)
		}
		after, err := c.Upload(t.Context(), "después.pdf", sheet(t, g.Short(), false), "")
		if err != nil {
			t.Fatal(err)
		}
		if task := ended(t, c, after); task.Status != "completed" {
			t.Errorf("the filing behind it: %+v", task)
		}
		if res := send(t, c, "POST", "/tasks/"+id+"/retry", ""); res.Status != 202 {
			t.Fatalf("trying again: %d %s", res.Status, res.Body)
		}
		if task := ended(t, c, id); task.Status != "completed" {
			t.Errorf("tried again it is %+v", task)
		}
	})
}
