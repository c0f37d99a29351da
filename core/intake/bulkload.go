package intake

import (
	"context"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sheet"
)

// take loads a batch, and has fingerprints stored once there are many.
func (b *bulk) take(ctx context.Context, some batch) error {
	b.report.Rows += some.rows
	for _, p := range some.failed {
		message := p.err.Error()
		if f, ok := fault.As(p.err); ok {
			message = f.Message
		}
		b.report.Fail(p.number, sheet.Fault{Column: "text", Message: message})
	}
	if some.err != nil {
		return fmt.Errorf("preparing documents: %w", some.err)
	}
	if err := b.load(ctx, some.docs); err != nil {
		return err
	}
	if !b.settling.busy() {
		if err := b.settling.wait(); err != nil {
			return err
		}
		b.settle(ctx)
	}
	if b.in.Progress != nil {
		b.in.Progress(b.report.Rows)
	}
	if n := b.shelf.Len(); n < perIndexing && (b.indexing.busy() || n < max(fewestIndexed, (b.there+b.report.Imported)/8)) {
		return nil
	}
	return b.index(ctx)
}

// pace makes the next batch as large as others who would write have patience for,
// after one of n that took so long.
func (b *bulk) pace(n int, took time.Duration) {
	patience := b.Loader.Patience()
	if patience <= 0 || b.in.DryRun {
		return
	}
	fits := 2 * n
	if took > 0 {
		fits = min(fits, int(float64(n)*float64(patience)/float64(took)))
	}
	b.size.Store(int64(max(fewestLoaded, min(fits*4/5, perLoad))))
}

// load stores the new documents of a batch in one transaction. Of those that
// are known it finds the ones that were not indexed before it was cut short.
func (b *bulk) load(ctx context.Context, batch []prepared) error {
	var fresh []prepared
	var known []string
	var begun time.Time // the transaction
	store := func(ctx context.Context) error {
		fresh, known, begun = nil, nil, b.Now()
		var ids []string
		for _, p := range batch {
			if ids = append(ids, p.doc.ID); p.former != "" && b.there > 0 {
				ids = append(ids, p.former)
			}
		}
		there, err := b.Documents.Summaries(ctx, ids)
		if err != nil {
			return err
		}
		taken := map[string]bool{}
		var docs []document.Loadable
		for _, p := range batch {
			_, is := there[p.doc.ID]
			_, was := there[p.former]
			switch {
			case is:
				known = append(known, p.doc.ID)
			case was:
				known = append(known, p.former)
			case taken[p.doc.ID] || b.seen[p.doc.ID]:
			default:
				fresh, docs = append(fresh, p), append(docs, p.doc)
			}
			taken[p.doc.ID] = true
		}
		if b.in.DryRun {
			return nil
		}
		return b.Loader.LoadDocuments(ctx, docs)
	}
	var err error
	if b.in.DryRun {
		err = store(ctx)
		for _, p := range fresh {
			b.seen[p.doc.ID] = true
		}
	} else {
		err = b.Loader.InTurn(ctx, store)
	}
	if err != nil {
		return fmt.Errorf("storing documents: %w", err)
	}
	b.pace(len(batch), b.Now().Sub(begun))
	b.report.Imported += len(fresh)
	b.report.Skipped += len(batch) - len(fresh)
	if b.in.DryRun {
		return nil
	}
	prints := make([]dedup.Packed, len(fresh))
	for i, p := range fresh {
		prints[i] = p.print
	}
	if err := b.hold(prints); err != nil {
		return err
	}
	return b.recover(ctx, known)
}

// gather has made of a batch what others need not wait for.
func (b *bulk) gather(ctx context.Context, batch []prepared) error {
	if b.in.DryRun {
		return nil
	}
	docs := make([]document.Loadable, len(batch))
	for i := range batch {
		docs[i] = batch[i].doc
	}
	return b.Loader.Gather(ctx, docs)
}

// recover makes the fingerprints of known documents that have none.
func (b *bulk) recover(ctx context.Context, ids []string) error {
	missing, err := b.Loader.WithoutFingerprint(ctx, ids)
	if err != nil {
		return fmt.Errorf("looking for documents that are not indexed: %w", err)
	}
	for _, id := range missing {
		if b.held[id] || b.stored[id] {
			continue // of this import
		}
		d, err := b.Documents.Get(ctx, id)
		if err != nil {
			return err
		}
		if err := b.hold([]dedup.Packed{b.detector.Fingerprint(d.Filing()).Pack()}); err != nil {
			return err
		}
	}
	return nil
}

func (b *bulk) hold(prints []dedup.Packed) error {
	for _, p := range prints {
		b.held[p.ID] = true
	}
	return b.shelf.Put(prints)
}

func (b *bulk) clearShelf() { b.shelf, b.held = b.Loader.Shelve(), map[string]bool{} }

// index has the fingerprints that have gathered stored while other documents are
// prepared and loaded.
func (b *bulk) index(ctx context.Context) error {
	if err := b.indexing.wait(); err != nil || b.in.DryRun {
		return err
	}
	full := b.shelf
	b.stored = b.held
	b.clearShelf()
	b.indexing.start(func() error {
		if err := full.Store(ctx); err != nil {
			return fmt.Errorf("storing fingerprints: %w", err)
		}
		return nil
	})
	return nil
}

// settle has what was loaded put in order while other documents are.
func (b *bulk) settle(ctx context.Context) {
	if !b.in.DryRun {
		b.settling.start(func() error { return b.Loader.Settle(ctx) })
	}
}

// beside is work that goes on while documents are loaded, one piece at a time.
type beside struct{ done chan error }

func (w *beside) start(do func() error) {
	done := make(chan error, 1)
	w.done = done
	go func() { done <- do() }()
}

// busy reports whether it goes on.
func (w *beside) busy() bool { return w.done != nil && len(w.done) == 0 }

// wait returns how it ended, once; nil where nothing was begun.
func (w *beside) wait() error {
	if w.done == nil {
		return nil
	}
	err := <-w.done
	w.done = nil
	return err
}
