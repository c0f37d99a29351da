package app

import (
	"context"
	"errors"

	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
)

// MigrateRegister is Migrate for the data of the notification service, which has
// no originals. An e-mail that waits to be sent is sent by a server of the target.
func MigrateRegister(ctx context.Context, o MigrateOptions) (report MigrateReport, err error) {
	from, to, release, err := holdDatabases(ctx, o.From, o.To)
	if err != nil {
		return report, err
	}
	defer release()
	copying, err := notifystore.BeginTransfer(ctx, from, to)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, copying.Close()) }()
	report.Restarted = o.begun(copying)
	if err := copying.Copy(ctx); err != nil {
		return report, err
	}
	report.Tables, err = copying.Finish(ctx, nil)
	return report, err
}
