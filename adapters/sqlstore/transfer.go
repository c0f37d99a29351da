package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"slices"

	"github.com/uptrace/bun"
)

// Transfer copies all that one database holds into another, which is of the
// other kind or of the same: every row of every table that both have, byte for
// byte, in the order of its primary key. What only one of them has is derived from
// that, see Derived.
//
// While it is copied, the target has neither triggers nor those indexes that
// nothing relies on: tables are filled several times as fast, and history may be
// written that triggers would refuse. They are created again at the end.
//
// Until the end the target is marked as unfinished, and nothing else opens it. The
// next Transfer into a marked target, after one that failed or was killed, drops
// the tables that the mark lists, and starts again. Nobody may write to the source
// meanwhile; Finish finds out by checksums if somebody did.
type Transfer struct {
	Progress func(what string, done, total int) // rows; may be nil

	from, to  *Base
	source    bun.Tx
	tables    []table // that both have
	derived   []Derived
	extras    []extra // dropped from the target until the end
	discarded string
	held      []*sql.Conn
}

// Derived is what the two kinds of database keep in tables of their own.
type Derived struct {
	Tables []string                                     // of either
	Make   func(ctx context.Context, t *Transfer) error // fills those of the target
	Verify func(ctx context.Context, t *Transfer) error // compares the two; may be nil
}

// table is one as it is in both databases.
type table struct {
	name    string
	columns []string
	key     []string // columns of the primary key, in their order
	serial  string   // the column that counts by itself, or ""
}

// TransferredTable is what a table held in both databases alike.
type TransferredTable struct {
	Name   string
	Rows   int
	SHA256 string // of all values in the order of the primary key
}

// BeginTransfer opens both databases of the intake service and prepares the
// target. Fault: Conflict when the target has data that is not an unfinished copy.
func BeginTransfer(ctx context.Context, from, to Options) (*Transfer, error) {
	return NewTransfer(ctx, from, to, migrations, countersAnew, searchAnew)
}

// NewTransfer is BeginTransfer for the tables that the migrations make.
func NewTransfer(ctx context.Context, from, to Options, migrations fs.FS, derived ...Derived) (_ *Transfer, err error) {
	t := &Transfer{derived: derived}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	if t.from, err = OpenBase(ctx, from.forTransfer(), migrations); err != nil {
		return nil, err
	}
	if err := t.hold(ctx, t.from); err != nil {
		return nil, err
	}
	if t.to, err = connectBase(ctx, to.forTransfer()); err != nil {
		return nil, err
	}
	if err := t.hold(ctx, t.to); err != nil {
		return nil, err
	}
	if t.discarded, err = t.to.discardUnfinished(ctx); err != nil {
		return nil, t.to.translate(ctx, err)
	}
	if err := t.to.makeTables(ctx, to, migrations); err != nil {
		return nil, err
	}
	if t.tables, err = t.plan(ctx); err != nil {
		return nil, err
	}
	if err := t.prepare(ctx, from.Place()); err != nil {
		return nil, t.to.translate(ctx, err)
	}
	return t, t.from.translate(ctx, t.readSource(ctx))
}

// hold keeps servers and other transfers away from a database.
func (t *Transfer) hold(ctx context.Context, db *Base) error {
	conn, err := db.engine.mover().hold(ctx, db)
	if conn != nil {
		t.held = append(t.held, conn)
	}
	return db.translate(ctx, err)
}

// readSource begins to read the source as it is now.
func (t *Transfer) readSource(ctx context.Context) (err error) {
	if t.source.Tx != nil {
		if err := t.source.Rollback(); err != nil {
			return err
		}
	}
	// It is ended by Close, and not by the end of ctx behind its back.
	if t.source, err = t.from.reader.BeginTx(context.WithoutCancel(ctx), t.from.engine.reading()); err != nil {
		return err
	}
	// A snapshot is taken by the first statement.
	_, err = t.from.engine.mover().has(ctx, t.source, unfinished)
	return err
}

