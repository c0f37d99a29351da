package riverqueue

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// lease is the time in which a process works tasks. One connection holds a lock for each task;
// PostgreSQL drops the locks with the connection. A task without a lock is not running.
type lease struct {
	config *pgx.ConnConfig
	pace   pace
	lost   chan struct{} // closed when the locks are
	stop   context.CancelFunc
	done   chan struct{}

	mu    sync.Mutex
	conn  *pgx.Conn
	tasks []string
}

// lockOf is the number of the lock of a task.
func lockOf(taskID string) string {
	return "hashtextextended('cotejo task ' || " + taskID + ", 0)"
}

// newLease begins a lease. Its end, or the loss of the connection, ends it.
func newLease(ctx context.Context, config *pgx.ConnConfig, p pace) (*lease, error) {
	t := &lease{config: config.Copy(), pace: p, lost: make(chan struct{}), done: make(chan struct{})}
	for setting, value := range map[string]string{
		// A machine that is gone loses its locks after 25 seconds.
		"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3", "tcp_user_timeout": "20000"} {
		t.config.RuntimeParams[setting] = value
	}
	if err := t.connect(ctx); err != nil {
		return nil, err
	}
	ctx, t.stop = context.WithCancel(context.WithoutCancel(ctx))
	go t.watch(ctx)
	return t, nil
}

// end gives the locks back.
func (t *lease) end() {
	t.stop()
	<-t.done
	t.mu.Lock()
	defer t.mu.Unlock()
	t.disconnect()
}

// watch regains locks that are lost, or reports that they are.
func (t *lease) watch(ctx context.Context) {
	defer close(t.done)
	for sleep(ctx, t.pace.watch) {
		if t.alive(ctx) {
			continue
		}
		regaining, cancel := context.WithTimeout(ctx, t.pace.regain)
		regained := t.regain(regaining)
		cancel()
		if !regained {
			if ctx.Err() == nil {
				close(t.lost)
			}
			return
		}
	}
}

func (t *lease) alive(ctx context.Context) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, t.pace.watch)
	defer cancel()
	return t.conn != nil && t.conn.Ping(ctx) == nil
}

func (t *lease) regain(ctx context.Context) bool {
	for ctx.Err() == nil {
		if t.connect(ctx) == nil {
			return true
		}
		sleep(ctx, t.pace.watch/10)
	}
	return false
}

// connect takes the locks of the tasks in work.
func (t *lease) connect(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.disconnect()
	conn, err := pgx.ConnectConfig(ctx, t.config)
	if err != nil {
		return err
	}
	t.conn = conn
	for _, id := range t.tasks {
		if err := t.lock(ctx, id); err != nil {
			t.disconnect()
			return err
		}
	}
	return nil
}

func (t *lease) disconnect() {
	if t.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	t.conn.Close(ctx)
	t.conn = nil
}

// take locks a task for this process; errInWork when another has it.
func (t *lease) take(ctx context.Context, id string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	// A statement that is cancelled takes the connection with it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.pace.watch)
	defer cancel()
	if err := t.lock(ctx, id); err != nil {
		return err
	}
	t.tasks = append(t.tasks, id)
	return nil
}

func (t *lease) lock(ctx context.Context, id string) error {
	if t.conn == nil {
		return errNoLocks
	}
	var free bool
	if err := t.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock("+lockOf("$1")+")", id).Scan(&free); err != nil {
		return errors.Join(errNoLocks, err)
	}
	if !free {
		return errInWork
	}
	return nil
}

// release unlocks a task; without a connection it is unlocked already.
func (t *lease) release(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.tasks, id); i >= 0 {
		t.tasks = slices.Delete(t.tasks, i, i+1)
	}
	if t.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), t.pace.watch)
	defer cancel()
	_, _ = t.conn.Exec(ctx, "SELECT pg_advisory_unlock("+lockOf("$1")+")", id)
}
