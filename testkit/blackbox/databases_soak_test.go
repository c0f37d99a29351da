//go:build soak

package blackbox

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// everyDatabase has tests run on both databases where one of them is enough.
const everyDatabase = true

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
