package ports

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// Spool keeps what a task needs until it ends: the pages that were read so far, and the
// password of its file. It is not part of backups.
type Spool interface {
	// KeepPassword stores the password of a task's file. When it returns nil
	// the password survives a power cut.
	KeepPassword(ctx context.Context, taskID, password string) error
	// Password returns the stored password, or "".
	Password(ctx context.Context, taskID string) (string, error)
	// Pages opens the pages of a task. The caller closes them; the pages of a task can be open
	// only once at a time.
	Pages(ctx context.Context, taskID string) (SpooledPages, error)
	// Remove forgets a task. One that is not known is not an error.
	Remove(ctx context.Context, taskID string) error
	// Each calls visit for every task of which something is kept and the time
	// since when, until visit fails.
	Each(ctx context.Context, visit func(taskID string, since time.Time) error) error
}

// SpooledPages are the pages of one task, in the order of their numbers from 1
// without a gap. They are for one goroutine.
type SpooledPages interface {
	// Append adds the next page: it survives the end of this process. After a
	// power cut the last ones may be missing.
	Append(p document.Page) error
	// Len returns the number of pages, Size their size in bytes.
	Len() int
	Size() int64
	// Page returns the one with that number, from 1 to Len.
	Page(number int) (document.Page, error)
	Close() error
}

// TaskParts keeps for all servers of one queue what a task needs until it ends,
// in numbered parts.
type TaskParts interface {
	// Keep stores parts, all of them or none, in place of those of their numbers.
	Keep(ctx context.Context, taskID string, all ...document.TaskPart) error
	// Load returns at most limit parts in the order of their numbers, from that
	// number on.
	Load(ctx context.Context, taskID string, from, limit int) ([]document.TaskPart, error)
	// Extent returns the highest number and the size of all data, both 0 without
	// parts.
	Extent(ctx context.Context, taskID string) (last int, size int64, err error)
	// Remove forgets a task. One that is not known is not an error.
	Remove(ctx context.Context, taskID string) error
	// Each calls visit for every task of which something is kept and the time
	// since when, until visit fails.
	Each(ctx context.Context, visit func(taskID string, since time.Time) error) error
}
