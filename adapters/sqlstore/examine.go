package sqlstore

import (
	"context"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// Examine is sqldb.Examine for the database of the intake service.
func Examine(ctx context.Context, o Options) (sqldb.Examination, error) {
	return sqldb.Examine(ctx, o, migrations)
}

// VerifyFile is sqldb.VerifyFile for the database of the intake service.
func VerifyFile(ctx context.Context, path string) error {
	return sqldb.VerifyFile(ctx, path, migrations)
}
