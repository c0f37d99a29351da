package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/adapters/spoolfiles"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/transfer"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/ports"
)

// MigrateOptions say from where to where. The databases are "sqlite:PATH" or
// "postgres://…", the originals an address of blobstore.
type MigrateOptions struct {
	From, To           string
	FromBlobs, ToBlobs string // both or neither: the originals stay where they are
	AllowMissing       bool   // go on even though originals are lost

	Progress  func(what string, done, total int) // may be nil
	Discarded func(source string)                // reports that the target was an unfinished copy and starts empty again; may be nil
}

// MigrateReport says what was copied, and is at the target as at the source.
type MigrateReport struct {
	Restarted bool // the target was an unfinished copy
	Tables    []transfer.Table
	Queued    int // tasks that continue at the target
	Originals int
	Missing   []string // keys, when AllowMissing
}

// Migrate copies the data of the intake service into an empty database, of the
// other kind or of the same, and its originals into another store. No server may
// have either database open. Until it has ended no server starts on the target. It
// may be killed at any point: the next call drops what it copied, except the
// originals, and starts again.
func Migrate(ctx context.Context, c config.Intake, o MigrateOptions) (report MigrateReport, err error) {
	from, to, release, err := holdDatabases(ctx, o.From, o.To)
	if err != nil {
		return report, err
	}
	defer release()
	m := migration{MigrateOptions: o, config: c, from: from, to: to}
	defer func() { err = errors.Join(err, m.close()) }()
	return m.report, m.run(ctx)
}

// migration is one that is under way.
type migration struct {
	MigrateOptions
	config         config.Intake
	from, to       sqldb.Options
	transfer       *sqlstore.Transfer
	source, target blobstore.Store
	report         MigrateReport
}

func (m *migration) run(ctx context.Context) (err error) {
	if m.source, err = m.store(ctx, m.FromBlobs); err != nil {
		return err
	}
	if m.target, err = m.store(ctx, m.ToBlobs); err != nil {
		return err
	}
	if m.transfer, err = sqlstore.BeginTransfer(ctx, m.from, m.to); err != nil {
		return err
	}
	m.report.Restarted = m.begun(m.transfer.Transfer)
	if err := m.transfer.Copy(ctx); err != nil {
		return err
	}
	if m.ToBlobs != "" {
		if err := m.copyOriginals(ctx); err != nil {
			return err
		}
	}
	target := m.transfer.Target()
	queue, err := riverqueue.New(ctx, riverqueue.Options{DB: target.Writer(), URL: m.to.URL, TxFrom: target.TxFrom})
	if err != nil {
		return err
	}
	m.report.Tables, err = m.transfer.Finish(ctx, func(ctx context.Context) error { return m.requeue(ctx, queue) })
	if err != nil {
		return err
	}
	return markMoved(m.from, m.to)
}

// begun connects a new transfer with the progress functions of the caller, and reports whether
// its target was an unfinished copy.
func (o MigrateOptions) begun(t *transfer.Transfer) (restarted bool) {
	t.Progress = o.Progress
	source := t.Discarded()
	if source != "" && o.Discarded != nil {
		o.Discarded(source)
	}
	return source != ""
}

func (m *migration) store(ctx context.Context, location string) (blobstore.Store, error) {
	c := m.config
	if location != "" {
		c.BlobURL = location
	}
	return openBlobs(ctx, c)
}

func (m *migration) close() error {
	var errs []error
	if m.transfer != nil {
		errs = append(errs, m.transfer.Close())
	}
	for _, s := range []blobstore.Store{m.source, m.target} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}

// requeue queues at the target what was queued at the source, with the passwords
// that the tasks need. Pages that were read of them are read again.
func (m *migration) requeue(ctx context.Context, queue *riverqueue.Queue) error {
	tasks, err := m.transfer.UnfinishedTasks(ctx)
	if err != nil {
		return err
	}
	there, here := m.transfer.TaskParts()
	from, closeFrom, err := m.spoolFor(m.from, there)
	if err != nil {
		return err
	}
	defer closeFrom()
	to, closeTo, err := m.spoolFor(m.to, here)
	if err != nil {
		return err
	}
	defer closeTo()
	for i, task := range tasks {
		id := task.ID
		if m.Progress != nil {
			m.Progress("cola", i, len(tasks))
		}
		password, err := from.Password(ctx, id)
		if err == nil && password != "" {
			err = to.KeepPassword(ctx, id, password)
		}
		if err == nil {
			err = queue.Enqueue(ctx, id, task.CreatedBy, task.Priority)
		}
		if err != nil {
			return fmt.Errorf("queueing the task %s: %w", id, err)
		}
	}
	m.report.Queued = len(tasks)
	return nil
}

// passwords is the part of a spool that is moved.
type passwords interface {
	Password(ctx context.Context, taskID string) (string, error)
	KeepPassword(ctx context.Context, taskID, password string) error
}

// spoolFor opens what servers on that database keep passwords in.
func (m *migration) spoolFor(database sqldb.Options, parts ports.TaskParts) (passwords, func() error, error) {
	if database.URL != "" {
		return spoolfiles.Shared{Parts: parts, Secret: sealingSecret(m.config)}, func() error { return nil }, nil
	}
	s, err := spoolfiles.Open(spoolOf(database.Path))
	if err != nil {
		return nil, nil, err
	}
	return s, s.Close, nil
}
