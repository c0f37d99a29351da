package riverqueue

import (
	"context"

	"github.com/cotejo/cotejo/core/fault"
)

// translate turns the errors of River and of the database into a fault; that
// of a finished context stays.
func translate(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.Wrap(err, fault.Unavailable, "queue_unavailable",
		"No se pudo dejar la tarea en la cola de proceso. Intente de nuevo en unos minutos.")
}
