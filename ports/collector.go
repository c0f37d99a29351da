package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Collector takes in files from folders. It is an inbound port.
type Collector interface {
	// Collect is Intake.Submit for a file in a folder, executed once: the same bytes from the same
	// source give the same task, whichever process finds them, and no second document. A failed
	// task is retried. Faults: those of Submit; Stale when the file does not match its hash;
	// Conflict (collected_gone) when it was taken in before and neither its document nor its task
	// exists any more.
	Collect(ctx context.Context, by account.Actor, f document.FoundFile) (document.Collected, error)
	// Collected returns the state of a file without taking it in. Faults: NotFound if it was not
	// taken in yet; Conflict as for Collect.
	Collected(ctx context.Context, by account.Actor, source, sha256 string) (document.Collected, error)
}
