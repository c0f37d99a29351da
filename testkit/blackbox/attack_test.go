package blackbox

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/hostilepdf"
	"github.com/cotejo/cotejo/testkit/service"
)

// untilReading waits until the server reads the task's file, or the task has ended.
func untilReading(t *testing.T, p *service.Process, c *service.Client, id string) service.Task {
	t.Helper()
	for {
		task, err := c.Task(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if task.Stage == "reading" && len(p.Readers()) > 0 || task.CompletedAt != "" {
			return task
		}
	}
}

// TestCancelStopsWork cancels a task that waits and one that another server reads:
// neither becomes a document, and no reader is left with it.
func TestCancelStopsWork(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shared := sharing(t, "SVC_AUTH_CONFIG_PATH="+filepath.Join(folder, "users.yaml"))
	worker := start(t, folder, append(shared, "SVC_OCR_WORKERS=1")...)
	c := login(t, worker, worker.Password)
	front := start(t, t.TempDir(), append(shared, "SVC_ROLES=api")...)
	other := &service.Client{URL: front.URL, Token: c.Token, HTTP: c.HTTP}
	bomb := hostilepdf.TextBomb(40, 100, true) // whose pages are recognised
	var ids []string
	for _, name := range []string{"leyendo.pdf", "esperando.pdf"} {
		id, err := c.Upload(t.Context(), name, bomb, "")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	reader{c}.reach(t, ids[0], 1)
	for _, id := range ids {
		if res := send(t, other, "POST", "/tasks/"+id+"/cancel", ""); res.Status != 200 {
			t.Errorf("cancelling: %d %s", res.Status, res.Body)
		}
		if res := send(t, other, "POST", "/tasks/"+id+"/cancel", ""); res.Status != 409 {
			t.Errorf("cancelling again: %d %s", res.Status, res.Body)
		}
	}
	after, err := c.Upload(t.Context(), "después.pdf", sheet(t, filings.New(4, filings.Options{}).Short(), false), "")
	if err != nil {
		t.Fatal(err)
	}
	if task := ended(t, c, after); task.Status != "completed" {
		t.Errorf("the filing behind them: %+v", task)
	}
	for _, id := range ids {
		if task := ended(t, c, id); task.Status != "failed" || task.ErrorCode != "cancelled" {
			t.Errorf("the task is %+v", task)
		}
	}
	if n := count(t, c); n != 1 {
		t.Errorf("%d documents of one filing and two that were cancelled", n)
	}
}

// TestHeavyFilesOfOneUserDelayNobody has one reader, ten small files of a user that take long to
// read, and then a filing of another user: it is done before most of them.
func TestHeavyFilesOfOneUserDelayNobody(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	users := filepath.Join(folder, "users.yaml")
	writeUsers(t, users, "ana:user", "eva:user")
	p := start(t, folder, "SVC_AUTH_CONFIG_PATH="+users, "SVC_OCR_WORKERS=1", "SVC_OCR_MODE=never")
	of := map[string]*service.Client{}
	for _, name := range []string{"ana", "eva"} {
		c, err := service.Login(t.Context(), p.URL, name, passwordOf(name))
		if err != nil {
			t.Fatal(err)
		}
		of[name] = c
	}
	pdf := hostilepdf.HeavyPages(30)
	if len(pdf) > 120<<10 {
		t.Fatalf("%d bytes are no small file", len(pdf))
	}
	var heavy []string
	for n := range 10 {
		id, err := of["eva"].Upload(t.Context(), fmt.Sprintf("pesado%d.pdf", n), pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		heavy = append(heavy, id)
	}
	id, err := of["ana"].Upload(t.Context(), "tutela.pdf", sheet(t, filings.New(4, filings.Options{}).Short(), false), "")
	if err != nil {
		t.Fatal(err)
	}
	honest := ended(t, of["ana"], id)
	if honest.Status != "completed" {
		t.Fatalf("the task is %+v", honest)
	}
	before := 0
	for _, id := range heavy {
		task, err := of["eva"].Task(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if task.CompletedAt != "" && task.CompletedAt < honest.CompletedAt {
			before++
		}
	}
	if before > 2 {
		t.Errorf("%d of 10 heavy files were read before it", before)
	}
}
