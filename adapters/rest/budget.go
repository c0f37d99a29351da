package rest

import (
	"sync/atomic"

	"github.com/cotejo/cotejo/core/fault"
)

// budget is the memory that the bodies of all requests may take together.
type budget struct{ left atomic.Int64 }

const (
	// bodyCost is how many bytes of memory a byte of a body takes while its
	// request is served: as it came in, decoded, and what is made of the text.
	bodyCost = 6

	// freeBody is how much of a body is always read, so that one can log in while
	// others send long texts.
	freeBody = 4 << 10

	defaultBodyMemory = 256 << 20
)

var errOverloaded = fault.New(fault.Unavailable, "server_busy",
	"El servidor está atendiendo demasiados textos largos a la vez; vuelva a enviar la petición en unos segundos.")

func newBudget(bytes int64) *budget {
	b := new(budget)
	b.left.Store(bytes)
	return b
}

// take reports whether n bytes were still there; they are taken then.
func (b *budget) take(n int64) bool {
	if b.left.Add(-n) >= 0 {
		return true
	}
	b.left.Add(n)
	return false
}
