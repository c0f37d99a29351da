package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/uptrace/bun"
)

// insertRow stores a row that is a pointer to a Bun model, every column of it.
//
// Its statement is always the same text, with arguments that the driver binds,
// so that the connection keeps it prepared: most of the time that Bun's own
// insert takes, with all values written into it, goes into reading the
// statement and those of the triggers behind it anew.
func (db *Base) insertRow(ctx context.Context, tx bun.Tx, row any) error {
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
		arg, err := bound(f.Value(value))
		if err != nil {
			return fmt.Errorf("encoding column %s: %w", f.Name, err)
		}
		args[i] = arg
	}
	_, err := tx.Tx.ExecContext(ctx, db.engine.bind("INSERT INTO "+string(table.SQLName)+" ("+columns.String()+") VALUES ("+marks.String()+")"), args...)
	return err
}

// bound returns a value as the dialect would write it: texts made storable,
// slices and what pointers point to as JSON.
func bound(v reflect.Value) (any, error) {
	switch v.Kind() {
	case reflect.String:
		return storable(v.String()), nil
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
