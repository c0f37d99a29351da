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
// byte, in the order of its primary key. What only one of them has is made anew
// from that, see Derived.
//
// While it is copied, the target has neither triggers nor those indexes that
// nothing relies on: tables are filled several times as fast, and history may be
// written that triggers would not let anybody write. They are kept as statements
// in the table unfinished, are made again at the end, and until then nothing
// else opens the target.
//
// A Transfer may be killed at any point and begun again: how far it came is what
// the target holds. It reads the source as of the moment when it began; nobody
// may write to the source from the first beginning to the end, and that nobody
// did is what Finish finds out by checksums.
type Transfer struct {
	Progress func(what string, done, total int) // rows; may be nil

	from, to *Base
	source   bun.Tx
	tables   []table // that both have
	derived  []Derived
	resumed  bool
	held     []*sql.Conn
}

// Derived is what the two kinds of database keep in tables of their own.
type Derived struct {
	Tables []string                                     // of either
	Make   func(ctx context.Context, t *Transfer) error // fills those of the target; may be called again after it was cut short
	Verify func(ctx context.Context, t *Transfer) error // holds the two against each other; may be nil
}

// table is one as it is in both databases.
type table struct {
	name    string
	columns []string
	key     []string // columns of the primary key, in their order
	serial  string   // the column that counts by itself, or ""
}

// unfinished is the table of a target that is not whole yet: row 0 says where it
// is copied from, the others are statements for the end.
const unfinished = "unfinished_copy"

// TransferredTable is what a table held in both databases alike.
type TransferredTable struct {
	Name   string
	Rows   int
	SHA256 string // of all values in the order of the primary key
}

// BeginTransfer opens both databases of the intake service and prepares the
// target. Fault: Conflict when the target holds something else than the
// unfinished copy of that source.
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
	if t.to, err = openBase(ctx, to.forTransfer(), migrations, true); err != nil {
		return nil, err
	}
	for _, db := range []*Base{t.from, t.to} {
		conn, err := db.engine.mover().hold(ctx, db)
		if err != nil {
			return nil, db.translate(ctx, err)
		}
		if conn != nil {
			t.held = append(t.held, conn)
		}
	}
	if t.tables, err = t.plan(ctx); err != nil {
		return nil, err
	}
	if err := t.prepare(ctx, from.Place()); err != nil {
		return nil, t.to.translate(ctx, err)
	}
	// It is ended by Close, and not by the end of ctx behind its back.
	if t.source, err = t.from.reader.BeginTx(context.WithoutCancel(ctx), t.from.engine.reading()); err != nil {
		return nil, t.from.translate(ctx, err)
	}
	// A snapshot is taken by the first statement.
	_, err = t.from.engine.mover().has(ctx, t.source, unfinished)
	return t, err
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

// Resumed reports whether the target held a part already.
func (t *Transfer) Resumed() bool { return t.resumed }

// Target is the database that is filled, for what else belongs into it. It has
// no triggers yet.
func (t *Transfer) Target() *Base { return t.to }

// From is the database that is read; Source reads it as of one moment.
func (t *Transfer) From() *Base { return t.from }

// Source reads the source as it was when the transfer began.
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
			return fmt.Errorf("making %v anew: %w", d.Tables, err)
		}
	}
	return nil
}

// Finish makes the target whole, and compares it with the source. Fault: Stale
// when they differ, because somebody wrote to the source meanwhile.
func (t *Transfer) Finish(ctx context.Context) ([]TransferredTable, error) {
	if err := t.dress(ctx); err != nil {
		return nil, t.to.translate(ctx, err)
	}
	for _, conn := range t.held {
		if err := serversRunning(ctx, conn); err != nil {
			return nil, t.from.translate(ctx, err)
		}
	}
	all, err := t.verify(ctx)
	if err != nil {
		return nil, err
	}
	return all, t.to.translate(ctx, t.to.engine.mover().seal(ctx, t.to))
}

// plan is the tables to be copied. It fails when one of them is neither in both
// databases nor made anew: it was forgotten.
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
