package app

import (
	"context"
	"errors"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/fault"
)

// holdDatabases reads the addresses of a migration and keeps everybody else from
// those of them that are files, until release is called.
func holdDatabases(ctx context.Context, fromAddress, toAddress string) (from, to sqldb.Options, release func(), err error) {
	if from, err = parseDatabase("--from", fromAddress); err != nil {
		return from, to, nil, err
	}
	if to, err = parseDatabase("--to", toAddress); err != nil {
		return from, to, nil, err
	}
	if from == to {
		return from, to, nil, fault.New(fault.Invalid, "same_database", "El origen y el destino son la misma base de datos.")
	}
	if from.URL == "" {
		if exists, err := HasDatabase(from.Path); err != nil || !exists {
			return from, to, nil, errors.Join(err, fault.New(fault.NotFound, "database_not_found", "no existe la base de datos "+from.Path))
		}
		// Before a lock of it is made beside it.
		if err := sqlitefile.CheckHeader(from.Path); err != nil {
			return from, to, nil, err
		}
	}
	releaseFrom, err := holdFile(ctx, from)
	if err != nil {
		return from, to, nil, err
	}
	releaseTo, err := holdFile(ctx, to)
	if err != nil {
		releaseFrom()
		return from, to, nil, err
	}
	return from, to, func() { releaseTo(); releaseFrom() }, nil
}

// parseDatabase reads the address of a database; flag is where it was given.
func parseDatabase(flag, address string) (sqldb.Options, error) {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok && path != "" {
		return sqldb.Options{Path: config.RealPath(path)}, nil
	}
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return sqldb.Options{URL: address}, nil
	}
	return sqldb.Options{}, fault.New(fault.Invalid, "database_address",
		flag+" no es una base de datos: escriba sqlite:ARCHIVO o postgres://usuario@servidor/base")
}

// holdFile keeps everybody else from a database that is a file.
func holdFile(ctx context.Context, database sqldb.Options) (release func(), err error) {
	if database.URL != "" {
		return func() {}, nil
	}
	queue, err := lockQueue(ctx, database.Path, 0)
	if err != nil {
		return nil, inUse(err, err.Error())
	}
	use, err := lock(ctx, database.Path, useLock, unix.LOCK_EX, 0)
	if err != nil {
		queue()
		return nil, inUse(err, "Otra orden de cotejo usa la base de datos "+database.Path+"; espere a que termine.")
	}
	return func() { use.Close(); queue() }, nil
}

// inUse makes a fault with a message of the error of a lock that another process holds.
func inUse(err error, message string) error {
	var taken *inUseError
	if errors.As(err, &taken) {
		return fault.Wrap(err, fault.Locked, "database_in_use", message)
	}
	return err
}

// PlaceOf names a database for people, without the password of its address.
func PlaceOf(address string) string {
	o, err := parseDatabase("", address)
	if err != nil {
		return address
	}
	if o.URL == "" {
		return "sqlite:" + o.Path
	}
	return o.Place()
}
