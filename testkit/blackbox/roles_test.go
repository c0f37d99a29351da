package blackbox

import (
	"bytes"
	"database/sql"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/service"
)

// sharing are the settings that servers of one database have in common.
func sharing(t *testing.T, more ...string) []string {
	t.Helper()
	return append([]string{"SVC_DATABASE_URL=" + postgres.New(t), "SVC_BLOB_URL=file://" + filepath.Join(t.TempDir(), "originals"),
		"SVC_JWT_SECRET=a secret that all servers of this test share"}, more...)
}

// TestRolesOfServers runs a server that answers and reads nothing, and then one
// that reads and answers nothing but how it fares.
func TestRolesOfServers(t *testing.T) {
	t.Parallel()
	shared := sharing(t)
	api := start(t, t.TempDir(), append(shared, "SVC_ROLES=api", "SVC_PREWARM_MODELS=true")...)
	c := login(t, api, api.Password)
	id, err := c.UploadWith(t.Context(), "cerrado.pdf", locked(t, "Xk29-nadie-mas", "ACCIONANTE: ANA LOPEZ RUIZ"), map[string]string{"password": "Xk29-nadie-mas"})
	if err != nil {
		t.Fatal(err)
	}
	open, err := c.Upload(t.Context(), "tutela.pdf", sheet(t, filings.New(14, filings.Options{}).Short(), true), "")
	if err != nil {
		t.Fatal(err)
	}
	book := importBook(t, c, grid(t, []any{"numero_acta", "demandante", "demandado"}, []any{"1", "Íñigo Muñoz", "EPS"}), "")
	if book.Imported != 1 {
		t.Errorf("imported %+v", book)
	}
	if health := string(call(t, c, "GET", "/health", "", 200)); !strings.Contains(health, `"name":"ocr","status":"disabled"`) || !strings.Contains(health, `"status":"healthy"`) {
		t.Errorf("a server that reads nothing says %s", health)
	}
	for _, id := range []string{id, open} {
		if task, err := c.Task(t.Context(), id); err != nil || task.Status != "pending" {
			t.Errorf("without a worker: %+v, %v", task, err)
		}
	}
	if page := metricsOf(t, api.URL); !regexp.MustCompile(`(?m)^cotejo_reader_starts_total 0$`).MatchString(page) || !strings.Contains(page, "\ncotejo_queue_tasks 2\n") {
		t.Error("a server that reads nothing has started readers, or does not know the queue")
	}

	wantNowhere(t, "Xk29-nadie-mas", shared)
	worker := start(t, t.TempDir(), append(shared, "SVC_ROLES=worker", "AUTH_USERS=[]")...)
	for _, id := range []string{id, open} {
		task := ended(t, c, id)
		if task.Status != "completed" {
			t.Fatalf("task %+v", task)
		}
		if res := send(t, c, "GET", "/documents/"+task.Result.ID+"/pages/1", ""); id == open && (res.Status != 200 || !strings.HasPrefix(string(res.Body), "\x89PNG")) {
			t.Errorf("a picture of its page: %d", res.Status)
		}
	}
	if n := rowsOf(t, shared, "task_parts"); n != 0 {
		t.Errorf("%d parts are left of tasks that ended", n)
	}
	asked := *c
	asked.URL = worker.URL
	if health := string(call(t, &asked, "GET", "/health", "", 200)); !strings.Contains(health, `"name":"ocr","status":"ok"`) {
		t.Errorf("a worker says %s", health)
	}
	if !strings.Contains(metricsOf(t, worker.URL), `cotejo_tasks_total{code="",outcome="completed"} 2`) {
		t.Error("the worker has not counted what it read")
	}
	for _, path := range []string{"/api/v1/documents", "/api/v1/auth/login", "/openapi.json", "/docs", "/"} {
		res, err := http.Get(worker.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != 404 {
			t.Errorf("a worker answers %s with %d", path, res.StatusCode)
		}
	}
}

// A file is for one server: it does everything.
func TestServersOfOneRoleNeedPostgreSQL(t *testing.T) {
	t.Parallel()
	for _, role := range []string{"api", "worker"} {
		_, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Args: []string{"intake", "--roles", role}})
		if err == nil || !strings.Contains(err.Error(), "SVC_ROLES") || !strings.Contains(err.Error(), "SVC_DATABASE_URL") {
			t.Errorf("%s: %v", role, err)
		}
	}
}

// database opens the database that settings name.
func database(t *testing.T, settings []string) *sql.DB {
	t.Helper()
	for _, s := range settings {
		if url, ok := strings.CutPrefix(s, "SVC_DATABASE_URL="); ok {
			db, err := sql.Open("pgx", url)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { db.Close() })
			return db
		}
	}
	t.Fatal("no database")
	return nil
}

func rowsOf(t *testing.T, settings []string, table string) (n int) {
	t.Helper()
	if err := database(t, settings).QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// wantNowhere looks for a secret in what servers share, where there must be
// something, and finds nothing.
func wantNowhere(t *testing.T, secret string, settings []string) {
	t.Helper()
	var kept, told int
	err := database(t, settings).QueryRowContext(t.Context(),
		"SELECT count(*), count(*) FILTER (WHERE position($1::bytea IN data) > 0) FROM task_parts", []byte(secret)).Scan(&kept, &told)
	if err != nil || kept == 0 || told != 0 {
		t.Errorf("%d parts of tasks, %d of them with the secret, %v", kept, told, err)
	}
	for _, s := range settings {
		folder, ok := strings.CutPrefix(s, "SVC_BLOB_URL=file://")
		if !ok {
			continue
		}
		err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			if bytes.Contains(content, []byte(secret)) {
				t.Errorf("%s has the secret", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
