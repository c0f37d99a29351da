package intake

import (
	"context"

	"github.com/cotejo/cotejo/ports"
)

// inView returns the answer of read, which sees one snapshot of the store. Every answer that
// takes several reads comes from it: otherwise a change between two of them is half in the
// answer.
func inView[T any](ctx context.Context, view ports.Viewer, read func(ctx context.Context) (T, error)) (T, error) {
	var answer T
	err := view.InView(ctx, func(ctx context.Context) (err error) {
		answer, err = read(ctx)
		return err
	})
	return answer, err
}
