// Package batch works on many documents at once and prints their results in the
// order of the documents.
package batch

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"sync"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/document"
)

// Job is one input of a batch.
type Job struct {
	Number int    // from 0, in the order of the results
	Name   string // as faults name it
	Do     Work
}

// Work makes the line of a result. It may tell progress in pages.
type Work func(ctx context.Context, progress func(done, total int)) (any, error)

// PlainText is a result that is printed as it is.
type PlainText string

// warnedResult is the result of a document that has pages without text.
type warnedResult struct {
	result      any
	warnings    []string // Spanish
	needsReview bool
}

// OfReading is a result of a reading, with what there is to warn of.
func OfReading(r document.Reading, result any) any {
	if warnings := r.Warnings(); len(warnings) > 0 {
		return warnedResult{result, warnings, r.NeedsReview()}
	}
	return result
}

// Batch works on many inputs at once and prints their results in the order of
// the inputs: results on out, a JSON line each, faults on the progress display.
type Batch struct {
	AtOnce  int
	Out     io.Writer
	Display *cli.Display
}

// Run returns cli.ErrSomeFailed when an input failed, cli.ErrSomeUnread when none did
// and one needs a review, and at once when Out fails.
func (b Batch) Run(ctx context.Context, jobs iter.Seq[Job]) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer b.Display.Close()

	type outcome struct {
		job    Job
		result any
		err    error
	}
	failed, unread := false, false
	lines := bufio.NewWriter(b.Out)
	encoder := cli.NewEncoder(lines)
	emit := func(o outcome) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.Display.Finished(o.job.Number)
		if o.err != nil {
			failed = true
			b.Display.Print(func(w io.Writer) { cli.Say(w, cli.DisplayName(o.job.Name)+": "+cli.MessageOf(o.err)) })
			return nil
		}
		if warned, ok := o.result.(warnedResult); ok {
			o.result, unread = warned.result, unread || warned.needsReview
			for _, warning := range warned.warnings {
				b.Display.Attention(cli.DisplayName(o.job.Name) + ": " + warning)
			}
		}
		var err error
		b.Display.Print(func(io.Writer) {
			if text, plain := o.result.(PlainText); plain {
				_, err = lines.WriteString(string(text))
			} else {
				err = encoder.Encode(o.result)
			}
			if err == nil {
				err = lines.Flush()
			}
		})
		if err != nil {
			return fmt.Errorf("no se pudo escribir el resultado: %w", err)
		}
		return nil
	}
	do := func(j Job) outcome {
		result, err := j.Do(ctx, func(done, total int) { b.Display.Pages(j.Number, j.Name, done, total) })
		return outcome{j, result, err}
	}
	if err := inOrder(ctx, b.AtOnce, jobs, do, emit); err != nil {
		return err
	}
	if failed {
		return cli.ErrSomeFailed
	}
	if unread {
		return cli.ErrSomeUnread
	}
	return nil
}

// window is how many times atOnce results may wait for an earlier one.
const window = 8

// inOrder calls work on up to atOnce items at a time and emit with each
// result in the order of the items, until emit fails or ctx ends. When it
// returns no work is going on; items may still be waited for, since reading
// from a terminal or a pipe cannot be interrupted.
func inOrder[T, R any](ctx context.Context, atOnce int, items iter.Seq[T], work func(T) R, emit func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	var (
		starting sync.Mutex // held while work starts, so that none does after the end
		working  sync.WaitGroup
	)
	defer func() {
		cancel()
		starting.Lock()
		defer starting.Unlock()
		working.Wait()
	}()

	queue := make(chan chan R, window*atOnce)
	free := make(chan struct{}, atOnce)
	start := func(item T, result chan<- R) bool {
		starting.Lock()
		defer starting.Unlock()
		if ctx.Err() != nil {
			return false
		}
		working.Go(func() {
			result <- work(item)
			<-free
		})
		return true
	}
	go func() {
		defer close(queue)
		for item := range items {
			result := make(chan R, 1)
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case queue <- result:
			case <-ctx.Done():
				return
			}
			if !start(item, result) {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case result, open := <-queue:
			if !open {
				return ctx.Err()
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case r := <-result:
				if err := emit(r); err != nil {
					return err
				}
			}
		}
	}
}
