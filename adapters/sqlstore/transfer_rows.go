package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"
	"strings"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/fault"
)

// A batch is what is added to a table at once.
const (
	batchRows  = 10_000
	batchBytes = 4 << 20
)

// copyTable copies all rows. The next batch is read while one is stored.
func (t *Transfer) copyTable(ctx context.Context, tb table) error {
	var total, done int
	if err := t.source.NewRaw("SELECT count(*) FROM ?", bun.Ident(tb.name)).Scan(ctx, &total); err != nil {
		return t.from.translate(ctx, err)
	}
	reading, stop := context.WithCancel(ctx)
	batches, failed := make(chan [][]any, 1), make(chan error, 1)
	go func() {
		defer close(batches)
		failed <- t.readBatches(reading, tb, batches)
	}()
	var stored error
	for batch := range batches {
		if stored == nil {
			t.tell(tb.name, done, total)
			stored = t.to.Write(ctx, func(ctx context.Context, tx bun.Tx) error { return t.to.engine.add(ctx, t.to, tx, tb, batch) })
			if stored != nil {
				stop()
			}
			done += len(batch)
		}
	}
	stop()
	read := <-failed
	if stored != nil {
		return stored
	}
	return t.from.translate(ctx, read)
}

func (t *Transfer) readBatches(ctx context.Context, tb table, to chan<- [][]any) error {
	var batch [][]any
	size := 0
	send := func() error {
		select {
		case to <- batch:
			batch, size = nil, 0
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := eachRow(ctx, t.source, tb, func(values []any) error {
		batch = append(batch, values)
		for _, v := range values {
			size += sizeOf(v)
		}
		if len(batch) < batchRows && size < batchBytes {
			return nil
		}
		return send()
	})
	if err != nil || len(batch) == 0 {
		return err
	}
	return send()
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
	rows, err := q.Tx.QueryContext(ctx, "SELECT "+quoted(tb.columns)+" FROM "+quoted([]string{tb.name})+" ORDER BY "+quoted(tb.key))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		values := make([]any, len(tb.columns))
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

func quoted(names []string) string { return `"` + strings.Join(names, `","`) + `"` }

// verify compares what the two databases hold, table by table.
func (t *Transfer) verify(ctx context.Context) (all []TransferredTable, err error) {
	var differing []string
	for i, tb := range t.tables {
		t.tell("comparación", i, len(t.tables))
		var want, got TransferredTable
		read := make(chan error, 1)
		go func() {
			var err error
			want, err = sumOf(ctx, t.source, tb)
			read <- t.from.translate(ctx, err)
		}()
		err := t.to.begin(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
			got, err = sumOf(ctx, tx, tb)
			return err
		})
		if err := errors.Join(<-read, err); err != nil {
			return nil, fmt.Errorf("comparing %s: %w", tb.name, err)
		}
		if all = append(all, got); got != want {
			differing = append(differing, fmt.Sprintf("%s (%d y %d filas)", tb.name, want.Rows, got.Rows))
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

func sumOf(ctx context.Context, tx bun.Tx, tb table) (TransferredTable, error) {
	sum := sha256.New()
	sumd := TransferredTable{Name: tb.name}
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

// addValue writes a value so that no other is written alike: its kind, and its
// bytes with their number.
func addValue(sum hash.Hash, value any) error {
	head := make([]byte, 9)
	var body string
	switch v := value.(type) {
	case nil:
		head[0] = 'n'
	case int64:
		head[0] = 'i'
		binary.BigEndian.PutUint64(head[1:], uint64(v))
	case bool:
		head[0] = 'b'
		if v {
			head[1] = 1
		}
	case float64:
		head[0] = 'f'
		binary.BigEndian.PutUint64(head[1:], math.Float64bits(v))
	case string:
		head[0], body = 's', v
		binary.BigEndian.PutUint64(head[1:], uint64(len(v)))
	case []byte:
		head[0] = 'x'
		binary.BigEndian.PutUint64(head[1:], uint64(len(v)))
		sum.Write(head)
		sum.Write(v)
		return nil
	default:
		return fmt.Errorf("a value is of kind %T", value)
	}
	sum.Write(head)
	sum.Write([]byte(body))
	return nil
}
