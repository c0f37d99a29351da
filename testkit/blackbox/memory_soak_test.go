//go:build soak

package blackbox

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/testkit/proc"
	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
)

// A hundred and twenty of the longest texts at once: the server takes no more
// memory than it says at its start, refuses those for which it has none, and
// serves them when they come again.
func TestParallelBodiesAreBounded(t *testing.T) {
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	const most = 250 + 256 // MB, as told at the start
	body := `{"text":"` + strings.Repeat(`\uD83D\uDE00`, 999_000) + `"}`
	verify := func() (service.Response, error) {
		return c.Do(t.Context(), "POST", "/duplicates/verify", "application/json", strings.NewReader(body))
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for range 120 {
		all.Go(func() {
			res, err := verify()
			if err != nil {
				t.Error(err)
				return
			}
			if res.Status == http.StatusServiceUnavailable && res.Header.Get("Retry-After") == "" {
				t.Errorf("no Retry-After: %s", res.Body)
			}
			mu.Lock()
			defer mu.Unlock()
			answers[res.Status]++
		})
	}
	all.Wait()
	peak := proc.MemoryOf(p.PID()).Most
	t.Logf("%v, %d MB at most", answers, peak)
	if answers[503] == 0 || answers[503] == 120 || answers[500] > 0 {
		t.Errorf("answers %v", answers)
	}
	if peak > program.Memory(most*1_048_576/1_000_000) {
		t.Errorf("%d MB, want at most %d", peak, most)
	}
	if res, err := verify(); err != nil || res.Status == http.StatusServiceUnavailable {
		t.Errorf("afterwards: %v, %v", res.Status, err)
	}
}
