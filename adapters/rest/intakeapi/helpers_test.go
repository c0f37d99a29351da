package intakeapi_test

import (
	"runtime"
	"strings"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
)

type (
	optionsOf = rest.Options
	depsOf    = intakeapi.Deps
)

func repeat(s string, n int) string { return strings.Repeat(s, n) }

func nested(depth int) string { return repeat("[", depth) + repeat("]", depth) }

// allocated returns the bytes allocated since the program began.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
