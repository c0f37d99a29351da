// Package diskspace reports the free space of the file systems of some folders.
package diskspace

import (
	"context"
	"fmt"
	"math"

	"golang.org/x/sys/unix"
)

// Space implements ports.Space over folders of this machine.
type Space struct {
	folders []string
}

// New returns the space of folders, which must exist when it is asked.
func New(folders ...string) Space { return Space{folders: folders} }

// Free returns the least number of bytes that this user may still write in any
// of the folders.
func (s Space) Free(context.Context) (int64, error) {
	least := int64(math.MaxInt64)
	for _, folder := range s.folders {
		var fs unix.Statfs_t
		if err := unix.Statfs(folder, &fs); err != nil {
			return 0, fmt.Errorf("free space of %s: %w", folder, err)
		}
		least = min(least, int64(min(fs.Bavail, math.MaxInt64/uint64(fs.Bsize)))*fs.Bsize)
	}
	return least, nil
}
