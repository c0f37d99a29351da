package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// Two files beside a database say who uses it. The kernel drops a lock with
// its process, however that ends.
const (
	queueLock = ".lock" // held by the one process that works the queue
	useLock   = ".use"  // shared by all that have the database open; a restore has it alone
)

// lockPatience is how long a program waits for its predecessor to be gone.
const lockPatience = 5 * time.Second

// inUseError says that another process holds a lock.
type inUseError struct {
	path   string // of the database
	holder string // as it called itself; may be empty
}

func (e *inUseError) Error() string {
	who := "otro programa"
	if e.holder != "" {
		who = "«" + e.holder + "»"
	}
	return fmt.Sprintf("%s ya usa la base de datos %s; deténgalo o elija otra base de datos", who, e.path)
}

// lockQueue makes sure that one process alone works the queue of a SQLite
// database: at start it takes back the jobs of a killed predecessor, which
// must not be those of a living one. The error is an *inUseError when another
// process does and is not gone within patience.
func lockQueue(ctx context.Context, database string, patience time.Duration) (unlock func(), err error) {
	f, err := lock(ctx, database, queueLock, unix.LOCK_EX, patience)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s, proceso %d", strings.Join(append([]string{filepath.Base(os.Args[0])}, firstArgument()...), " "), os.Getpid())
	if err := errors.Join(f.Truncate(0), writeAt(f, name)); err != nil {
		f.Close()
		return nil, cannot(unwritable, err)
	}
	return func() { f.Close() }, nil
}

// queueOf is lockQueue where the database is a file: those of PostgreSQL keep
// apart by themselves who uses them.
func queueOf(ctx context.Context, database sqldb.Options, patience time.Duration) (release func(), err error) {
	if database.URL != "" {
		return func() {}, nil
	}
	return lockQueue(ctx, database.Path, patience)
}

// useOf is shareDatabase where the database is a file.
func useOf(ctx context.Context, database sqldb.Options) (unlock func(), err error) {
	if database.URL != "" {
		return func() {}, nil
	}
	return shareDatabase(ctx, database.Path)
}

// shareDatabase keeps a restore from replacing the database while it is open.
func shareDatabase(ctx context.Context, database string) (unlock func(), err error) {
	f, err := lock(ctx, database, useLock, unix.LOCK_SH, lockPatience)
	var taken *inUseError
	if errors.As(err, &taken) {
		return nil, fmt.Errorf("la base de datos %s se está restaurando; espere a que termine y vuelva a intentarlo", database)
	}
	if err != nil {
		return nil, err
	}
	return func() { f.Close() }, nil
}

const unwritable = "no se puede escribir en la carpeta de la base de datos"

// lock locks the file beside a database whose name ends in suffix, and retries for patience. Closing the
// returned file releases the lock.
func lock(ctx context.Context, database, suffix string, how int, patience time.Duration) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(database), 0o700); err != nil {
		return nil, cannot(unwritable, err)
	}
	f, err := os.OpenFile(database+suffix, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, cannot(unwritable, err)
	}
	deadline := time.Now().Add(patience)
	for {
		err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		switch {
		case err == nil:
			return f, nil
		case !errors.Is(err, unix.EWOULDBLOCK):
			f.Close()
			return nil, fmt.Errorf("locking %s: %w", database, err)
		case !time.Now().Before(deadline):
			holder, _ := io.ReadAll(io.LimitReader(f, 200))
			f.Close()
			return nil, &inUseError{database, string(holder)}
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		}
	}
}

// firstArgument is the command, which may be shown; the rest may be private.
func firstArgument() []string {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		return os.Args[1:2]
	}
	return nil
}

func writeAt(f *os.File, text string) error {
	_, err := f.WriteAt([]byte(text), 0)
	return err
}
