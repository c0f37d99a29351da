package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/fault"
)

const (
	// originalsAtOnce hides how long a store takes to answer.
	originalsAtOnce = 8
	// originalsAPage is how many keys are fetched from the database at once.
	originalsAPage = 1000
)

// copyOriginals copies what documents, the bin, tasks and deliveries name, and reads each back: what
// is there already and as it should be is left alone.
func (m *migration) copyOriginals(ctx context.Context) error {
	total, err := m.transfer.CountOriginals(ctx)
	if err != nil {
		return err
	}
	for after := ""; ; {
		page, err := m.transfer.Originals(ctx, after, originalsAPage)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			break
		}
		if err := m.copyPage(ctx, page, total); err != nil {
			return err
		}
		after = page[len(page)-1].Key
	}
	if slices.Sort(m.report.Missing); len(m.report.Missing) > 0 && !m.AllowMissing {
		return fault.New(fault.NotFound, "originals_missing", fmt.Sprintf(
			"Faltan o están dañados %d originales que la base de datos nombra (%s). Con --allow-missing se termina sin ellos.",
			len(m.report.Missing), shortList(m.report.Missing)))
	}
	return nil
}

func (m *migration) copyPage(ctx context.Context, page []sqlstore.Original, total int) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	work := make(chan sqlstore.Original)
	var workers sync.WaitGroup
	var mu sync.Mutex
	for range originalsAtOnce {
		workers.Go(func() {
			for o := range work {
				sound, err := copyOriginal(ctx, m.source, m.target, o)
				if err != nil {
					stop(fmt.Errorf("copiando el original %s: %w", o.Key, err))
					continue
				}
				mu.Lock()
				if sound {
					m.report.Originals++
				} else {
					m.report.Missing = append(m.report.Missing, o.Key)
				}
				if m.Progress != nil {
					m.Progress("originales", m.report.Originals+len(m.report.Missing), total)
				}
				mu.Unlock()
			}
		})
	}
	for _, o := range page {
		select {
		case work <- o:
		case <-ctx.Done():
		}
	}
	close(work)
	workers.Wait()
	return context.Cause(ctx)
}

// copyOriginal reports whether the target has the original as it came in.
func copyOriginal(ctx context.Context, from, to blobstore.Store, o sqlstore.Original) (sound bool, err error) {
	is, err := sumOf(ctx, to, o.Key)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return false, err
	}
	if err == nil && is == o.SHA256 {
		return true, nil
	}
	content, _, err := from.Open(ctx, o.Key)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	sum := sha256.New()
	err = to.Put(ctx, o.Key, io.TeeReader(content, sum))
	if err = errors.Join(err, content.Close()); err != nil {
		return false, err
	}
	read := hex.EncodeToString(sum.Sum(nil))
	if is, err = sumOf(ctx, to, o.Key); err != nil {
		return false, err
	}
	return is == read && (o.SHA256 == "" || o.SHA256 == read), nil
}
