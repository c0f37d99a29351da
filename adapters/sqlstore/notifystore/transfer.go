package notifystore

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/transfer"
)

// BeginTransfer opens two databases of the notification service and prepares the
// second to become a copy of the first, see transfer.Transfer. Fault: Conflict
// when the target has data that is not an unfinished copy.
func BeginTransfer(ctx context.Context, from, to sqldb.Options) (*transfer.Transfer, error) {
	return transfer.Begin(ctx, from, to, migrations, derivedSubjectIndex, derivedTallies)
}

// derivedSubjectIndex is SQLite's index of parts of words, which is rebuilt; on PostgreSQL it is an
// index of the table.
var derivedSubjectIndex = transfer.Derived{
	Tables: []string{"subjects_found"},
	Make: func(ctx context.Context, t *transfer.Transfer) error {
		if t.Target().Engine() == "postgres" {
			return nil
		}
		return t.Target().Write(ctx, func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO subjects_found (subjects_found) VALUES ('rebuild')")
			return err
		})
	},
	Verify: func(ctx context.Context, t *transfer.Transfer) error {
		if t.Target().Engine() == "postgres" {
			return nil
		}
		return t.Target().Write(ctx, func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO subjects_found (subjects_found, rank) VALUES ('integrity-check', 1)")
			return err
		})
	},
}

// derivedTallies are the numbers of rows in the lists, which are counted again.
var derivedTallies = transfer.Derived{
	Tables: []string{"tallies", "tally_sums", "tally_changes"},
	Make: func(ctx context.Context, t *transfer.Transfer) error {
		table := "tallies"
		if t.Target().Engine() == "postgres" {
			table = "tally_sums"
		}
		return t.Target().Write(ctx, func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO "+table+" (list, state, channel, n) "+counted)
			return err
		})
	},
	Verify: func(ctx context.Context, t *transfer.Transfer) error {
		var want, got []tallyRow
		err := t.Source(ctx, func(q bun.IDB) error { return q.NewRaw(counted).Scan(ctx, &want) })
		if err == nil {
			err = t.Target().View(ctx, func(q bun.IDB) error {
				return q.NewRaw(`SELECT list, state, channel, CAST(sum(n) AS BIGINT) AS n FROM tallies
					GROUP BY list, state, channel HAVING sum(n) <> 0 ORDER BY list, state, channel`).Scan(ctx, &got)
			})
		}
		if err == nil && !slices.Equal(got, want) {
			err = fmt.Errorf("the lists are counted as %v, and hold %v", got, want)
		}
		return err
	},
}

// tallyRow is how many rows a list has of a kind.
type tallyRow struct {
	List, State, Channel string
	N                    int64
}

// counted is what the triggers of tallies count.
const counted = `SELECT * FROM (
	SELECT 'cases' AS list, status AS state, '' AS channel, count(*) AS n FROM cases GROUP BY status
	UNION ALL SELECT 'notifications', state, channel, count(*) FROM notifications GROUP BY state, channel
	UNION ALL SELECT 'subjects', '', '', count(*) FROM subjects HAVING count(*) > 0
) AS lists ORDER BY list, state, channel`
