package notifystore

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// Examine is sqldb.Examine for the database of the notification service.
func Examine(ctx context.Context, o sqldb.Options) (sqldb.Examination, error) {
	return sqldb.Examine(ctx, o, migrations)
}

// VerifyFile is sqldb.VerifyFile for the database of the notification service.
func VerifyFile(ctx context.Context, path string) error {
	return sqldb.VerifyFile(ctx, path, migrations)
}

// HasUsers reports whether the database that o names has users; it changes nothing. The tables must exist.
func HasUsers(ctx context.Context, o sqldb.Options) (some bool, err error) {
	base, err := sqldb.Connect(ctx, o)
	if err != nil {
		return false, err
	}
	err = base.View(ctx, func(q bun.IDB) error {
		some, err = q.NewSelect().Model((*userRow)(nil)).Exists(ctx)
		return err
	})
	return some, errors.Join(err, base.Close())
}
