//go:build soak

package blackbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/service"
	"github.com/cotejo/cotejo/testkit/smalldisk"
)

// TestAFullDiskLosesNothing fills a disk while filings are read. Uploads are
// refused then, questions are answered, and with room again all goes on without a
// hand: where the disk holds the database, the originals and the work in hand of
// a server on files, and where it is that of PostgreSQL.
func TestAFullDiskLosesNothing(t *testing.T) {
	t.Parallel()
	if err := smalldisk.Check(); err != nil {
		t.Skipf("%v. What is done on a full disk is then tested of the database alone, by a limit of its pages (adapters/sqlstore).", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	start := func(t *testing.T, o service.Options) *service.Process {
		t.Helper()
		o.Binary, o.Dir = cotejod(t), t.TempDir()
		p, err := service.Start(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { stop(t, p) })
		return p
	}
	t.Run("files", func(t *testing.T) {
		folder := t.TempDir()
		p := start(t, service.Options{Under: smalldisk.Command(folder, 64),
			Env: []string{"SVC_DATABASE_PATH=" + filepath.Join(folder, "cotejo.db"), "SVC_BLOB_URL=file://" + filepath.Join(folder, "originals"),
				"SVC_TMP_DIR=" + filepath.Join(folder, "tmp"), "SVC_MIN_FREE_DISK_MB=0"}})
		loseNothingOn(t, p, smalldisk.PathSeenBy(p.PID(), folder))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		database := postgres.Start(t, 120)
		p := start(t, service.Options{Env: []string{"SVC_DATABASE_URL=" + database.URL(database.Address)}})
		loseNothingOn(t, p, database.Disk())
	})
}

// loseNothingOn uploads to a server while one of its disks is full, and before
// and after.
func loseNothingOn(t *testing.T, p *service.Process, disk string) {
	c := login(t, p, p.Password)
	g := filings.New(23, filings.Options{})
	sheets := [][]byte{sheet(t, g.Short(), false), sheet(t, g.Short(), true)}
	accepted := map[string]string{}
	refused := 0
	upload := func(name string, pdf []byte) {
		id, err := c.Upload(t.Context(), name, pdf, "")
		var answer *service.Refused
		switch {
		case err == nil:
			accepted[name] = id
		case errors.As(err, &answer) && answer.Response.Status == 503:
			refused++
		default:
			t.Errorf("%s: %v", name, err)
		}
	}
	uploadBoth := func(round string) {
		for n, pdf := range sheets {
			upload(fmt.Sprintf("%s-%d.pdf", round, n), pdf)
		}
	}
	for round := range *fills {
		uploadBoth(fmt.Sprint("antes", round))
		free, err := smalldisk.Fill(disk)
		if err != nil {
			t.Fatal(err)
		}
		before := refused
		uploadBoth(fmt.Sprint("lleno", round))
		for n := 0; refused == before && n < 200; n++ { // a database fills the pages first that it has
			upload(fmt.Sprintf("lleno%d-más%d.pdf", round, n), sheets[0])
		}
		if res := send(t, c, "GET", "/documents", ""); res.Status != 200 {
			t.Errorf("on a full disk the list is answered %d %s", res.Status, res.Body)
		}
		if err := free(); err != nil {
			t.Fatal(err)
		}
		uploadBoth(fmt.Sprint("después", round))
	}
	if refused == 0 {
		t.Error("no upload met a full disk: nothing is tested")
	}
	documents := map[string]bool{}
	for name, id := range accepted {
		task := ended(t, c, id)
		if task.Status != "completed" {
			t.Errorf("%s was accepted and then: %+v %s", name, task, deref(task.Error))
			continue
		}
		documents[task.Result.ID] = true
	}
	if n := count(t, c); len(documents) != len(accepted) || n < len(accepted) || n > len(accepted)+refused {
		t.Errorf("%d documents, %d of them of %d accepted uploads; %d were refused", n, len(documents), len(accepted), refused)
	}
	t.Logf("%d accepted, %d refused", len(accepted), refused)
}

// TestFullDiskRefusesWrites asks both services for what needs room.
func TestFullDiskRefusesWrites(t *testing.T) {
	t.Parallel()
	if err := smalldisk.Check(); err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	p, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Args: []string{"all"}, Under: smalldisk.Command(folder, 64), Env: []string{
		"SVC_DATABASE_PATH=" + filepath.Join(folder, "cotejo.db"), "SVC_TMP_DIR=" + folder, "SVC_MIN_FREE_DISK_MB=0", "NOTIFY_DATABASE_PATH=" + filepath.Join(folder, "notify.db")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, p) })
	c, boss := login(t, p, p.Password), enter(t, p.NotifyURL, adminEmail, p.NotifyPassword)
	workbook := grid(t, []any{"Radicado", "Accionante", "Accionado"}, []any{"11001310300120260000100", "ANA LÓPEZ RUIZ", "EPS SURA"})
	requests := map[string]func(n int) (int, []byte){
		"import": func(int) (int, []byte) {
			res := sendBook(t, c, "libro.xlsx", workbook, "")
			return res.Status, res.Body
		},
		"export": func(int) (int, []byte) {
			res := send(t, c, "GET", "/export/excel", "")
			return res.Status, res.Body
		},
		"new case": func(n int) (int, []byte) {
			status, body, err := boss.send("POST", "/procesos", fields{"radicado": fmt.Sprintf("2026-%05d", n), "descripcion": "Tutela", "juzgado_id": "0195f0a0-0000-7000-8000-00000000c0c0"})
			if err != nil {
				t.Fatal(err)
			}
			return status, body
		},
	}
	for name, request := range requests {
		if status, body := request(0); status >= 300 {
			t.Errorf("%s with room: %d %s", name, status, body)
		}
	}
	free, err := smalldisk.Fill(smalldisk.PathSeenBy(p.PID(), folder))
	if err != nil {
		t.Fatal(err)
	}
	for name, request := range requests {
		status, body := 0, []byte(nil)
		for n := 1; status < 300 && n < 500; n++ { // a database fills the pages first that it has
			status, body = request(n)
		}
		if status != 503 || !bytes.Contains(body, []byte(`"disk_full"`)) {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	if err := free(); err != nil {
		t.Fatal(err)
	}
	for name, request := range requests {
		if status, body := request(501); status >= 300 {
			t.Errorf("%s with room again: %d %s", name, status, body)
		}
	}
}
