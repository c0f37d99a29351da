//go:build soak

package duplicates_test

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"
)

func TestDedupSurvivesKills(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shelf(t, folder, 200)
	if got := shelfInto(folder, "whole").Run(t); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	kills := 0
	for finished := false; !finished; {
		c := shelfInto(folder, "killed").Command(t.Context())
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case err := <-ended:
			if finished = true; err != nil {
				t.Fatalf("after %d kills: %v: %s", kills, err, stderr.String())
			}
		case <-after(kills):
			_ = c.Process.Kill()
			<-ended
			kills++
		}
	}
	for _, name := range []string{".jsonl", ".clusters"} {
		if contentOf(t, folder, "killed"+name) != contentOf(t, folder, "whole"+name) {
			t.Errorf("after %d kills %s is another", kills, name)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.work")); len(left) > 0 {
		t.Errorf("left %q", left)
	}
	t.Logf("killed %d times", kills)
}

// after is when a run is killed: later each time, so that the last one ends.
func after(kills int) <-chan time.Time {
	return time.After(time.Duration(20+kills*kills*40) * time.Millisecond)
}
