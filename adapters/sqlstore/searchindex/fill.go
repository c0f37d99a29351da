package searchindex

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/records"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/search"
)

// Filler indexes documents that the index lacks: all of them when search.Version changes. It
// begins with the newest, stores its position in the transaction of each batch, and
// continues there after a restart. Documents that are stored in the meantime are indexed at
// once.
type Filler struct {
	db    *sqldb.DB
	index Index
	log   *slog.Logger
	stop  context.CancelFunc
	done  sync.WaitGroup
}

// NewFiller returns a Filler that does nothing before Start.
func NewFiller(x Index, log *slog.Logger) *Filler { return &Filler{db: x.db, index: x, log: log} }

// perFilling is how many documents a transaction indexes: writers wait no
// longer than for these.
const perFilling = 50

// Start fills the index for as long as patience lasts, and continues in the background.
func (f *Filler) Start(ctx context.Context, patience time.Duration) error {
	begin := time.Now()
	for more := true; more; {
		if time.Since(begin) > patience {
			ctx, f.stop = context.WithCancel(context.WithoutCancel(ctx))
			f.done.Go(func() { f.run(ctx) })
			return nil
		}
		var err error
		if more, err = f.fill(ctx); err != nil {
			return err
		}
	}
	return nil
}

// run fills the index. After each batch it sleeps as long as the batch took, so that others can write and compute.
func (f *Filler) run(ctx context.Context) {
	f.log.InfoContext(ctx, "indexing stored documents for search")
	begin := time.Now()
	for {
		batch := time.Now()
		more, err := f.fill(ctx)
		rest := time.Since(batch)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			f.log.WarnContext(ctx, "indexing for search", "error", err)
			rest = 10 * time.Second
		case !more:
			f.log.InfoContext(ctx, "all documents are indexed for search", "took", time.Since(begin))
			return
		}
		select {
		case <-time.After(rest):
		case <-ctx.Done():
			return
		}
	}
}

// Close stops the filling; the next Filler continues it.
func (f *Filler) Close() {
	if f.stop != nil {
		f.stop()
	}
	f.done.Wait()
}

// searchSetting names the row of settings that reports how far the filling is.
const searchSetting = "search_index"

// fillState says that all documents from that one on, and those that are newer,
// are indexed.
type fillState struct {
	Version   int          `json:"version"` // search.Version of the entries
	Done      bool         `json:"done"`
	CreatedAt sqldb.Moment `json:"created_at"`
	ID        string       `json:"id"`
}

// fill indexes some more documents and reports whether there may be others.
func (f *Filler) fill(ctx context.Context) (more bool, err error) {
	state, err := f.state(ctx)
	if err != nil || state.Done && state.Version == search.Version {
		return false, err
	}
	err = f.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := f.db.LockNamed(ctx, searchSetting); err != nil {
			return err
		}
		state, err := readFillState(ctx, tx) // another program may have gone on
		if err != nil {
			return err
		}
		switch {
		case state.Version != search.Version:
			// Alone: who waits for its end may hold a document that would be indexed.
			state = fillState{Version: search.Version, CreatedAt: 1<<63 - 1}
			err = f.index.entries.clear(ctx, tx)
		case !state.Done:
			state, err = f.fillSome(ctx, tx, state)
		}
		if err != nil {
			return err
		}
		more = !state.Done
		value, err := json.Marshal(state)
		if err != nil {
			return err
		}
		_, err = tx.NewRaw("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
			searchSetting, string(value)).Exec(ctx)
		return err
	})
	return more, err
}

func (f *Filler) state(ctx context.Context) (state fillState, err error) {
	err = f.db.View(ctx, func(q bun.IDB) error {
		state, err = readFillState(ctx, q)
		return err
	})
	return state, err
}

func readFillState(ctx context.Context, q bun.IDB) (state fillState, err error) {
	var value string
	err = q.NewRaw("SELECT value FROM settings WHERE name = ?", searchSetting).Scan(ctx, &value)
	if errors.Is(err, sql.ErrNoRows) {
		return state, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(value), &state)
	}
	if err != nil {
		return state, fmt.Errorf("stored state of the search index: %w", err)
	}
	return state, nil
}

// fillSome indexes the newest documents below state. They get numbers below all
// others, so that the numbers go on telling what was stored later.
func (f *Filler) fillSome(ctx context.Context, tx bun.Tx, state fillState) (fillState, error) {
	var rows []records.DocumentRow
	err := f.db.LockRows(tx.NewSelect().Model(&rows)).ExcludeColumn("pages", "entities").
		Where("(created_at, id) < (?, ?)", state.CreatedAt, state.ID).
		Order("created_at DESC", "id DESC").Limit(perFilling).Scan(ctx)
	if err != nil {
		return state, err
	}
	var lowest int64
	if err := tx.NewRaw("SELECT CASE WHEN min(seq) < 0 THEN min(seq) ELSE 0 END FROM search_documents").Scan(ctx, &lowest); err != nil {
		return state, err
	}
	for i := len(rows) - 1; i >= 0; i-- { // upwards, as the index takes them fastest
		d := rows[i].Document()
		if seq, err := searchSeq(ctx, tx, d.ID); err != nil {
			return state, err
		} else if seq != 0 {
			continue
		}
		if err := f.index.insert(ctx, tx, &d, lowest-int64(i)-1); err != nil {
			return state, err
		}
	}
	if state.Done = len(rows) < perFilling; !state.Done {
		oldest := rows[len(rows)-1]
		state.CreatedAt, state.ID = oldest.CreatedAt, oldest.ID
	}
	return state, nil
}
