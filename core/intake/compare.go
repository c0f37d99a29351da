package intake

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Comparer finds earlier filings of the same facts, under the current configuration. It is safe for
// concurrent use; services share one, because what it learned is large.
type Comparer struct {
	Tunings     ports.Tunings[dedup.Config]
	Index       dedup.Index
	Documents   ports.Documents
	Pairs       ports.Pairs
	Deliveries  ports.Deliveries
	Divisions   ports.Divisions
	Boilerplate ports.Boilerplate
	Logger      *slog.Logger

	mu       sync.Mutex
	config   dedup.Config
	edition  int64 // of learned
	learned  *dedup.Boilerplate
	detector *dedup.Detector
}

// current returns the detector for the stored configuration and the learned data. It rebuilds the
// detector when one of them has changed.
func (c *Comparer) current(ctx context.Context) (*dedup.Detector, error) {
	tuning, err := c.Tunings.Current(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the dedup configuration: %w", err)
	}
	config := tuning.Config
	edition, err := c.Boilerplate.Edition(ctx)
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
func (c *Comparer) loadLearned(ctx context.Context) error {
	edition, table, err := c.Boilerplate.Load(ctx)
	if err != nil {
		return fmt.Errorf("reading what was learned: %w", err)
	}
	c.edition, c.learned = edition.Number, nil
	if table == nil {
		return nil
	}
	if c.learned, err = dedup.ReadBoilerplate(table); err != nil {
		c.Logger.WarnContext(ctx, "learned boilerplate unavailable; comparing without it", "error", err)
	}
	return nil
}

// fingerprints returns the fingerprints of all filings of a document.
func fingerprints(ctx context.Context, detector *dedup.Detector, d *document.Document) ([]dedup.Fingerprint, error) {
	var prints []dedup.Fingerprint
	for _, f := range d.Filings() {
		fp, err := detector.FingerprintContext(ctx, f)
		if err != nil {
			return nil, err
		}
		prints = append(prints, fp)
	}
	return prints, nil
}

// related returns the duplicates of the filings of a document, the other claims of the same
// parties, the filings of the same form letter and the papers of the same case, each best first. prints has the document's own
// first. A document is listed once, for its most similar filing. copies are the IDs of documents with an identical
// original: they come first, with similarity 1. The list of duplicates is not bounded (see document.Related.Bound).
func (c *Comparer) related(ctx context.Context, detector *dedup.Detector, prints []dedup.Fingerprint, copies []string) (related document.Related, err error) {
	matches, err := c.matches(ctx, detector, prints)
	if err != nil {
		return related, err
	}
	var found, claims, mass, sameCase []document.Duplicate
	seen := map[string]bool{prints[0].ID: true}
	for _, id := range copies {
		if !seen[id] {
			seen[id] = true
			found = append(found, document.Duplicate{DocumentID: id, Assessment: document.SameFileAssessment(), Pages: [2]int{1, 1}})
		}
	}
	for _, m := range matches {
		if seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		d := document.Duplicate{DocumentID: m.ID, Assessment: m.Assessment, Pages: m.pages}
		switch {
		case m.Relation == dedup.Duplicate:
			found = append(found, d)
		case m.Relation == dedup.NewClaim && len(claims) < document.MaxOthers:
			claims = append(claims, d)
		case m.Relation == dedup.Mass && len(mass) < document.MaxOthers:
			mass = append(mass, d)
		case m.Relation == dedup.SameCase && len(sameCase) < document.MaxOthers:
			sameCase = append(sameCase, d)
		}
	}
	for _, list := range []struct {
		found []document.Duplicate
		named *[]document.Duplicate
	}{{found, &related.Duplicates}, {claims, &related.NewClaims}, {mass, &related.Mass}, {sameCase, &related.SameCase}} {
		if *list.named, err = c.named(ctx, list.found); err != nil {
			return document.Related{}, err
		}
	}
	return related, nil
}

// relatedTo returns what is related to a stored document, as people decided where they did. Its lists are bounded.
func (c *Comparer) relatedTo(ctx context.Context, id string) (related document.Related, err error) {
	d, err := c.Documents.Get(ctx, id)
	if err != nil {
		return related, err
	}
	detector, err := c.current(ctx)
	if err != nil {
		return related, err
	}
	prints, err := c.stored(ctx, detector, &d)
	if err != nil {
		return related, err
	}
	copies, err := c.copies(ctx, d.SHA256)
	if err != nil {
		return related, err
	}
	if related, err = c.related(ctx, detector, prints, copies); err != nil {
		return related, err
	}
	if err := c.decided(ctx, id, &related); err != nil {
		return document.Related{}, err
	}
	related.Bound()
	return related, nil
}

// copies returns the IDs of the documents with an identical original; none for a document without one.
func (c *Comparer) copies(ctx context.Context, sha256 string) ([]string, error) {
	if sha256 == "" {
		return nil, nil
	}
	return c.Documents.WithSHA256(ctx, sha256)
}

// matches returns what the index has for each of the filings, the best first. Their IDs are those
// of documents. A reason names the pages on which the filings begin, unless they are the first ones.
func (c *Comparer) matches(ctx context.Context, detector *dedup.Detector, prints []dedup.Fingerprint) ([]documentMatch, error) {
	var all []documentMatch
	for _, fp := range prints {
		found, err := detector.Find(ctx, c.Index, fp)
		if err != nil {
			return nil, fmt.Errorf("searching the index: %w", err)
		}
		for _, m := range found {
			all = append(all, ofDocument(m, fp.ID))
		}
	}
	slices.SortStableFunc(all, func(a, b documentMatch) int { return a.Compare(b.Match) })
	id, _ := document.ParseFilingID(prints[0].ID)
	return all, c.excuseAnnexes(ctx, id, all)
}

// sameMessage is why an annex repeats nothing.
var sameMessage = dedup.Reason{Code: "same_message", Text: "llegaron en el mismo correo: uno acompaña al otro, no lo repite", Weight: -1}

// excuseAnnexes relates what is in other words, and came in the same message as a document, as papers of one case: who sends a
// filing with a medical history or an older petition tells the same in all of them. Copies stay duplicates. An archive
// alone is no message, because clerks pack filings of many people in one.
func (c *Comparer) excuseAnnexes(ctx context.Context, id string, matches []documentMatch) error {
	ids := []string{id}
	for _, m := range matches {
		if m.isRetelling() {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 1 {
		return nil
	}
	came, err := c.came(ctx, ids)
	if err != nil {
		return fmt.Errorf("asking what came in one message: %w", err)
	}
	message, known := came[id]
	if !known || !message.IsMessage() {
		return nil
	}
	for i := range matches {
		if m := &matches[i]; m.isRetelling() && came[m.ID].ID == message.ID {
			m.Relation, m.Reasons = dedup.SameCase, append([]dedup.Reason{sameMessage}, m.Reasons...)
		}
	}
	return nil
}

// came returns the deliveries in which documents came, by their IDs: those of divided files for their parts.
func (c *Comparer) came(ctx context.Context, ids []string) (map[string]document.Delivery, error) {
	origins, err := originsOf(ctx, c.Divisions, ids)
	if err != nil {
		return nil, err
	}
	deliveries, err := c.Deliveries.Of(ctx, slices.Collect(maps.Values(origins)))
	came := map[string]document.Delivery{}
	for id, origin := range origins {
		if d, ok := deliveries[origin]; ok {
			came[id] = d
		}
	}
	return came, err
}

// isRetelling reports whether a duplicate is in other words.
func (m *documentMatch) isRetelling() bool { return m.Relation == dedup.Duplicate && !m.IsCopy() }

// documentMatch is the match of two documents by the filings that begin on the pages.
type documentMatch struct {
	dedup.Match
	pages [2]int
}

// ofDocument returns the match of two documents for the match of a filing with that ID.
func ofDocument(m dedup.Match, filingID string) documentMatch {
	_, left := document.ParseFilingID(filingID)
	id, right := document.ParseFilingID(m.ID)
	m.ID = id
	if left > 1 || right > 1 {
		m.Reasons = append([]dedup.Reason{{Code: "filing",
			Text: fmt.Sprintf("uno de varios escritos de un archivo: uno empieza en la página %d y el otro en la página %d", left, right),
			Left: fmt.Sprintf("desde la página %d", left), Right: fmt.Sprintf("desde la página %d", right)}}, m.Reasons...)
	}
	return documentMatch{m, [2]int{left, right}}
}

// stored returns the stored fingerprints of all filings of a document. It computes those that are
// not stored in a readable format.
func (c *Comparer) stored(ctx context.Context, detector *dedup.Detector, d *document.Document) ([]dedup.Fingerprint, error) {
	var prints []dedup.Fingerprint
	for _, f := range d.Filings() {
		fp, err := c.Index.Get(ctx, f.ID)
		if stale(err) {
			fp, err = detector.Fingerprint(f), nil
		}
		if err != nil {
			return nil, err
		}
		prints = append(prints, fp)
	}
	return prints, nil
}

// closest returns the two filings of two documents that match best, as places in Document.Filings.
func closest(ctx context.Context, detector *dedup.Detector, left, right []dedup.Fingerprint) (i, j int, best documentMatch, err error) {
	i, j, m, err := detector.Closest(ctx, left, right)
	if err != nil {
		return 0, 0, documentMatch{}, err
	}
	return i, j, ofDocument(m, left[i].ID), nil
}

// paired returns the match of the two filings of a stored pair, as places in Document.Filings. ok is
// false if the pair has no pages, or a document no longer has a filing on its page.
func paired(detector *dedup.Detector, p document.Pair, left, right []dedup.Fingerprint) (i, j int, m documentMatch, ok bool) {
	if p.Page == 0 || p.EarlierPage == 0 {
		return 0, 0, m, false
	}
	at := func(prints []dedup.Fingerprint) int {
		return slices.IndexFunc(prints, func(fp dedup.Fingerprint) bool {
			return fp.ID == document.FilingID(p.DocumentID, p.Page) || fp.ID == document.FilingID(p.EarlierID, p.EarlierPage)
		})
	}
	if i, j = at(left), at(right); i < 0 || j < 0 {
		return 0, 0, m, false
	}
	return i, j, ofDocument(detector.Explain(left[i], right[j]), left[i].ID), true
}

// matched returns the fingerprints of the two filings of a pair that match: those of its pages, or if it has none,
// or a document was read again since, those that match best.
func (c *Comparer) matched(ctx context.Context, p document.Pair) (a, b dedup.Fingerprint, err error) {
	if p.Page > 0 && p.EarlierPage > 0 {
		if a, err = c.Index.Get(ctx, document.FilingID(p.DocumentID, p.Page)); err == nil {
			b, err = c.Index.Get(ctx, document.FilingID(p.EarlierID, p.EarlierPage))
		}
		if fault.KindOf(err) != fault.NotFound {
			return a, b, err
		}
	}
	detector, err := c.current(ctx)
	if err != nil {
		return a, b, err
	}
	var prints [2][]dedup.Fingerprint
	for i, id := range []string{p.DocumentID, p.EarlierID} {
		d, err := c.Documents.Get(ctx, id)
		if err != nil {
			return a, b, err
		}
		if prints[i], err = c.stored(ctx, detector, &d); err != nil {
			return a, b, err
		}
	}
	i, j, _, err := closest(ctx, detector, prints[0], prints[1])
	return prints[0][i], prints[1][j], err
}

// named fills in the file names and drops documents deleted in the meantime.
func (c *Comparer) named(ctx context.Context, found []document.Duplicate) ([]document.Duplicate, error) {
	if len(found) == 0 {
		return nil, nil
	}
	ids := make([]string, len(found))
	for i, d := range found {
		ids[i] = d.DocumentID
	}
	summaries, err := c.Documents.Summaries(ctx, ids)
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
