package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/fault"
)

// A batch is what is added to a table at once.
const (
	batchRows  = 10_000
	batchBytes = 4 << 20
)

// copyTable copies all rows.
func (t *Transfer) copyTable(ctx context.Context, tb table) error {
	var total, done, size int
	if err := t.source.NewRaw("SELECT count(*) FROM ?", bun.Ident(tb.Name)).Scan(ctx, &total); err != nil {
		return t.from.Translate(ctx, err)
	}
	var batch [][]any
	store := func() error {
		t.Report(tb.Name, done, total)
		err := t.to.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
			return t.to.BulkInsert(ctx, tx, tb.Name, tb.Columns, batch)
		})
		done, size, batch = done+len(batch), 0, batch[:0]
		return err
	}
	err := eachRow(ctx, t.source, tb, func(values []any) error {
		batch = append(batch, values)
		for _, v := range values {
			size += sizeOf(v)
		}
		if len(batch) < batchRows && size < batchBytes {
			return nil
		}
		return store()
	})
	if err != nil {
		return t.from.Translate(ctx, err)
	}
	if len(batch) == 0 {
		return nil
	}
	return store()
}

func sizeOf(value any) int {
	switch v := value.(type) {
	case string:
		return len(v)
	case []byte:
		return len(v)
	}
	return 8
}

// eachRow reads the rows in the order of the primary key.
func eachRow(ctx context.Context, q bun.Tx, tb table, visit func(values []any) error) (err error) {
	rows, err := q.Tx.QueryContext(ctx, "SELECT "+sqldb.Quote(tb.Columns...)+" FROM "+sqldb.Quote(tb.Name)+" ORDER BY "+sqldb.Quote(tb.Key...))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		values := make([]any, len(tb.Columns))
		into := make([]any, len(values))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := visit(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

// verify compares what the two databases hold, table by table.
func (t *Transfer) verify(ctx context.Context) (all []Table, err error) {
	var differing []string
	for i, tb := range t.tables {
		t.Report("comparación", i, len(t.tables))
		var want, got Table
		read := make(chan error, 1)
		go func() {
			var err error
			want, err = sumOf(ctx, t.source, tb)
			read <- t.from.Translate(ctx, err)
		}()
		err := t.to.Begin(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
			got, err = sumOf(ctx, tx, tb)
			return err
		})
		if err := errors.Join(<-read, err); err != nil {
			return nil, fmt.Errorf("comparing %s: %w", tb.Name, err)
		}
		if all = append(all, got); got != want {
			differing = append(differing, fmt.Sprintf("%s (%d y %d filas)", tb.Name, want.Rows, got.Rows))
		}
	}
	if len(differing) > 0 {
		return nil, fault.New(fault.Stale, "source_changed",
			"Origen y destino no son iguales en "+strings.Join(differing, ", ")+
				": alguien escribió en el origen desde que empezó la copia. Detenga los servidores y repita la orden, que vacía el destino y empieza de nuevo.")
	}
	for _, d := range t.derived {
		if d.Verify != nil {
			if err := d.Verify(ctx, t); err != nil {
				return nil, fmt.Errorf("comparing %v: %w", d.Tables, err)
			}
		}
	}
	return all, nil
}

func sumOf(ctx context.Context, tx bun.Tx, tb table) (Table, error) {
	sum := sha256.New()
	sumd := Table{Name: tb.Name}
	err := eachRow(ctx, tx, tb, func(values []any) error {
		sumd.Rows++
		for _, v := range values {
			if err := addValue(sum, v); err != nil {
				return err
			}
		}
		return nil
	})
	sumd.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return sumd, err
}

// addValue writes a value with its kind and length, so that no other is written
// alike.
func addValue(sum hash.Hash, value any) error {
	switch v := value.(type) {
	case string:
		fmt.Fprintf(sum, "string %d ", len(v))
		io.WriteString(sum, v)
	case []byte:
		fmt.Fprintf(sum, "bytes %d ", len(v))
		sum.Write(v)
	case nil, int64, bool, float64:
		fmt.Fprintf(sum, "%T %v ", v, v)
	default:
		return fmt.Errorf("a value is of kind %T", value)
	}
	return nil
}
