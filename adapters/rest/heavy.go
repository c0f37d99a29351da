package rest

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Heavy is a kind of requests that take long or much memory. Few of a kind are in work at
// once, and the users who wait are served in rotation. A request waits for its turn until the
// Timeout of its route. It takes the turn once its body is read and passes it on when the
// answer is made: a slow client holds up nobody.
type Heavy string

// The kinds of heavy requests.
const (
	// Texts answer whole texts of documents: making an answer takes five times the memory of
	// its text. They compute little.
	Texts Heavy = "texts"
	// Pages are drawn by other processes, which have limits of their own.
	Pages    Heavy = "pages"
	Archives Heavy = "archives"
	// Divisions have their pages written by the processes that draw Pages: one at a time leaves some for those.
	Divisions   Heavy = "divisions"
	Comparisons Heavy = "comparisons"
	Exports     Heavy = "exports"
	Imports     Heavy = "imports"
	Searches    Heavy = "searches"
	// Writes are all other requests that change something: they take little, but many of one user would stand
	// before everybody's.
	Writes Heavy = "writes"
)

// kind returns the kind of heavy requests of a route, "" if it waits for no turn.
func (r *Route) kind() Heavy {
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if r.Heavy == "" && !isRead && !r.NoTurn && !r.Public {
		return Writes
	}
	return r.Heavy
}

// allowance is how much of a kind is done at once.
type allowance struct {
	atOnce     int
	perUser    int  // of atOnce; 0: all
	maxWaiting int  // requests of a user that wait; 0: no limit
	computes   bool // takes a processor, too
}

// maxWaiting is how many heavy requests of a kind a user may have waiting.
const maxWaiting = 16

// writesOfUser is how many Writes of a user are in work at once: one computes while the other waits for the disk.
// maxWritesWaiting is how many more may wait: their bodies are in memory.
const writesOfUser, maxWritesWaiting = 2, 128

// heavyProcessors is how many processors heavy requests use together: one is left for others.
func heavyProcessors() int { return max(1, runtime.GOMAXPROCS(0)-1) }

func allowances() map[Heavy]allowance {
	many := max(2, heavyProcessors())
	return map[Heavy]allowance{
		Texts:       {atOnce: 1},
		Pages:       {atOnce: many, maxWaiting: 8},
		Divisions:   {atOnce: 1, maxWaiting: maxWaiting},
		Comparisons: {atOnce: 1, maxWaiting: maxWaiting, computes: true}, // of whole texts
		Archives:    {atOnce: 2, perUser: 1, maxWaiting: maxWaiting, computes: true},
		Exports:     {atOnce: 2, perUser: 1, maxWaiting: maxWaiting, computes: true},
		Imports:     {atOnce: 2, perUser: 1, maxWaiting: maxWaiting, computes: true},
		Searches:    {atOnce: many, maxWaiting: maxWaiting, computes: true},
		Writes:      {atOnce: 2 * max(writesOfUser, many), perUser: writesOfUser, maxWaiting: maxWritesWaiting},
	}
}

// HeavyAtOnce returns how many heavy requests a server works on at most that may hold a connection to
// the database for long.
func HeavyAtOnce() (n int) {
	for kind, a := range allowances() {
		if kind != Writes {
			n += a.atOnce
		}
	}
	return n
}

var errTooManyWaiting = func() error {
	f := fault.New(fault.Unavailable, "too_many_waiting",
		"Tiene demasiadas peticiones como esta en espera; deje que terminen y vuelva a intentarlo en unos segundos.")
	f.RetryAfter = 5 * time.Second
	return f
}()

// slice is how long a heavy request keeps a processor that others wait for.
const slice = 20 * time.Millisecond

// heavyWork is how a server shares itself among heavy requests.
type heavyWork struct {
	kinds      map[Heavy]*turns
	computing  map[Heavy]bool
	processors *turns
	slice      time.Duration
}

func newHeavyWork() *heavyWork {
	w := &heavyWork{kinds: map[Heavy]*turns{}, computing: map[Heavy]bool{}, processors: newTurns(heavyProcessors()), slice: slice}
	for kind, a := range allowances() {
		t := newTurns(a.atOnce)
		t.perUser, t.maxWaiting = a.perUser, a.maxWaiting
		w.kinds[kind], w.computing[kind] = t, a.computes
	}
	return w
}

// heavyTurn is the turn of a request. One goroutine uses it.
type heavyTurn struct {
	work     *heavyWork
	user     string
	computes bool
	passKind func()    // nil before its turn has come
	passCPU  func()    // nil while it has no processor
	since    time.Time // when it took the processor
}

// begin waits for the turn of a kind.
func (w *heavyWork) begin(ctx context.Context, kind Heavy, user string) (*heavyTurn, error) {
	done, err := w.kinds[kind].take(ctx, user)
	if err != nil {
		return nil, err
	}
	return &heavyTurn{work: w, user: user, computes: w.computing[kind], passKind: done}, nil
}

// step waits for a processor, or passes on one that was held for a slice while others wait, and
// waits for the next.
func (t *heavyTurn) step(ctx context.Context) error {
	if !t.computes {
		return nil
	}
	if t.passCPU != nil {
		if time.Since(t.since) < t.work.slice || !t.work.processors.isWanted() {
			return nil
		}
		t.passCPU()
		t.passCPU = nil
	}
	done, err := t.work.processors.take(ctx, t.user)
	if err != nil {
		return err
	}
	t.passCPU, t.since = done, time.Now()
	return nil
}

// end passes on what the request has.
func (t *heavyTurn) end() {
	if t.passCPU != nil {
		t.passCPU()
	}
	t.passKind()
}

// AwaitTurn waits for the turn of a request to a Heavy route that reads its body itself (see
// Stream). The caller has read the body. It takes no processor before Step.
func AwaitTurn(ctx context.Context) error {
	r := requestOf(ctx)
	if r.heavy == "" || r.turn != nil {
		return nil
	}
	t, err := r.begin(ctx)
	if err == nil {
		r.turn = t
	}
	return err
}

// TakeTurn waits for a turn of a request whose client may send more files: a turn for each file, none while one
// arrives. The caller calls done when the file is stored.
func TakeTurn(ctx context.Context) (done func(), err error) {
	t, err := requestOf(ctx).begin(ctx)
	if err != nil {
		return nil, err
	}
	return t.end, nil
}

// begin waits for a turn of the user.
func (r *request) begin(ctx context.Context) (*heavyTurn, error) {
	return r.server.heavy.begin(ctx, r.heavy, r.user())
}

// user returns the name of the user, or the address where users have no names.
func (r *request) user() string {
	if r.actor.Username == "" || r.server.opts.Everyone != nil {
		return r.client.String()
	}
	return r.actor.Username
}

// Step yields the processor to other heavy requests that wait for it. Long work of a Heavy route
// calls it from time to time, in the goroutine of the request. The error is that of ctx.
func Step(ctx context.Context) error {
	if t := requestOf(ctx).turn; t != nil {
		return t.step(ctx)
	}
	return nil
}