// forTransfer lets connections rest for as long as it takes, and commits not
// wait for the disk: the last one does, and all before it with that.
func (o Options) forTransfer() Options {
	if u, err := url.Parse(o.URL); err == nil && o.URL != "" {
		query := u.Query()
		query.Set("application_name", TransferName)
		query.Set("idle_in_transaction_session_timeout", "0")
		query.Set("synchronous_commit", "off")
		query.Set("maintenance_work_mem", "256MB")
		u.RawQuery = query.Encode()
		o.URL = u.String()
	}
	return o
}

// TransferName is how a Transfer calls itself on a server of PostgreSQL.
const TransferName = "cotejo migrate"

// Discarded names the source of the unfinished copy that the target held, and
// that was dropped; it is empty if there was none.
func (t *Transfer) Discarded() string { return t.discarded }

// Target is the database that is filled, for what else belongs into it. It has
// no triggers yet.
func (t *Transfer) Target() *Base { return t.to }

// Source reads the source as it was when the transfer began, within Finish as it
// was then.
func (t *Transfer) Source(ctx context.Context, read func(q bun.IDB) error) error {
	return t.from.translate(ctx, read(t.source))
}

// Close ends the transfer where it stands.
func (t *Transfer) Close() error {
	var errs []error
	if t.source.Tx != nil {
		if err := t.source.Rollback(); !errors.Is(err, sql.ErrTxDone) {
			errs = append(errs, err)
		}
	}
	for _, conn := range t.held {
		errs = append(errs, conn.Close())
	}
	for _, db := range []*Base{t.from, t.to} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// Copy fills the tables of the target.
func (t *Transfer) Copy(ctx context.Context) error {
	for _, tb := range t.tables {
		if err := t.copyTable(ctx, tb); err != nil {
			return fmt.Errorf("copying %s: %w", tb.name, err)
		}
	}
	for _, d := range t.derived {
		if err := d.Make(ctx, t); err != nil {
			return fmt.Errorf("filling %v: %w", d.Tables, err)
		}
	}
	return nil
}

// Finish creates the triggers and indexes of the target, compares it with the
// source and removes its mark. last, which may be nil, writes to the target in the
// transaction that does so. Fault: Stale when the two differ.
func (t *Transfer) Finish(ctx context.Context, last func(ctx context.Context) error) ([]TransferredTable, error) {
	if err := t.dress(ctx); err != nil {
		return nil, t.to.translate(ctx, err)
	}
	for _, conn := range t.held {
		if err := serversRunning(ctx, conn); err != nil {
			return nil, t.from.translate(ctx, err)
		}
	}
	if err := t.readSource(ctx); err != nil {
		return nil, t.from.translate(ctx, err)
	}
	all, err := t.verify(ctx)
	if err != nil {
		return nil, err
	}
	err = t.to.engine.mover().seal(ctx, t.to, func(ctx context.Context, tx bun.Tx) error {
		if last != nil {
			if err := last(ctx); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "DROP TABLE "+unfinished)
		return err
	})
	return all, t.to.translate(ctx, err)
}

// plan returns the tables to be copied. It fails when a table is neither in both
// databases nor derived.
func (t *Transfer) plan(ctx context.Context) ([]table, error) {
	source, err := tablesOf(ctx, t.from)
	if err != nil {
		return nil, err
	}
	target, err := tablesOf(ctx, t.to)
	if err != nil {
		return nil, err
	}
	from, to := t.split(source), t.split(target)
	for name := range to {
		if _, ok := from[name]; !ok {
			return nil, fmt.Errorf("the table %s is in the target alone, and nothing fills it", name)
		}
	}
	var all []table
	for _, name := range slices.Sorted(maps.Keys(from)) {
		both, err := common(from[name], to[name])
		if err != nil {
			return nil, err
		}
		all = append(all, both)
	}
	return all, nil
}
