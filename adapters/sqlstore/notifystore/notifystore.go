// Package notifystore is the database of the notification service: cases, subjects,
// notifications and their history, outgoing e-mails with their attachments and what came back for them, users and their login attempts.
//
// Triggers protect the history: they refuse to change or delete a line, and to set a state
// that the history does not lead to.
package notifystore

import (
	"context"
	"embed"

	"github.com/cotejo/cotejo/adapters/sqlstore/sessionstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/ports"
)

//go:embed migrations
var migrations embed.FS

// DB is an open database. It is safe for concurrent use.
type DB struct {
	*sqldb.DB
}

// Open opens the database, makes it when there is none and brings its tables
// up to date. It refuses a database that a newer program has changed, and one
// of another service.
func Open(ctx context.Context, o sqldb.Options) (*DB, error) {
	base, err := sqldb.Open(ctx, o, migrations)
	if err != nil {
		return nil, err
	}
	return &DB{base}, nil
}

// NotRestored are the tables whose rows a backup must not bring back: sessions and failed logins.
var NotRestored = []string{"sessions", "lockouts", "client_lockouts"}

// Forget deletes what a backup must not bring back.
func (db *DB) Forget(ctx context.Context) error { return sessionstore.Forget(ctx, db.DB, NotRestored) }

// Sessions returns the store of sessions.
func (db *DB) Sessions() ports.Sessions { return sessionstore.Sessions(db.DB) }

// Claims returns the store of idempotency keys.
func (db *DB) Claims() ports.Claims { return sessionstore.Claims(db.DB) }

// Courts returns the store of courts.
func (db *DB) Courts() ports.Courts { return courts{db} }

// MailTemplates returns the store of templates of e-mails.
func (db *DB) MailTemplates() ports.MailTemplates { return mailTemplates{db} }

// Cases returns the store of cases.
func (db *DB) Cases() ports.Cases { return cases{db} }

// Subjects returns the store of subjects.
func (db *DB) Subjects() ports.Subjects { return subjects{db} }

// Corrections returns the store of what was corrected in cases, subjects and templates.
func (db *DB) Corrections() ports.Corrections { return corrections{db} }

// Notifications returns the store of notifications and their history.
func (db *DB) Notifications() ports.Notifications { return notifications{db} }

// Outbox returns the store of e-mails on their way.
func (db *DB) Outbox() ports.Outbox { return outbox{db} }

// Receipts returns the store of what came back for e-mails.
func (db *DB) Receipts() ports.Receipts { return receipts{db} }

// Attachments returns the store of files attached to e-mails.
func (db *DB) Attachments() ports.Attachments { return attachments{db} }

// Users returns the directory of users.
func (db *DB) Users() ports.UserRegister { return register{db} }

// Lockouts returns the count of attempts to log in.
func (db *DB) Lockouts() ports.Lockouts { return lockouts{db} }

// UserEvents returns the store of what was done to users.
func (db *DB) UserEvents() ports.UserEvents { return userEvents{db} }
