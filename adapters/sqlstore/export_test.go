package sqlstore

import "github.com/cotejo/cotejo/adapters/sqlstore/sqldb"

// Watched returns options with a function that is called with every statement.
func Watched(o Options, each func(statement string)) Options {
	o.Watcher = &sqldb.Watcher{Each: each}
	return o
}
