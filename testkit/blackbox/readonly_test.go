package blackbox

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/testkit/service"
	"github.com/cotejo/cotejo/testkit/smalldisk"
)

// TestReadOnlyDiskIsUnhealthy makes the disk of both services' databases read-only.
func TestReadOnlyDiskIsUnhealthy(t *testing.T) {
	t.Parallel()
	if err := smalldisk.Check(); err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	p, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Args: []string{"all"}, Under: smalldisk.Command(folder, 64), Env: []string{
		"SVC_DATABASE_PATH=" + filepath.Join(folder, "cotejo.db"), "SVC_MIN_FREE_DISK_MB=0", "NOTIFY_DATABASE_PATH=" + filepath.Join(folder, "notify.db")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, p) })
	for _, readOnly := range []bool{false, true} {
		if readOnly {
			if err := smalldisk.MakeReadOnly(p.PID(), folder); err != nil {
				t.Fatal(err)
			}
		}
		res := send(t, &service.Client{URL: p.URL}, "GET", "/health", "")
		var health struct{ Status string }
		if err := json.Unmarshal(res.Body, &health); err != nil || (health.Status == "unhealthy") != readOnly {
			t.Errorf("read-only %v: health %s, %v", readOnly, res.Body, err)
		}
		ready, err := http.Get(p.NotifyURL + "/ready")
		if err != nil {
			t.Fatal(err)
		}
		ready.Body.Close()
		if (ready.StatusCode == 503) != readOnly {
			t.Errorf("read-only %v: ready %s", readOnly, ready.Status)
		}
	}
}
