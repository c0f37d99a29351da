//go:build soak

package blackbox

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/samples"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestAKilledReadingGoesOnAtItsPage kills the reader and then the server in the
// midst of a scan. The text must be that of a reading in one go, and the last
// server must not have read again what the first had.
func TestAKilledReadingGoesOnAtItsPage(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := start(t, folder, "SVC_OCR_WORKERS=1")
	c := login(t, p, p.Password)
	large := paper.Options{Points: 18, Spacing: 2, Margin: 100} // letters, existing so many pages
	scan, err := paper.Scan(filings.New(21, filings.Options{}).Short(), large, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	upload := func() string {
		id, err := c.Upload(t.Context(), "escaneado.pdf", scan.PDF, "")
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	text := func(task service.Task) string {
		if task.Status != "completed" {
			t.Fatalf("the task is %+v", task)
		}
		d, err := c.Document(t.Context(), task.Result.ID)
		if err != nil {
			t.Fatal(err)
		}
		return d.Text
	}
	whole := ended(t, c, upload())
	want := text(whole)
	if whole.Result.Pages < 3 {
		t.Fatalf("a scan of %d pages: nothing is tested", whole.Result.Pages)
	}

	id := upload()
	reach := func(page int) {
		for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
			task, err := c.Task(t.Context(), id)
			if err != nil || task.Status == "completed" || task.Status == "failed" || time.Now().After(deadline) {
				t.Fatalf("before page %d: %+v, %v", page, task, err)
			}
			if task.PagesDone >= page {
				return
			}
		}
	}
	recognised := func() (pages int) { // by the server since it started
		metrics, err := c.HTTP.Get(c.URL + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer metrics.Body.Close()
		for lines := bufio.NewScanner(metrics.Body); lines.Scan(); {
			fmt.Sscanf(lines.Text(), `cotejo_page_reading_duration_seconds_count{source="ocr"} %d`, &pages)
		}
		return pages
	}
	reach(1)
	if recognised() == 0 {
		t.Fatal("the metric of pages is missing")
	}
	readers := p.Readers()
	if len(readers) == 0 {
		t.Fatal("there is no reader")
	}
	for _, pid := range readers {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	}
	reach(2)
	p.Kill()
	p = start(t, folder, "SVC_OCR_WORKERS=1")
	c.URL = p.URL
	if got := text(ended(t, c, id)); got != want {
		t.Errorf("another text came of it: %.200q, want %.200q", got, want)
	}
	if read, most := recognised(), whole.Result.Pages-2; read > most {
		t.Errorf("the last server read %d pages, want at most %d", read, most)
	}
	if left, err := filepath.Glob(filepath.Join(folder, "data", "database", "*.work", "*")); err != nil || len(left) != 0 {
		t.Errorf("of the work is left %v, %v", left, err)
	}
}

// TestKilledReadersCostTheirDocumentsAlone kills readers while filings are read.
func TestKilledReadersCostTheirDocumentsAlone(t *testing.T) {
	t.Parallel()
	const seed = 9
	rng := rand.New(rand.NewPCG(seed, seed))
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	g := filings.New(seed, filings.Options{})
	var tasks []string
	for n := range 8 {
		id, err := c.Upload(t.Context(), fmt.Sprintf("%d.pdf", n), sheet(t, g.Short(), n%4 == 0), "")
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, id)
	}
	killed := 0
	for range *kills {
		time.Sleep(time.Duration(rng.IntN(600)) * time.Millisecond)
		for _, pid := range p.Readers() {
			if syscall.Kill(pid, syscall.SIGKILL) == nil {
				killed++
			}
		}
	}
	if killed == 0 {
		t.Fatal("no reader was killed: nothing is tested")
	}
	failed := 0
	for _, id := range tasks {
		switch task := ended(t, c, id); {
		case task.Status == "failed" && task.ErrorCode == "reader_crashed" && task.Error != nil:
			failed++
		case task.Status != "completed":
			t.Errorf("task %+v", task)
		}
	}
	if failed > killed/2 { // one takes two
		t.Errorf("%d documents failed, though only %d readers were killed", failed, killed)
	}
	id, err := c.Upload(t.Context(), "despues.pdf", sheet(t, g.Short(), false), "")
	if err != nil {
		t.Fatal(err)
	}
	if task := ended(t, c, id); task.Status != "completed" {
		t.Errorf("the filing after it: %+v", task)
	}
	t.Logf("%d readers killed, %d of %d documents lost their two attempts", killed, failed, len(tasks))
}

// TestSamplesAreRead uploads real scans and odd PDFs; all of them can be read.
func TestSamplesAreRead(t *testing.T) {
	t.Parallel()
	files := contents(t, samples.Good)
	if len(files) == 0 {
		t.Log("no samples beside this repository; generated papers are read in the other tests")
		return
	}
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	tasks := map[string]string{}
	for name, content := range files {
		id, err := c.Upload(t.Context(), name, content, "otro")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tasks[name] = id
	}
	for name, id := range tasks {
		if task := ended(t, c, id); task.Status != "completed" {
			t.Errorf("%s: %s", name, *task.Error)
		}
	}
}
