package mailbox

import (
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// state is how the last attempts to read a mailbox ended.
type state struct {
	mu      sync.Mutex
	read    time.Time // zero before the first success
	problem string    // Spanish; "" after a success
}

func (s *state) succeed(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read, s.problem = now, ""
}

func (s *state) fail(problem string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problem = problem
}

// Component describes the mailbox for /health, under a name. It shows no address, because everybody may see it.
func (r *Reader) Component(name string) document.Component {
	r.state.mu.Lock()
	defer r.state.mu.Unlock()
	c := document.Component{Name: name, Status: document.ComponentOK, Detail: "Este servidor aún no lo ha leído, o lo lee otro."}
	if !r.state.read.IsZero() {
		c.Detail = "Leído por última vez: " + r.state.read.In(document.Colombia()).Format("2006-01-02 15:04") + "."
	}
	if r.state.problem != "" {
		last := c.Detail
		c.Status, c.Detail = document.ComponentError, r.state.problem
		if !r.state.read.IsZero() {
			c.Detail += " " + last
		}
	}
	return c
}

// messageOf returns a sentence for people.
func messageOf(err error) string {
	if f, ok := fault.As(err); ok {
		return f.Message
	}
	if isDelivery(err) {
		return "Un mensaje del buzón no se pudo recibir; se intenta de nuevo."
	}
	return "El buzón no se pudo leer; se intenta de nuevo."
}
