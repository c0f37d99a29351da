package blackbox

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
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

// TestServersShareOneDatabase runs two servers on one database and one folder of
// originals: a login, a setting and a document of one are those of the other,
// and what one was reading when it was killed the other reads.
func TestServersShareOneDatabase(t *testing.T) {
	t.Parallel()
	folder, database := t.TempDir(), "SVC_DATABASE_URL="+postgres.New(t)
	// The first is only asked: what is uploaded is read by the second, if it has time.
	first := start(t, folder, database, "SVC_OCR_WORKERS=1")
	second := start(t, folder, database, "SVC_OCR_WORKERS=1")
	c := login(t, first, first.Password)
	other := *c
	other.URL = second.URL

	typed := manual(t, c, map[string]string{"numero_acta": "1", "demandante": "Íñigo Muñoz", "demandado": "EPS"})
	if f := find(t, &other, "muñoz"); f.Data.Total != 1 || f.Data.Documents[0].ID != typed {
		t.Errorf("the second server finds %+v", f)
	}
	call(t, c, "PUT", "/config/dedup", `{"tutela_threshold":0.61}`, 200)
	if config := string(call(t, &other, "GET", "/config/dedup", "", 200)); !strings.Contains(config, "0.61") {
		t.Errorf("the second server compares by %s", config)
	}
	if health := string(call(t, &other, "GET", "/health", "", 200)); !strings.Contains(health, "PostgreSQL") {
		t.Errorf("it does not say what the database is: %s", health)
	}

	g := filings.New(12, filings.Options{})
	var sheets [][]byte // of several pages, and all at once: there is time to see both at work
	for range 4 {
		sheets = append(sheets, sheet(t, g.Filing(), true))
	}
	var tasks []string
	for n, pdf := range sheets {
		id, err := c.Upload(t.Context(), fmt.Sprintf("%d.pdf", n), pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, id)
	}
	for reading := 0; reading < 2; time.Sleep(20 * time.Millisecond) { // one each
		reading = 0
		left := len(tasks)
		for _, id := range tasks {
			task, err := other.Task(t.Context(), id)
			switch {
			case err != nil:
				t.Fatal(err)
			case task.Stage == "reading":
				reading++
			case task.Status == "completed" || task.Status == "failed":
				left--
			}
		}
		if left == 0 {
			t.Fatal("all was read before both servers were seen to read")
		}
	}
	first.Kill()
	read := map[string]bool{}
	for _, id := range tasks {
		task := ended(t, &other, id)
		if task.Status != "completed" {
			t.Fatalf("task %+v", task)
		}
		read[task.Result.ID] = true
	}
	if n := count(t, &other); n != 1+len(tasks) || len(read) != len(tasks) {
		t.Errorf("%d documents of %d uploads and one typed in", n, len(tasks))
	}
}

// TestADatabaseThatGoesAwayIsWaitedFor interrupts PostgreSQL while filings come
// in and are read. Requests are answered 503 meanwhile; what was accepted becomes
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

// The password of a database stands in no log and no message.
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
