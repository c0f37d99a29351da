package sqlstore

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun"
)

func (postgres) patience() time.Duration { return 0 }

// add has the server take the rows as a stream.
func (postgres) add(ctx context.Context, db *Base, _ bun.Tx, tb table, rows [][]any) error {
	return copyInto(ctx, db.conn(ctx), tb.name, tb.columns, rows)
}

// pendingList is how much of what is added to the search index the server may
// keep in a list beside it, for settle to put in its place: it takes a term of
// many documents once then. It has pendingMemory for that.
const (
	pendingList   = "64MB"
	pendingMemory = "256MB"
)

func (p postgres) addEntries(ctx context.Context, db *Base, tx bun.Tx, entries []pendingEntry) error {
	rows := make([][]any, len(entries))
	onAllProcessors(len(entries), func(i int) {
		e := entries[i]
		kept := keptTerms(e.Terms)
		terms := pgtype.TSVector{Lexemes: make([]pgtype.TSVectorLexeme, len(kept)), Valid: true}
		for k, t := range kept {
			terms.Lexemes[k].Word = t
		}
		rows[i] = []any{e.seq, terms, pairsOf(e.Words), e.Words}
	})
	if _, err := tx.ExecContext(ctx, "SET LOCAL gin_pending_list_limit = '"+pendingList+"'; SET LOCAL work_mem = '"+pendingMemory+"'"); err != nil {
		return err
	}
	return p.add(ctx, db, tx, table{name: "search_entries", columns: []string{"seq", "terms", "pairs", "words"}}, rows)
}

func (postgres) reserve(ctx context.Context, tx bun.Tx, table string, n int) (seqs []int64, err error) {
	err = tx.NewRaw("SELECT nextval(pg_get_serial_sequence(?, 'seq')) FROM generate_series(1, ?)", table, n).Scan(ctx, &seqs)
	return seqs, err
}

// settle empties the lists beside the indexes, as autovacuum does in time.
func (postgres) settle(ctx context.Context, db *Base) error {
	return db.begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.ExecContext(ctx, `SET LOCAL maintenance_work_mem = '256MB';
			SELECT gin_clean_pending_list('search_entries_terms'), gin_clean_pending_list('search_entries_pairs')`)
		return err
	})
}
