package sqlstore

import (
	"context"
	"errors"
	"io/fs"
	"testing/fstest"
)

// OpenAt makes a database as a program had made it that knew that many
// migrations.
func OpenAt(ctx context.Context, path string, known int) (*DB, error) {
	writer, reader, err := openSQLite(ctx, Options{Path: path})
	if err != nil {
		return nil, err
	}
	db := &DB{Base: &Base{writer: writer, reader: reader}}
	all, err := readMigrations(sqliteMigrations())
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	files := fstest.MapFS{}
	for _, m := range all[:known] {
		content, err := fs.ReadFile(sqliteMigrations(), m.name+".sql")
		if err != nil {
			return nil, errors.Join(err, db.Close())
		}
		files[m.name+".sql"] = &fstest.MapFile{Data: content}
	}
	if err := migrate(ctx, writer, files); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
