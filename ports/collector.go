package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// Collector takes in files that lie in folders. It is an inbound port.
type Collector interface {
	// Collect is Intake.Submit for a found file, done once: the same bytes from
	// the same source give the same task, whenever and by whichever process
	// they are found, and no second document. If its reading failed, it is
	// tried again. Faults: those of Submit; Stale when the file is not what
	// its hash says; Conflict (collected_gone) when it was taken in and neither
	// document nor task is there any more.
	Collect(ctx context.Context, by account.Actor, f document.FoundFile) (document.Collected, error)
	// Collected tells of a file without taking it in. Faults: NotFound when it
	// was not taken in yet; Conflict as above.
	Collected(ctx context.Context, by account.Actor, source, sha256 string) (document.Collected, error)
}
