// Package transfer copies a whole database into another, of the same kind or of the other.
package transfer

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

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// Transfer copies the rows of every table that both databases have, byte for byte, in the
// order of the primary key. Tables that only one of them has are derived, see Derived.
//
// During the copy, the target has no triggers and no secondary indexes: tables are filled
// several times as fast, and history can be written that triggers would refuse. Finish
// creates them again.
//
// Until the end the target is marked as unfinished, and nothing else opens it. The
// next Transfer into a marked target, after a failure or a kill, drops the tables that the
// mark lists, and starts again. Nobody may write to the source in the meantime; Finish
// detects such writes by checksums.
type Transfer struct {
	Progress func(what string, done, total int) // rows; may be nil

	from, to  *sqldb.DB
	source    bun.Tx
	tables    []table // that both have
	derived   []Derived
	extras    []extra // dropped from the target until the end
	discarded string
	held      []*sql.Conn
}

// Derived are tables that each kind of database has in its own form, such as search indexes. A transfer
// fills them from the copied rows.
type Derived struct {
	Tables []string                                     // of either
	Make   func(ctx context.Context, t *Transfer) error // fills those of the target
	Verify func(ctx context.Context, t *Transfer) error // compares the two; may be nil
}

// table is one as it is in both databases.
type table struct {
	Name    string
	Columns []string
	Key     []string // columns of the primary key, in their order
	Serial  string   // the column that counts by itself, or ""
}

// Table is a table whose content is the same in both databases.
type Table struct {
	Name   string `json:"name"`
	Rows   int    `json:"rows"`
	SHA256 string `json:"sha256"` // of all values in the order of the primary key
}

// Begin opens both databases, whose tables the migrations create, and prepares the target.
// Fault: Conflict when the target has data that is not an unfinished copy.
func Begin(ctx context.Context, from, to sqldb.Options, migrations fs.FS, derived ...Derived) (_ *Transfer, err error) {
	t := &Transfer{derived: derived}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	if t.from, err = sqldb.Open(ctx, transferOptions(from), migrations); err != nil {
		return nil, err
	}
	if err := t.hold(ctx, t.from); err != nil {
		return nil, err
	}
	if t.to, err = sqldb.Connect(ctx, transferOptions(to)); err != nil {
		return nil, err
	}
	if err := t.hold(ctx, t.to); err != nil {
		return nil, err
	}
	if t.discarded, err = discardUnfinished(ctx, t.to); err != nil {
		return nil, t.to.Translate(ctx, err)
	}
	if err := t.to.Migrate(ctx, to, migrations); err != nil {
		return nil, err
	}
	if t.tables, err = t.plan(ctx); err != nil {
		return nil, err
	}
	if err := t.prepare(ctx, from.Place()); err != nil {
		return nil, t.to.Translate(ctx, err)
	}
	return t, t.from.Translate(ctx, t.readSource(ctx))
}

// hold keeps servers and other transfers away from a database.
func (t *Transfer) hold(ctx context.Context, db *sqldb.DB) error {
	hold := dialectOf(db).hold
	if hold == nil {
		return nil
	}
	conn, err := hold(ctx, db)
	if conn != nil {
		t.held = append(t.held, conn)
	}
	return db.Translate(ctx, err)
}

// readSource begins to read the source as it is now.
func (t *Transfer) readSource(ctx context.Context) (err error) {
	if t.source.Tx != nil {
		if err := t.source.Rollback(); err != nil {
			return err
		}
	}
	// It is ended by Close, and not by the end of ctx behind its back.
	if t.source, err = t.from.BunReader().BeginTx(context.WithoutCancel(ctx), t.from.Snapshot()); err != nil {
		return err
	}
	// A snapshot is taken by the first statement.
	_, err = t.from.HasTable(ctx, t.source, sqldb.UnfinishedMark)
	return err
}

// transferOptions disables the idle timeout, and lets commits return before they are on
// disk: the last commit waits for all of them.
func transferOptions(o sqldb.Options) sqldb.Options {
	if u, err := url.Parse(o.URL); err == nil && o.URL != "" {
		query := u.Query()
		query.Set("application_name", ProgramName)
		query.Set("idle_in_transaction_session_timeout", "0")
		query.Set("synchronous_commit", "off")
		query.Set("maintenance_work_mem", "256MB")
		u.RawQuery = query.Encode()
		o.URL = u.String()
	}
	return o
}

// ProgramName is the application_name of a Transfer on PostgreSQL.
const ProgramName = "cotejo migrate"

// Discarded names the source of the unfinished copy that the target held, and
// that was dropped; it is empty if there was none.
func (t *Transfer) Discarded() string { return t.discarded }

// SourceDB returns the database that is copied.
func (t *Transfer) SourceDB() *sqldb.DB { return t.from }

// Target returns the database that is filled. It has no triggers yet.
func (t *Transfer) Target() *sqldb.DB { return t.to }

// Source reads the source as it was when the transfer began; during Finish, as it was when
// Finish began.
func (t *Transfer) Source(ctx context.Context, read func(q bun.IDB) error) error {
	return t.from.Translate(ctx, read(t.source))
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
	for _, db := range []*sqldb.DB{t.from, t.to} {
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
			return fmt.Errorf("copying %s: %w", tb.Name, err)
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
func (t *Transfer) Finish(ctx context.Context, last func(ctx context.Context) error) ([]Table, error) {
	if err := t.restoreExtras(ctx); err != nil {
		return nil, t.to.Translate(ctx, err)
	}
	for _, conn := range t.held {
		if err := serversRunning(ctx, conn); err != nil {
			return nil, t.from.Translate(ctx, err)
		}
	}
	if err := t.readSource(ctx); err != nil {
		return nil, t.from.Translate(ctx, err)
	}
	all, err := t.verify(ctx)
	if err != nil {
		return nil, err
	}
	return all, t.to.Translate(ctx, t.seal(ctx, last))
}

// seal completes the target.
func (t *Transfer) seal(ctx context.Context, last func(ctx context.Context) error) error {
	d := dialectOf(t.to)
	if d.orphans != "" {
		var broken int
		if err := t.to.BunWriter().NewRaw(d.orphans).Scan(ctx, &broken); err != nil {
			return err
		}
		if broken > 0 {
			return errors.New("rows of the copy refer to missing rows")
		}
	}
	if err := run(ctx, t.to.BunWriter(), d.close); err != nil {
		return err
	}
	return t.to.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := run(ctx, tx, d.last); err != nil {
			return err
		}
		if last != nil {
			if err := last(ctx); err != nil {
				return err
			}
		}
		return run(ctx, tx, []string{"DROP TABLE " + sqldb.UnfinishedMark})
	})
}

// plan returns the tables to be copied. It fails when a table is neither in both
// databases nor derived.
func (t *Transfer) plan(ctx context.Context) ([]table, error) {
	from, err := t.tablesOf(ctx, t.from)
	if err != nil {
		return nil, err
	}
	to, err := t.tablesOf(ctx, t.to)
	if err != nil {
		return nil, err
	}
	for name := range to {
		if _, ok := from[name]; !ok {
			return nil, fmt.Errorf("table %s exists in the target only, and nothing fills it", name)
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
