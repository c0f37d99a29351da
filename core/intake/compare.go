package intake

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// comparer finds earlier filings of the same facts, under the current configuration.
type comparer struct {
	tunings   ports.Tunings[dedup.Config]
	index     dedup.Index
	documents ports.Documents
	tables    ports.Boilerplate
	log       *slog.Logger

	mu       sync.Mutex
	config   dedup.Config
	edition  int64 // of learned
	learned  *dedup.Boilerplate
	detector *dedup.Detector
}

// current returns the detector for the stored configuration and the learned data. It rebuilds the
// detector when one of them has changed.
func (c *comparer) current(ctx context.Context) (*dedup.Detector, error) {
	tuning, err := c.tunings.Current(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the dedup configuration: %w", err)
	}
	config := tuning.Config
	edition, err := c.tables.Edition(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking what was learned: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.detector != nil && c.config == config && c.edition == edition.Number {
		return c.detector, nil
	}
	if c.edition != edition.Number {
		if err := c.loadLearned(ctx); err != nil {
			return nil, err
		}
	}
	detector, err := dedup.NewDetector(config)
	if err != nil {
		return nil, fmt.Errorf("stored dedup configuration: %w", err)
	}
	c.config, c.detector = config, detector.With(c.learned)
	return c.detector, nil
}

// loadLearned loads the learned data. Data in a format that this program cannot read is ignored
// with one log line; Learning replaces it on its next run.
func (c *comparer) loadLearned(ctx context.Context) error {
	edition, table, err := c.tables.Load(ctx)
	if err != nil {
		return fmt.Errorf("reading what was learned: %w", err)
	}
	c.edition, c.learned = edition.Number, nil
	if table == nil {
		return nil
	}
	if c.learned, err = dedup.ReadBoilerplate(table); err != nil {
		c.log.WarnContext(ctx, "learned boilerplate unavailable; comparing without it", "error", err)
	}
	return nil
}

// sameBytes is the only reason given for identical files.
var sameBytes = dedup.Reason{Code: "same_file", Text: "es el mismo archivo, byte por byte", Weight: 1}

// related returns the duplicates of fp, the other claims of the same parties, and the filings of
// the same form letter, each best first. copies are the IDs of documents with an identical
// original: they come first, with similarity 1.
func (c *comparer) related(ctx context.Context, detector *dedup.Detector, fp dedup.Fingerprint, copies []string) (related document.Related, err error) {
	matches, err := detector.Find(ctx, c.index, fp)
	if err != nil {
		return related, fmt.Errorf("searching the index: %w", err)
	}
	var found, claims, mass []document.Duplicate
	seen := map[string]int{fp.ID: -1}
	for _, id := range copies {
		if _, ok := seen[id]; !ok {
			seen[id] = len(found)
			found = append(found, document.Duplicate{DocumentID: id, Assessment: dedup.Identical(sameBytes)})
		}
	}
	for _, m := range matches {
		if _, ok := seen[m.ID]; ok {
			continue
		}
		d := document.Duplicate{DocumentID: m.ID, Assessment: m.Assessment}
		switch {
		case m.Relation == dedup.Duplicate:
			seen[m.ID] = len(found)
			found = append(found, d)
		case m.Relation == dedup.NewClaim && len(claims) < document.MaxOthers:
			claims = append(claims, d)
		case m.Relation == dedup.Mass && len(mass) < document.MaxOthers:
			mass = append(mass, d)
		}
	}
	for _, list := range []struct {
		found []document.Duplicate
		named *[]document.Duplicate
	}{{found, &related.Duplicates}, {claims, &related.NewClaims}, {mass, &related.Mass}} {
		if *list.named, err = c.named(ctx, list.found); err != nil {
			return document.Related{}, err
		}
	}
	return related, nil
}

// named fills in the file names and drops documents deleted in the meantime.
func (c *comparer) named(ctx context.Context, found []document.Duplicate) ([]document.Duplicate, error) {
	if len(found) == 0 {
		return nil, nil
	}
	ids := make([]string, len(found))
	for i, d := range found {
		ids[i] = d.DocumentID
	}
	summaries, err := c.documents.Summaries(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("reading the candidates: %w", err)
	}
	kept := found[:0]
	for _, d := range found {
		if s, ok := summaries[d.DocumentID]; ok {
			d.FileName = s.FileName
			kept = append(kept, d)
		}
	}
	return kept, nil
}

// fingerprint returns the stored fingerprint of a document. It computes the fingerprint if none is
// stored in a readable format.
func (c *comparer) fingerprint(ctx context.Context, detector *dedup.Detector, d *document.Document) (dedup.Fingerprint, error) {
	fp, err := c.index.Get(ctx, d.ID)
	if stale(err) {
		return detector.Fingerprint(d.Filing()), nil
	}
	return fp, err
}
