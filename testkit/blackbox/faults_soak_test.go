//go:build soak

package blackbox

import (
	"math/rand/v2"
	"testing"
	"time"
)

// fault is something that goes wrong with a district, at one of its servers
// where it has to do with one, for a while.
type fault struct {
	name string
	do   func(t *testing.T, d *district, at *replica, lasting time.Duration) error
}

// link is a fault of the way to a server.
func link(name string, of func(*replica) wire, spoil func(wire) error) fault {
	return fault{name, func(_ *testing.T, _ *district, at *replica, lasting time.Duration) error {
		if err := spoil(of(at)); err != nil {
			return err
		}
		time.Sleep(lasting)
		return of(at).Heal()
	}}
}

// wire is a network.Link.
type wire interface {
	Close() error
	Reset() error
	Silence() error
	Delay(time.Duration) error
	Narrow(int) error
	Heal() error
}

func toDatabase(r *replica) wire { return r.toDatabase }
func toStore(r *replica) wire    { return r.store }

var faults = []fault{
	{"kill -9", func(t *testing.T, _ *district, at *replica, lasting time.Duration) error {
		at.kill()
		time.Sleep(lasting)
		at.begin(t)
		return nil
	}},
	{"the database ends and comes back", func(_ *testing.T, d *district, _ *replica, lasting time.Duration) error {
		return d.database.Crash(lasting)
	}},
	{"a process of the database is killed", func(t *testing.T, d *district, _ *replica, lasting time.Duration) error {
		defer time.Sleep(lasting)
		return d.database.KillBackend(t.Context())
	}},
	{"the store ends and comes back", func(t *testing.T, d *district, _ *replica, lasting time.Duration) error {
		d.store.Stop()
		time.Sleep(lasting)
		d.store.Resume(t)
		return nil
	}},
	link("no way to the database", toDatabase, wire.Close),
	link("connections to the database are reset", toDatabase, wire.Reset),
	link("the database is silent", toDatabase, wire.Silence),
	link("a long way to the database", toDatabase, func(w wire) error { return w.Delay(300 * time.Millisecond) }),
	link("a narrow way to the database", toDatabase, func(w wire) error { return w.Narrow(20) }),
	link("no way to the store", toStore, wire.Close),
	link("connections to the store are reset", toStore, wire.Reset),
	link("the store is silent", toStore, wire.Silence),
	link("a long way to the store", toStore, func(w wire) error { return w.Delay(500 * time.Millisecond) }),
	link("a narrow way to the store", toStore, func(w wire) error { return w.Narrow(5) }),
}

// TestFaultsLoseNothing spoils what three servers are on, one thing after the
// other, while clerks work. What was accepted becomes one document, every request
// gets an answer, and all is well again without a hand.
func TestFaultsLoseNothing(t *testing.T) {
	t.Parallel()
	d := startDistrict(t, "api", "worker", "api,worker")
	d.well(t)
	before := d.holds(t)
	clerks := d.work(t, 21)
	time.Sleep(2 * time.Second)
	for n := range max(*rounds, len(faults)) {
		f, at, lasting := faults[n%len(faults)], d.servers[n%len(d.servers)], time.Second
		if n >= len(faults) {
			f, at = faults[rand.IntN(len(faults))], d.servers[rand.IntN(len(d.servers))]
			lasting = rand.N(20 * time.Second)
			if rand.IntN(10) == 0 {
				lasting = time.Minute
			}
		}
		t.Logf("%s: %s, at the server for %s, for %v", time.Now().Format(time.TimeOnly), f.name, at.role, lasting)
		if err := f.do(t, d, at, lasting); err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		time.Sleep(500 * time.Millisecond)
	}
	t.Logf("%s: no more faults", time.Now().Format(time.TimeOnly))
	clerks.check(t)
	t.Logf("%s: all is well", time.Now().Format(time.TimeOnly))

	// Connections that served nobody for a minute are closed by servers and clients as they like.
	impatient.CloseIdleConnections()
	after := d.holds(t)
	t.Logf("held before: %+v, after: %+v", before, after)
	if after.goroutines > 2*before.goroutines+100 || after.megabytes > 2*before.megabytes+100 || after.connections > 60 {
		t.Errorf("held before: %+v, after: %+v", before, after)
	}
}
