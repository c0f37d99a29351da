//go:build soak

package maintenance_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestABackupBesideAServerIsComplete takes backups while a server takes in and
// deletes documents: each has every original that its database names.
func TestABackupBesideAServerIsComplete(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	binary, err := cotejo.Server()
	if err != nil {
		t.Fatal(err)
	}
	p, err := service.Start(t.Context(), service.Options{Binary: binary, Dir: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	c, err := service.Login(t.Context(), p.URL, "admin", p.Password)
	if err != nil {
		t.Fatal(err)
	}
	pdf := []byte(cotejo.Digital(t, 1))
	ctx, stop := context.WithCancel(t.Context())
	written := make(chan int)
	go func() {
		n := 0
		for ; ctx.Err() == nil; n++ {
			id, err := c.Upload(t.Context(), "a.pdf", pdf, "")
			if err != nil {
				t.Error(err)
				break
			}
			task, err := c.Wait(t.Context(), id, nil)
			if err != nil {
				t.Error(err)
				break
			}
			if n%2 == 0 {
				if _, err := c.Do(t.Context(), "DELETE", "/documents/"+task.Result.ID, "", nil); err != nil {
					t.Error(err)
				}
			}
		}
		written <- n
	}()
	most := 0
	for n := 0; n < 6 || most < 2; n++ {
		name := fmt.Sprintf("%d.tar", n)
		b := do(t, folder, "backup", name)
		other := t.TempDir()
		do(t, other, "restore", filepath.Join(folder, name))
		if got := whole(t, other); got != b.Documents {
			t.Errorf("backup %d: %d documents restored, %d told", n, got, b.Documents)
		}
		most = max(most, b.Documents)
	}
	cotejo.Refused(t, folder, 5, "cotejod intake", "restore", "--force", "0.tar")
	stop()
	t.Logf("%d uploads meanwhile", <-written)
	if err := p.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestRestoreSurvivesKills kills a restore at many moments: the database is the
// former or the new one, whole with its originals, and the command can be
// repeated.
func TestRestoreSurvivesKills(t *testing.T) {
	t.Parallel()
	former, next := cotejo.Filled(t, 4), cotejo.Filled(t, 2)
	do(t, former, "backup", "b.tar")
	backup := filepath.Join(former, "b.tar")
	var formers, nexts int
	for kill := range 16 {
		c := cotejo.Invocation{Folder: next, Args: []string{"restore", "--force", backup}}.Command(t.Context())
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(10+kill*4) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		switch n := whole(t, next); n {
		case 2:
			formers++
		case 4:
			nexts++
		default:
			t.Fatalf("after kill %d: %d documents", kill, n)
		}
	}
	do(t, next, "restore", "--force", backup)
	if n := whole(t, next); n != 4 {
		t.Errorf("%d documents", n)
	}
	if names, _ := filepath.Glob(filepath.Join(next, "data", "database", ".cotejo-restore-*")); len(names) != 0 {
		t.Errorf("left behind: %v", names)
	}
	t.Logf("killed %d times before the end, %d times after it", formers, nexts)
}
