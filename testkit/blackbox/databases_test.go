package blackbox

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/service"
)

// onEachDatabase runs a test, beside all others, on a SQLite file and on
// PostgreSQL: database are the settings that name a new one.
func onEachDatabase(t *testing.T, test func(t *testing.T, database ...string)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, "SVC_DATABASE_URL="+postgres.New(t))
	})
}

// TestServersShareOneDatabase runs two servers on one database, one folder of
// originals and one list of users, each with its own working folder: a login, a
// setting and a document of one are those of the other, and what one was reading
// when it was killed the other goes on to read at the page where it was.
func TestServersShareOneDatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shared := sharing(t, "SVC_AUTH_CONFIG_PATH="+filepath.Join(folder, "users.yaml"), "SVC_OCR_WORKERS=1")
	first := start(t, folder, shared...)
	c := reader{login(t, first, first.Password)}
	large := paper.Options{Points: 20, Spacing: 2, Margin: 100} // letters, existing so many pages
	scan, err := paper.Scan(filings.New(21, filings.Options{}).Filing(), large, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	id, err := c.Upload(t.Context(), "escaneado.pdf", scan.PDF, "")
	if err != nil {
		t.Fatal(err)
	}
	c.reach(t, id, 1) // the task is the first server's
	second := start(t, t.TempDir(), shared...)
	other := &service.Client{URL: second.URL, Token: c.Token, HTTP: c.HTTP}

	typed := manual(t, c.Client, map[string]string{"numero_acta": "1", "demandante": "Íñigo Muñoz", "demandado": "EPS"})
	if f := find(t, other, "muñoz"); f.Data.Total != 1 || f.Data.Documents[0].ID != typed {
		t.Errorf("the second server finds %+v", f)
	}
	call(t, c.Client, "PUT", "/config/dedup", `{"tutela_threshold":0.61}`, 200)
	if config := string(call(t, other, "GET", "/config/dedup", "", 200)); !strings.Contains(config, "0.61") {
		t.Errorf("the second server compares by %s", config)
	}
	if health := string(call(t, other, "GET", "/health", "", 200)); !strings.Contains(health, "PostgreSQL") {
		t.Errorf("it does not say what the database is: %s", health)
	}

	done := c.reach(t, id, 2).PagesDone
	first.Kill()
	task := ended(t, other, id)
	if task.Status != "completed" {
		t.Fatalf("task %+v", task)
	}
	if n := count(t, other); n != 2 {
		t.Errorf("%d documents of one upload and one typed in", n)
	}
	if n := recognised(t, second); n < 1 || n > task.Result.Pages-done {
		t.Errorf("the second server read %d of %d pages, %d of which the first had read", n, task.Result.Pages, done)
	}
}

// reader follows what is read.
type reader struct{ *service.Client }

// reach waits until so many pages of a task are read, but not all.
func (r reader) reach(t *testing.T, id string, page int) service.Task {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		task, err := r.Task(t.Context(), id)
		if err != nil || task.Stage != "queued" && task.Stage != "reading" || time.Now().After(deadline) {
			t.Fatalf("before page %d: %+v, %v", page, task, err)
		}
		if task.PagesDone >= page {
			return task
		}
	}
}

// recognised is how many pages a server has recognised, -1 if it does not say.
func recognised(t *testing.T, p *service.Process) int {
	t.Helper()
	n := -1
	for line := range strings.Lines(metricsOf(t, p.URL)) {
		fmt.Sscanf(line, `cotejo_page_reading_duration_seconds_count{source="ocr"} %d`, &n)
	}
	return n
}

