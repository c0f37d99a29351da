package ports

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Events publishes what happens to open pages. It is an inbound port.
type Events interface {
	// Listen returns a channel of events, the first of which is a ReadyEvent, until stop is
	// called. The channel is closed then, or when the listener falls behind. Fault: Unavailable
	// when there are too many listeners.
	Listen(by account.Actor) (events <-chan document.Event, stop func(), err error)
}

// ActivityStore returns the latest changes of a store. It is called twice a second; its cost
// does not depend on the number of documents.
type ActivityStore interface {
	// Activity returns what happened since then, the newest of each kind, at most limit of each. A
	// change that was stored with an earlier time may be missing.
	Activity(ctx context.Context, since time.Time, limit int) (document.Activity, error)
}
