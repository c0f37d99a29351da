//go:build soak

package blackbox

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/notification"
)

// acknowledged are moves that the service confirmed, by notification, in the
// order in which it did.
type acknowledged struct {
	mu    sync.Mutex
	moves map[string]map[string]bool // remarks, which are unique
	total int
}

func (a *acknowledged) add(id, remark string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.moves[id] == nil {
		a.moves[id] = map[string]bool{}
	}
	a.moves[id][remark] = true
	a.total++
}

func (a *acknowledged) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.total
}

// TestHistorySurvivesKills moves notifications from many sides while the server
// is killed. Whatever it confirmed is in the history, once, and the history is
// a way through the table that leads to the state.
func TestHistorySurvivesKills(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const env = "NOTIFY_ADMIN_PASSWORD=una clave larga"
	p := startNotify(t, folder, env)
	boss := enter(t, p.URL, adminEmail, "una clave larga")
	channels := map[string]notification.Channel{}
	var ids []string
	for i := range 6 {
		channel := notification.Channels()[i%len(notification.Channels())]
		id := boss.notification(t, i, string(channel))
		ids, channels[id] = append(ids, id), channel
	}
	confirmed := &acknowledged{moves: map[string]map[string]bool{}}
	for round := range *kills {
		var all sync.WaitGroup
		for worker := range 4 {
			rng := rand.New(rand.NewPCG(uint64(round), uint64(worker)))
			all.Go(func() {
				for n := 0; ; n++ {
					// Final states are left out, so that there is always a way on.
					id, to := ids[rng.IntN(len(ids))], []notification.State{notification.Pending, notification.InProcess, notification.Sent, notification.Failed}[rng.IntN(4)]
					remark := fmt.Sprintf("%d-%d-%d", round, worker, n)
					status, body, err := boss.send("PATCH", "/notificaciones/"+id+"/estado", fields{"nuevo_estado": to, "observacion": remark})
					switch {
					case err != nil:
						return // the server is gone: no promise was made
					case status == 200:
						confirmed.add(id, remark)
					case status != 400:
						t.Errorf("status %d: %s", status, body)
						return
					}
				}
			})
		}
		before := confirmed.count()
		for deadline := time.Now().Add(patience); confirmed.count() == before && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond) // a slow machine answers the first move late
		}
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
		p.Kill()
		all.Wait()
		p = startNotify(t, folder, env)
		boss.url = p.URL
	}
	total := 0
	for _, id := range ids {
		var n notified
		boss.want(t, 200, "GET", "/notificaciones/"+id, nil, &n)
		state := notification.Pending
		for _, line := range n.Historial {
			if line.De != string(state) || notification.CheckTransition(state, notification.State(line.A), channels[id]) != nil {
				t.Errorf("%s by %s moved from %s to %s", id, channels[id], line.De, line.A)
			}
			state = notification.State(line.A)
			delete(confirmed.moves[id], line.Observacion)
		}
		if n.Estado != string(state) {
			t.Errorf("%s is in %s, its history leads to %s", id, n.Estado, state)
		}
		if len(confirmed.moves[id]) > 0 {
			t.Errorf("%d confirmed moves of %s are lost", len(confirmed.moves[id]), id)
		}
		total += len(n.Historial)
	}
	if total == 0 {
		t.Fatal("nothing was moved before a kill: nothing is tested")
	}
	stop(t, p)
	sound(t, filepath.Join(folder, "data", "database", "cotejo-notify.db"))
	t.Logf("%d kills, %d moves", *kills, total)
}