// TestServersCountTogether asks two servers in turn, and one of them again after
// a restart: attempts to log in are counted for all, and what is sent to both
// under one key is done once.
func TestServersCountTogether(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shared := sharing(t, "SVC_AUTH_CONFIG_PATH="+filepath.Join(folder, "users.yaml"), "SVC_QUEUE_LIMIT=3", "SVC_ROLES=api")
	first := start(t, folder, shared...)
	second := start(t, t.TempDir(), shared...)
	c := login(t, first, first.Password)
	other := *c
	other.URL = second.URL

	pdf := sheet(t, filings.New(16, filings.Options{}).Short(), false)
	var all sync.WaitGroup
	var answers [8]string
	for n := range answers {
		all.Go(func() {
			sender := []service.Client{*c, other}[n%2]
			sender.HTTP = &http.Client{Transport: keyed("una vez")}
			id, err := sender.Upload(t.Context(), "tutela.pdf", pdf, "")
			if err != nil {
				t.Error(err)
			}
			answers[n] = id
		})
	}
	all.Wait()
	for _, id := range answers {
		if id != answers[0] {
			t.Errorf("one request became the tasks %v", answers)
			break
		}
	}
	for n, sender := range []*service.Client{c, &other, c, &other} { // the limit is that of the queue, not of a server
		_, err := sender.Upload(t.Context(), "otra.pdf", pdf, "")
		var refused *service.Refused
		if full := errors.As(err, &refused) && refused.Response.Status == 503 && strings.Contains(string(refused.Response.Body), "queue_full"); full != (n >= 2) {
			t.Errorf("upload %d beside the first: %v", n+1, err)
		}
	}

	guess := func(p *service.Process) error { // one login was good
		_, err := service.Login(t.Context(), p.URL, "admin", "otra")
		return err
	}
	for n, p := range []*service.Process{first, second, first, second} {
		if err := guess(p); err == nil || !strings.Contains(err.Error(), "401") {
			t.Errorf("attempt %d: %v", n+2, err)
		}
	}
	stop(t, second)
	again := start(t, t.TempDir(), shared...)
	for name, p := range map[string]*service.Process{"the first": first, "one that began anew": again} {
		if err := guess(p); err == nil || !strings.Contains(err.Error(), "429") {
			t.Errorf("the sixth attempt, at %s: %v", name, err)
		}
	}
}

// keyed sends requests under a key.
type keyed string

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Idempotency-Key", string(k))
	return http.DefaultTransport.RoundTrip(r)
}

// TestADatabaseThatGoesAwayIsWaitedFor interrupts PostgreSQL while filings come
// in and are read. Requests are answered 503 in the meantime; what was accepted becomes
// one document, without a hand.
func TestADatabaseThatGoesAwayIsWaitedFor(t *testing.T) {
	t.Parallel()
	database := postgres.New(t)
	p := start(t, t.TempDir(), "SVC_DATABASE_URL="+database)
	c := login(t, p, p.Password)
	g := filings.New(13, filings.Options{})
	scan, digital := sheet(t, g.Short(), true), sheet(t, g.Short(), false)

	interrupted := make(chan struct{})
	go func() {
		defer close(interrupted)
		for range 3 {
			time.Sleep(time.Second)
			postgres.Interrupt(t, database, 500*time.Millisecond)
		}
	}()
	var tasks []string
	refused, done := 0, false
	for n := 0; !done || n < 6; n++ {
		pdf := digital
		if n == 1 {
			pdf = scan
		}
		id, err := c.Upload(t.Context(), fmt.Sprintf("%d.pdf", n), pdf, "")
		var answer *service.Refused
		switch {
		case err == nil:
			tasks = append(tasks, id)
		case errors.As(err, &answer) && answer.Response.Status == http.StatusServiceUnavailable:
			refused++
		default:
			t.Fatalf("upload %d: %v", n, err)
		}
		select {
		case <-interrupted:
			done = true
		case <-time.After(100 * time.Millisecond):
		}
	}
	if refused == 0 {
		t.Error("no upload met an interruption: nothing is tested")
	}
	for _, id := range tasks {
		if task := ended(t, c, id); task.Status != "completed" {
			t.Errorf("task %+v", task)
		}
	}
	// An upload that was refused may have been stored: the commit came through, its answer did not.
	if n := count(t, c); n < len(tasks) || n > len(tasks)+refused {
		t.Errorf("%d documents of %d accepted and %d refused uploads", n, len(tasks), refused)
	}
	t.Logf("%d accepted, %d refused", len(tasks), refused)
}

// The password of a database is in no log and no message.
func TestThePasswordOfADatabaseIsToldToNobody(t *testing.T) {
	t.Parallel()
	url := strings.Replace(postgres.New(t), "postgres://cotejo@", "postgres://cotejo:geheim@", 1)
	var log strings.Builder
	p, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Env: []string{"SVC_DATABASE_URL=" + url, "SVC_LOG_LEVEL=debug"}, Log: &log})
	if err != nil {
		t.Fatal(err)
	}
	stop(t, p)
	_, err = service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Env: []string{"SVC_DATABASE_URL=" + strings.Replace(url, "/test_", "/no_", 1)}, Log: &log})
	if err == nil || !strings.Contains(err.Error(), "SVC_DATABASE_URL") {
		t.Errorf("without the database: %v", err)
	}
	if strings.Contains(log.String()+fmt.Sprint(err), "geheim") {
		t.Errorf("the password is in %s\n%v", log.String(), err)
	}
}
