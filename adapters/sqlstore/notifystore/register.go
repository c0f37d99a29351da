package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/pagination"
)

// register implements ports.UserRegister.
type register struct{ db *DB }

type userRow struct {
	bun.BaseModel `bun:"table:users"`

	ID           string       `bun:"id,pk"`
	Username     string       `bun:"username"`
	Email        string       `bun:"email"`
	Name         string       `bun:"name"`
	Role         string       `bun:"role"`
	PasswordHash string       `bun:"password_hash"`
	Disabled     bool         `bun:"disabled"`
	MustChange   bool         `bun:"must_change_password"`
	CreatedAt    sqldb.Moment `bun:"created_at"`
}

func (s register) Create(ctx context.Context, u account.User) error {
	row := userRow{ID: u.ID, Username: u.Username, Email: u.Email, Name: u.Name, Role: string(u.Role),
		PasswordHash: u.PasswordHash, Disabled: u.Disabled, MustChange: u.MustChangePassword, CreatedAt: sqldb.MomentOf(u.CreatedAt)}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (username) DO NOTHING").Exec(ctx)
		return sqldb.RequireRow(res, err, account.ErrEmailTaken)
	})
}

func (s register) Find(ctx context.Context, username string) (account.User, error) {
	return s.one(ctx, "username", username)
}

func (s register) Get(ctx context.Context, id string) (account.User, error) {
	return s.one(ctx, "id", id)
}

func (s register) one(ctx context.Context, column, value string) (u account.User, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		u, err = s.db.getUser(ctx, q, column, value)
		return err
	})
	return u, err
}

func (s register) Update(ctx context.Context, id string, change func(*account.User) error) (account.User, error) {
	var updated account.User
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		u, err := s.db.getUser(ctx, tx, "id", id)
		if err != nil {
			return err
		}
		before := u
		if err := change(&u); err != nil {
			return err
		}
		err = account.CheckAdminRemains(before, u, func() (bool, error) { return s.hasOtherAdmin(ctx, tx, id) })
		if err != nil {
			return err
		}
		row := userRow{ID: id, PasswordHash: u.PasswordHash, Role: string(u.Role), Name: u.Name, Disabled: u.Disabled, MustChange: u.MustChangePassword}
		if _, err := tx.NewUpdate().Model(&row).Column("password_hash", "role", "name", "disabled", "must_change_password").WherePK().Exec(ctx); err != nil {
			return err
		}
		updated, err = s.db.getUser(ctx, tx, "id", id)
		return err
	})
	if err != nil {
		return account.User{}, err
	}
	return updated, nil
}

// hasOtherAdmin reports whether an active administrator has another ID. It locks the
// administrators first: the statement that reads them then sees what the transaction
// before has committed.
func (s register) hasOtherAdmin(ctx context.Context, tx bun.Tx, id string) (found bool, err error) {
	if err := s.db.LockNamed(ctx, "administrators"); err != nil {
		return false, err
	}
	err = tx.NewRaw("SELECT EXISTS (SELECT 1 FROM users WHERE role = ? AND NOT disabled AND id <> ?)", string(account.Administrator), id).Scan(ctx, &found)
	return found, err
}

func (s register) List(ctx context.Context, f account.UserFilter, page pagination.Request) (pagination.Of[account.User], error) {
	chosen := func(q *bun.SelectQuery) *bun.SelectQuery {
		if f.Role != "" {
			q.Where("role = ?", string(f.Role))
		}
		return q
	}
	var rows []userRow
	var total int
	locks := map[string]sqldb.Moment{}
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		if rows, total, err = sqldb.PageOf[userRow](ctx, q, page, chosen, -1); err != nil {
			return err
		}
		names := make([]string, len(rows))
		for i, r := range rows {
			names[i] = r.Username
		}
		return readLocks(ctx, q, names, locks)
	})
	return sqldb.ListingOf(rows, total, page, func(r userRow) account.User { return r.value(locks) }), err
}

func (db *DB) getUser(ctx context.Context, q bun.IDB, column, value string) (account.User, error) {
	var row userRow
	err := db.ForUpdate(ctx, q.NewSelect().Model(&row).Where("? = ?", bun.Ident(column), value)).Scan(ctx)
	if err := sqldb.MapNoRows(err, account.ErrUserNotFound); err != nil {
		return account.User{}, err
	}
	locks := map[string]sqldb.Moment{}
	if err := readLocks(ctx, q, []string{row.Username}, locks); err != nil {
		return account.User{}, err
	}
	return row.value(locks), nil
}

// readLocks adds the ends of the locks of names to into.
func readLocks(ctx context.Context, q bun.IDB, names []string, into map[string]sqldb.Moment) error {
	if len(names) == 0 {
		return nil
	}
	var rows []struct {
		Username    string
		LockedUntil sqldb.Moment
	}
	err := q.NewRaw("SELECT username, locked_until FROM lockouts WHERE username IN (?)", bun.List(names)).Scan(ctx, &rows)
	for _, r := range rows {
		into[r.Username] = r.LockedUntil
	}
	return err
}

func (r userRow) value(locks map[string]sqldb.Moment) account.User {
	u := account.User{ID: r.ID, Username: r.Username, Email: r.Email, Name: r.Name, Role: account.Role(r.Role),
		PasswordHash: r.PasswordHash, Disabled: r.Disabled, MustChangePassword: r.MustChange, CreatedAt: r.CreatedAt.Time()}
	if until, known := locks[r.Username]; known {
		u.LockedUntil = until.Time()
	}
	return u
}
