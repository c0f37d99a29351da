package sqldb

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/uptrace/bun"
)

// InsertRow stores a row, a pointer to a Bun model, with every column.
//
// Its statement always has the same text, with arguments that the driver binds, so that
// the connection keeps it prepared. Bun's own insert writes the values into the statement:
// parsing it, and the statements of its triggers, takes most of the time.
func (db *DB) InsertRow(ctx context.Context, tx bun.Tx, row any) error {
	value := reflect.ValueOf(row).Elem()
	table := tx.Dialect().Tables().Get(value.Type())
	var columns, marks strings.Builder
	args := make([]any, len(table.Fields))
	for i, f := range table.Fields {
		if i > 0 {
			columns.WriteByte(',')
			marks.WriteByte(',')
		}
		columns.WriteString(string(f.SQLName))
		marks.WriteByte('?')
		arg, err := bindValue(f.Value(value))
		if err != nil {
			return fmt.Errorf("encoding column %s: %w", f.Name, err)
		}
		args[i] = arg
	}
	_, err := tx.Tx.ExecContext(ctx, db.engine.bind("INSERT INTO "+string(table.SQLName)+" ("+columns.String()+") VALUES ("+marks.String()+")"), args...)
	return err
}

// RowValues returns the values of a row, a pointer to a Bun model, as InsertRow binds
// them, in the order of ColumnsOf.
func RowValues(row any) ([]any, error) {
	value := reflect.ValueOf(row).Elem()
	var args []any
	for i := range value.NumField() {
		if value.Type().Field(i).Tag.Get("bun") == "" || value.Type().Field(i).Anonymous {
			continue
		}
		arg, err := bindValue(value.Field(i))
		if err != nil {
			return nil, fmt.Errorf("encoding column %s: %w", value.Type().Field(i).Name, err)
		}
		args = append(args, arg)
	}
	return args, nil
}

// ColumnsOf returns the names of the columns of a Bun model.
func ColumnsOf(tx bun.Tx, model any) []string {
	var names []string
	for _, f := range tx.Dialect().Tables().Get(reflect.TypeOf(model)).Fields {
		names = append(names, f.Name)
	}
	return names
}

// bindValue returns a value as the dialect would write it: valid text, and slices and
// pointers as JSON.
func bindValue(v reflect.Value) (any, error) {
	switch v.Kind() {
	case reflect.String:
		return ValidText(v.String()), nil
	case reflect.Pointer:
		if v.IsNil() {
			return nil, nil
		}
		data, err := json.Marshal(v.Interface())
		return string(data), err
	case reflect.Slice:
		data, err := json.Marshal(v.Interface())
		return string(data), err
	case reflect.Int, reflect.Int64:
		return v.Int(), nil
	}
	return v.Interface(), nil
}

// BulkInsert adds rows to a table in the fastest way, in the transaction of ctx.
func (db *DB) BulkInsert(ctx context.Context, tx bun.Tx, table string, columns []string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	return db.engine.bulkInsert(ctx, db, tx, table, columns, rows)
}

// Reserve takes n numbers of the column seq, which a table counts by itself.
func (db *DB) Reserve(ctx context.Context, tx bun.Tx, table string, n int) ([]int64, error) {
	return db.engine.reserve(ctx, tx, table, n)
}

// Quote returns a list of names as SQL identifiers.
func Quote(names ...string) string { return `"` + strings.Join(names, `","`) + `"` }

// IDsPerQuery bounds the length of a statement that lists IDs.
const IDsPerQuery = 500

// RowsPerInsert bounds the length of a statement that lists rows.
const RowsPerInsert = 1000
