package wire

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// lockPatience is how long a server waits for its predecessor to be gone.
const lockPatience = 5 * time.Second

// lockDatabase makes sure that one server alone works on a SQLite database: at
// start it takes back the jobs of a killed predecessor, which must not be
// those of a living one. The kernel drops the lock with the process, however
// that ends.
func lockDatabase(ctx context.Context, path string) (unlock func(), err error) {
	const unwritable = "no se puede escribir en la carpeta de la base de datos (SVC_DATABASE_PATH)"
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, cannot(unwritable, err)
	}
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, cannot(unwritable, err)
	}
	ctx, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) {
			f.Close()
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("otro cotejod ya usa la base de datos %s; deténgalo o elija otra con SVC_DATABASE_PATH", path)
		}
	}
}
