package intake

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/sheet"
	"github.com/cotejo/cotejo/ports"
)

const (
	// perLoad is how many documents a transaction takes in at most, and
	// perFirstLoad how many the first one does where others wait for its end;
	// how many take as long as they may be kept waiting is learned from that.
	perLoad      = 4000
	perFirstLoad = 500
	fewestLoaded = 250
	// Of fewestIndexed to perIndexing documents the fingerprints are stored at
	// once, as many as a quarter of those that are there: their keys lie far apart
	// in the index, and the more of them are added in their order the fewer pages
	// of it are written. They take some 3 KB each meanwhile.
	perIndexing   = 60_000
	fewestIndexed = 8000
	// perTurn is how many texts a processor takes at once; so many are prepared
	// beforehand that there is a batch to be stored when the last one is.
	perTurn   = 32
	turnsHeld = perLoad / perTurn
)

// ImportTexts takes a collection of texts in, on all processors. A text that is
// known by its ID is left alone, so that an import that was cut short goes on
// when it is called again; one without an ID is known by what it says.
func (s *Service) ImportTexts(ctx context.Context, by account.Actor, in document.TextImport) (sheet.Report, error) {
	if err := s.room(ctx); err != nil {
		return sheet.Report{}, err
	}
	detector, err := s.compare.current(ctx)
	if err != nil {
		return sheet.Report{}, err
	}
	extractor, err := s.extract.current(ctx)
	if err != nil {
		return sheet.Report{}, err
	}
	there, err := s.Tallies.ByKind(ctx)
	if err != nil {
		return sheet.Report{}, err
	}
	b := &bulk{Service: s, in: in, detector: detector, extractor: extractor, begun: s.Now().UTC(), seen: map[string]bool{}, held: map[string]bool{}, size: perLoad}
	for _, t := range there {
		b.there += t.Documents
	}
	if s.Loader.Patience() > 0 && !in.DryRun {
		b.size = perFirstLoad
	}
	if err := b.run(ctx); err != nil {
		return b.report, err
	}
	s.Logger.InfoContext(ctx, "texts imported", "by", by.Username, "texts", b.report.Rows, "imported", b.report.Imported,
		"skipped", b.report.Skipped, "failed", b.report.Failed, "dry_run", in.DryRun)
	return b.report, nil
}

// bulk is an import of texts on its way.
type bulk struct {
	*Service
	in        document.TextImport
	detector  *dedup.Detector
	extractor ports.Extractor
	begun     time.Time

	report sheet.Report
	seen   map[string]bool // IDs of a dry run
	batch  []prepared
	size   int             // of a batch
	there  int             // documents, at first
	prints []dedup.Packed  // to be stored
	held   map[string]bool // the IDs of prints

	indexing chan error      // tells how the prints before these were stored; nil when none are
	stored   map[string]bool // the IDs of those
}

// prepared is a text and what is made of it.
type prepared struct {
	number int // from 1
	doc    document.Loadable
	print  dedup.Packed
	err    error
}

// turn is some texts that one goroutine prepares.
type turn struct {
	first int
	reads []func(context.Context) (document.Text, error)
	done  chan []prepared
}

func (b *bulk) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	work, inOrder := make(chan turn), make(chan turn, turnsHeld)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for t := range work {
				t.done <- b.prepare(ctx, t)
			}
		})
	}
	var ended error
	workers.Go(func() {
		defer close(inOrder)
		defer close(work)
		ended = b.deal(ctx, work, inOrder)
	})
	defer b.indexed()
	defer stop()
	for t := range inOrder {
		if err := b.take(ctx, <-t.done); err != nil {
			stop()
			for t := range inOrder {
				<-t.done
			}
			return err
		}
	}
	if err := errors.Join(ended, ctx.Err()); err != nil {
		return err
	}
	if err := b.load(ctx); err != nil {
		return err
	}
	if err := b.index(ctx); err != nil {
		return err
	}
	return b.indexed()
}

// deal gives texts to those who prepare them, and to the one who takes what
// they made in order.
func (b *bulk) deal(ctx context.Context, work, inOrder chan<- turn) error {
	next := turn{first: 1, done: make(chan []prepared, 1)}
	give := func() bool {
		if len(next.reads) == 0 {
			return true
		}
		select {
		case work <- next:
			inOrder <- next
		case <-ctx.Done():
			return false
		}
		next = turn{first: next.first + len(next.reads), done: make(chan []prepared, 1)}
		return true
	}
	for read, err := range b.in.Texts {
		if err != nil {
			give()
			return err
		}
		if next.reads = append(next.reads, read); len(next.reads) == perTurn && !give() {
			return ctx.Err()
		}
	}
	give()
	return nil
}

func (b *bulk) prepare(ctx context.Context, t turn) []prepared {
	all := make([]prepared, len(t.reads))
	for i, read := range t.reads {
		p := prepared{number: t.first + i}
		var text document.Text
		if text, p.err = read(ctx); p.err == nil {
			p.doc.Document, p.err = b.document(text, p.number)
		}
		if p.err == nil && !b.in.DryRun {
			p.doc.Entry = p.doc.SearchEntry()
			p.print = b.detector.Fingerprint(p.doc.Filing()).Pack()
			p.err = b.Loader.Prepare(&p.doc)
		}
		all[i] = p
	}
	return all
}

