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
	"sync/atomic"
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
	perLoad      = 2500
	perFirstLoad = 500
	fewestLoaded = 250
	// Of fewestIndexed to perIndexing documents the fingerprints are stored at
	// once, as many as an eighth of those that are there, or as gather while those
	// before them are stored: their keys lie far apart in the index, and the more
	// of them are added in their order the fewer pages of it are read and written.
	perIndexing   = 250_000
	fewestIndexed = 8000
	// perTurn is how many texts a processor takes at once; so many are prepared
	// beforehand that there are two batches to be stored when the last one is.
	perTurn   = 32
	turnsHeld = 2 * perLoad / perTurn
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
	b := &bulk{Service: s, in: in, detector: detector, extractor: extractor, begun: s.Now().UTC(), seen: map[string]bool{}}
	b.clearShelf()
	for _, t := range there {
		b.there += t.Documents
	}
	b.size.Store(perLoad)
	if s.Loader.Patience() > 0 && !in.DryRun {
		b.size.Store(perFirstLoad)
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
	size   atomic.Int64    // of a batch
	there  int             // documents, at first
	shelf  ports.Shelf     // fingerprints to be stored
	held   map[string]bool // the IDs of their documents

	indexing beside          // of the fingerprints before these
	stored   map[string]bool // the IDs of those
	settling beside          // of what was loaded
}

// prepared is a text and what is made of it.
type prepared struct {
	number int // from 1
	doc    document.Loadable
	former string // the ID that older programs gave it; may be ""
	print  dedup.Packed
	err    error
}

// batch is what is loaded at once.
type batch struct {
	rows   int
	docs   []prepared
	failed []prepared
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
	batches := make(chan batch)
	workers.Go(func() {
		defer close(batches)
		b.collect(ctx, inOrder, batches)
	})
	defer func() { b.shelf.Close() }()
	defer b.settling.wait()
	defer b.indexing.wait()
	defer stop()
	for some := range batches {
		if err := b.take(ctx, some); err != nil {
			return err
		}
	}
	if err := errors.Join(ended, ctx.Err()); err != nil {
		return err
	}
	if b.in.DryRun {
		return nil
	}
	if err := b.settling.wait(); err != nil {
		return err
	}
	b.settle(ctx)
	return errors.Join(b.index(ctx), b.indexing.wait(), b.settling.wait())
}

// collect makes batches of what was prepared, and of each what others need not wait
// for, while the one before is loaded.
func (b *bulk) collect(ctx context.Context, inOrder <-chan turn, batches chan<- batch) {
	var next batch
	give := func() {
		if next.err = b.gather(ctx, next.docs); next.rows > 0 {
			select {
			case batches <- next:
			case <-ctx.Done():
			}
		}
		next = batch{}
	}
	for t := range inOrder {
		for _, p := range <-t.done {
			next.rows++
			if p.err != nil {
				next.failed = append(next.failed, p)
			} else {
				next.docs = append(next.docs, p)
			}
		}
		if ctx.Err() == nil && len(next.docs) >= int(b.size.Load()) {
			give()
		}
	}
	if ctx.Err() == nil {
		give()
	}
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

// prepare takes one step for all texts of a turn after the other: what a step
// looks up stays in the cache of the processor meanwhile.
func (b *bulk) prepare(ctx context.Context, t turn) []prepared {
	all := make([]prepared, len(t.reads))
	each := func(step func(p *prepared)) {
		for i := range all {
			if all[i].err == nil {
				step(&all[i])
			}
		}
	}
	for i, read := range t.reads {
		p := &all[i]
		p.number = t.first + i
		var text document.Text
		if text, p.err = read(ctx); p.err == nil {
			p.doc.Document, p.err = b.document(text, p.number)
			p.former = formerID(text)
		}
	}
	if b.in.DryRun {
		return all
	}
	each(func(p *prepared) { p.doc.Entry = p.doc.SearchEntry() })
	each(func(p *prepared) { p.print = b.detector.Fingerprint(p.doc.Filing()).Pack() })
	each(func(p *prepared) { p.err = b.Loader.Prepare(&p.doc) })
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
// of what it says: the same text has the same ID again. Those of names that differ
// in their last digits alone begin alike, so that what is stored of a numbered
// collection lies together in the indexes that are in the order of IDs.
func derivedID(t document.Text) string {
	if t.ID == "" {
		return uuid(sha256.Sum256([]byte("text\x00" + t.Text)))
	}
	sum, series := sha256.Sum256([]byte("name\x00"+t.ID)), sha256.Sum256([]byte("series\x00"+seriesOf(t.ID)))
	copy(sum[:6], series[:6])
	return uuid(sum)
}

// formerID is what derivedID returned before it knew of series, where it was
// something else.
func formerID(t document.Text) string {
	if t.ID == "" || uuidForm.MatchString(t.ID) {
		return ""
	}
	return uuid(sha256.Sum256([]byte("name\x00" + t.ID)))
}

// seriesDigits is how many of the last digits of a name number it in its series.
const seriesDigits = 3

// seriesOf returns what stands before the last digits of a name.
func seriesOf(name string) string {
	const digits = "0123456789"
	series := name
	for range seriesDigits {
		last := strings.LastIndexAny(series, digits)
		if last < 0 {
			break
		}
		series = series[:last]
	}
	return series
}

func uuid(sum [32]byte) string {
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
