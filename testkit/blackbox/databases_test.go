package blackbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/service"
)

// onEachDatabase runs a test, beside all others, on a SQLite file and on
// PostgreSQL: database are the settings that name a new one.
func onEachDatabase(t *testing.T, test func(t *testing.T, database ...string)) {
	onDatabases(t, "SVC_DATABASE_URL", true, true, test)
}

// onUsualDatabase is onEachDatabase for what one server does with its database: the make test tier
// runs it on a SQLite file, for testkit/storetest shows there that both databases store alike.
func onUsualDatabase(t *testing.T, test func(t *testing.T, database ...string)) {
	onDatabases(t, "SVC_DATABASE_URL", true, everyDatabase, test)
}

// onSharedDatabase is onEachDatabase for what two servers do on PostgreSQL, and one on SQLite no
// differently: the make test tier runs it on PostgreSQL.
func onSharedDatabase(t *testing.T, test func(t *testing.T, database ...string)) {
	onDatabases(t, "SVC_DATABASE_URL", everyDatabase, true, test)
}

// onDatabases runs a test on the kinds of database that are wanted; setting names a server's.
func onDatabases(t *testing.T, setting string, file, server bool, test func(t *testing.T, database ...string)) {
	t.Parallel()
	if file {
		t.Run("SQLite", func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
	if server {
		t.Run("PostgreSQL", func(t *testing.T) {
			t.Parallel()
			test(t, setting+"="+postgres.New(t))
		})
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

// TestLostDatabaseIsAwaited takes PostgreSQL away while filings come in and are read. Uploads are refused
// with 503 in the meantime; what was accepted becomes one document, without a hand.
func TestLostDatabaseIsAwaited(t *testing.T) {
	t.Parallel()
	database := postgres.New(t)
	p := start(t, t.TempDir(), "SVC_DATABASE_URL="+database)
	c := login(t, p, p.Password)
	g := filings.New(13, filings.Options{})
	pdfs := [][]byte{sheet(t, g.Short(), false), sheet(t, g.Short(), true), sheet(t, g.Short(), false)}
	refused := func(err error) bool {
		var answer *service.Refused
		return errors.As(err, &answer) && answer.Response.Status == http.StatusServiceUnavailable
	}
	var tasks []string
	for n, pdf := range pdfs {
		name := fmt.Sprintf("%d.pdf", n)
		id, err := c.Upload(t.Context(), name, pdf, "")
		for refused(err) { // a connection that was lost before
			id, err = c.Upload(t.Context(), name, pdf, "")
		}
		if err != nil {
			t.Fatalf("upload %d: %v", n, err)
		}
		tasks = append(tasks, id)
		open := postgres.Shut(t, database)
		_, err = c.Upload(t.Context(), "refused.pdf", pdf, "")
		open()
		if !refused(err) {
			t.Errorf("upload without a database: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for _, id := range tasks {
		task, err := c.Wait(ctx, id, nil)
		for refused(err) { // as above
			task, err = c.Wait(ctx, id, nil)
		}
		if err != nil || task.Status != "completed" {
			t.Errorf("task %+v, %v", task, err)
		}
	}
	if names := namesInList(t, c); names["refused.pdf"] != 0 {
		t.Errorf("an upload without a database is stored: %v", names)
	}
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