var (
	errNoText = fault.New(fault.Unprocessable, "text_empty", "No tiene texto.")
	uuidForm  = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

func (b *bulk) document(t document.Text, number int) (document.Document, error) {
	kind, err := document.ParseType(t.Type)
	if err != nil {
		return document.Document{}, err
	}
	// The order of the collection is that of the lists.
	d := document.Document{ID: t.ID, Type: kind, Status: document.Imported, Text: sanitize.Text(t.Text), CreatedAt: b.begun.Add(time.Duration(number) * time.Microsecond)}
	if strings.TrimSpace(d.Text) == "" {
		return d, errNoText
	}
	if !uuidForm.MatchString(d.ID) {
		d.ID = derivedID(t)
	}
	name := t.ID
	if name == "" {
		name = fmt.Sprintf("Texto %d", number)
	}
	d.FileName = document.CleanFileName(name)
	if t.Known {
		p := t.Parties
		d.Plaintiff, d.Defendant, d.Cedula = sanitize.Line(p.Plaintiff), sanitize.Line(p.Defendant), sanitize.Line(p.Cedula)
		d.Email, d.Radicado, d.PlaintiffAddress = sanitize.Line(p.Email), sanitize.Line(p.Radicado), sanitize.Line(p.Address)
		return d, nil
	}
	extracted := b.extractor.Extract(d.Text)
	fill(&d, extracted)
	d.Entities, err = locate(extracted.Entities, nil, nil)
	return d, err
}

// derivedID makes a UUID (version 8) of what the sender calls the text, or else
// of what it says: the same text has the same ID again.
func derivedID(t document.Text) string {
	of := "name\x00" + t.ID
	if t.ID == "" {
		of = "text\x00" + t.Text
	}
	sum := sha256.Sum256([]byte(of))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// take adds what was prepared to the batch, and loads it when it is full.
func (b *bulk) take(ctx context.Context, some []prepared) error {
	for _, p := range some {
		b.report.Rows++
		if p.err != nil {
			message := p.err.Error()
			if f, ok := fault.As(p.err); ok {
				message = f.Message
			}
			b.report.Fail(p.number, sheet.Fault{Column: "text", Message: message})
			continue
		}
		b.batch = append(b.batch, p)
	}
	if len(b.batch) < b.size {
		return ctx.Err()
	}
	if err := b.load(ctx); err != nil {
		return err
	}
	if b.in.Progress != nil {
		b.in.Progress(b.report.Rows)
	}
	if len(b.prints) < max(fewestIndexed, min((b.there+b.report.Imported)/4, perIndexing)) {
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
	b.size = max(fewestLoaded, min(fits*4/5, perLoad))
}

// load stores the new documents of the batch in one transaction. Of those that
// are known it finds the ones that were not indexed before it was cut short.
func (b *bulk) load(ctx context.Context) error {
	var fresh []prepared
	var known []string
	var begun time.Time // the transaction
	store := func(ctx context.Context) error {
		fresh, known, begun = nil, nil, b.Now()
		ids := make([]string, len(b.batch))
		for i, p := range b.batch {
			ids[i] = p.doc.ID
		}
		there, err := b.Documents.Summaries(ctx, ids)
		if err != nil {
			return err
		}
		taken := map[string]bool{}
		var docs []document.Loadable
		for _, p := range b.batch {
			_, is := there[p.doc.ID]
			switch {
			case is:
				known = append(known, p.doc.ID)
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
	} else if err = b.gather(); err == nil {
		err = b.Loader.InTurn(ctx, store)
	}
	if err != nil {
		return fmt.Errorf("storing documents: %w", err)
	}
	b.pace(len(b.batch), b.Now().Sub(begun))
	b.report.Imported += len(fresh)
	b.report.Skipped += len(b.batch) - len(fresh)
	b.batch = b.batch[:0]
	if b.in.DryRun {
		return nil
	}
	for _, p := range fresh {
		b.hold(p.print)
	}
	return b.recover(ctx, known)
}

// gather has made of the batch what others need not wait for.
func (b *bulk) gather() error {
	docs := make([]document.Loadable, len(b.batch))
	for i := range b.batch {
		docs[i] = b.batch[i].doc
	}
	return b.Loader.Gather(docs)
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
		b.hold(b.detector.Fingerprint(d.Filing()).Pack())
	}
	return nil
}

func (b *bulk) hold(f dedup.Packed) {
	b.prints, b.held[f.ID] = append(b.prints, f), true
}

// index has the fingerprints that have gathered stored while other documents are
// prepared and loaded.
func (b *bulk) index(ctx context.Context) error {
	if err := b.indexed(); err != nil || b.in.DryRun {
		return err
	}
	prints, done := b.prints, make(chan error, 1)
	b.indexing, b.stored = done, b.held
	b.prints, b.held = nil, map[string]bool{}
	go func() {
		if err := b.Loader.LoadFingerprints(ctx, prints); err != nil {
			done <- fmt.Errorf("storing fingerprints: %w", err)
			return
		}
		done <- b.Loader.Settle(ctx)
	}()
	return nil
}

// indexed returns once the fingerprints before those that gather are stored.
func (b *bulk) indexed() error {
	if b.indexing == nil {
		return nil
	}
	err := <-b.indexing
	b.indexing, b.stored = nil, nil
	return err
}
