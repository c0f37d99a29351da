package intake

import (
	"context"
	"sync"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// imports counts the rows that running imports of this process have stored, by user and key of the
// request.
type imports struct{ rows sync.Map }

type importID struct{ username, key string }

// begin registers an import until end is called. An import without a key is not registered.
func (i *imports) begin(username, key string) (done func(rows int), end func()) {
	if key == "" {
		return func(int) {}, func() {}
	}
	id := importID{username, key}
	i.rows.Store(id, 0)
	return func(rows int) { i.rows.Store(id, rows) }, func() { i.rows.Delete(id) }
}

var errNoImport = fault.New(fault.NotFound, "import_not_running", "Ninguna importación suya con esa clave está en curso en este servidor; si ya terminó, su petición tiene el resultado.")

// ImportProgress implements ports.Spreadsheets.
func (s *Spreadsheets) ImportProgress(_ context.Context, by account.Actor, key string) (rows int, err error) {
	if rows, ok := s.imports.rows.Load(importID{by.Username, key}); ok {
		return rows.(int), nil
	}
	return 0, errNoImport
}
