package notifystore

import (
	"context"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// Examine is sqldb.Examine for the database of the notification service.
func Examine(ctx context.Context, o sqldb.Options) (sqldb.Examination, error) {
	return sqldb.Examine(ctx, o, migrations)
}
