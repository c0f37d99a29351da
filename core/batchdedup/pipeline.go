package batchdedup

import (
	"context"
	"sync"
)

// waitingPerWorker is how many results a worker may have waiting for an earlier one.
const waitingPerWorker = 16

// pipeline has produce make jobs, work done on several at once, and the results
// taken one after the other in the order of the jobs. It ends with the first
// error of produce or take, or when ctx does; no work goes on then.
func pipeline[J, R any](ctx context.Context, workers int, produce func(ctx context.Context, send func(J) bool) error,
	work func(J) R, take func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type pending struct {
		job    J
		result chan R
	}
	var working sync.WaitGroup
	jobs, order := make(chan pending), make(chan pending, waitingPerWorker*workers)
	for range workers {
		working.Go(func() {
			for p := range jobs {
				p.result <- work(p.job)
			}
		})
	}
	produced := make(chan error, 1)
	go func() {
		defer close(order)
		defer close(jobs)
		produced <- produce(ctx, func(j J) bool {
			p := pending{j, make(chan R, 1)}
			for _, to := range []chan pending{order, jobs} {
				select {
				case to <- p:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	}()
	var failed error
	for p := range order {
		if failed != nil || ctx.Err() != nil {
			continue
		}
		select {
		case result := <-p.result:
			if failed = take(result); failed != nil {
				cancel()
			}
		case <-ctx.Done():
		}
	}
	err := <-produced
	working.Wait()
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return err
	}
	return ctx.Err()
}
