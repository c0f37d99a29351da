package blackbox

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/service"
	"github.com/cotejo/cotejo/testkit/smalldisk"
)

// TestAFullDiskLosesNothing fills the disk of the database, the originals and the
// work in hand while filings are read. Uploads are refused then, questions are
// answered, and with room again all goes on without a hand.
func TestAFullDiskLosesNothing(t *testing.T) {
	t.Parallel()
	if err := smalldisk.Check(); err != nil {
		t.Skipf("%v. What is done on a full disk is then tested of the database alone, by a limit of its pages (adapters/sqlstore).", err)
	}
	folder := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	p, err := service.Start(ctx, service.Options{Binary: cotejod(t), Dir: t.TempDir(), Under: smalldisk.Command(folder, 64),
		Env: []string{"SVC_DATABASE_PATH=" + filepath.Join(folder, "cotejo.db"), "SVC_BLOB_URL=file://" + filepath.Join(folder, "originals"),
			"SVC_TMP_DIR=" + filepath.Join(folder, "tmp"), "SVC_MIN_FREE_DISK_MB=0"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, p) })
	c := login(t, p, p.Password)
	g := filings.New(23, filings.Options{})
	sheets := [][]byte{sheet(t, g.Short(), false), sheet(t, g.Short(), true)}
	accepted := map[string]string{}
	refused := 0
	upload := func(round string) {
		for n, pdf := range sheets {
			name := fmt.Sprintf("%s-%d.pdf", round, n)
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
	}
	for round := range 3 {
		upload(fmt.Sprint("antes", round))
		free, err := smalldisk.Fill(smalldisk.Seen(p.PID(), folder))
		if err != nil {
			t.Fatal(err)
		}
		upload(fmt.Sprint("lleno", round))
		if res := send(t, c, "GET", "/documents", ""); res.Status != 200 {
			t.Errorf("on a full disk the list is answered %d %s", res.Status, res.Body)
		}
		if err := free(); err != nil {
			t.Fatal(err)
		}
		upload(fmt.Sprint("después", round))
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
