package intake

import (
	"context"
	"crypto/sha256"
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
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/ports"
)

const (
	// docsPerBatch and textPerBatch (bytes) bound a batch, because other writers wait while it is
	// stored.
	docsPerBatch = 1000
	textPerBatch = 4 << 20

	// perChunk is how many texts a goroutine prepares in a row. A chunk takes one token, and one
	// more for each megabyte of text. Chunks that are prepared but not stored hold at most
	// tokensAhead tokens.
	perChunk    = 50
	tokensAhead = 2 * docsPerBatch / perChunk

	// maxLoadTries is how often a batch is stored when other writers take its IDs in the meantime.
	maxLoadTries = 3
)

// ImportTexts imports a collection of texts: it prepares them on all processors and stores them in
// batches, in their order. It skips a text whose ID is already stored, so calling it again
// continues an interrupted import. A text without an ID gets one derived from its content.
func (s *Spreadsheets) ImportTexts(ctx context.Context, by account.Actor, in document.TextImport) (spreadsheet.Report, error) {
	if err := s.Gate.room(ctx); err != nil {
		return spreadsheet.Report{}, err
	}
	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return spreadsheet.Report{}, err
	}
	extractor, err := s.Extraction.current(ctx)
	if err != nil {
		return spreadsheet.Report{}, err
	}
	b := &textImport{Spreadsheets: s, in: in, detector: detector, extractor: extractor, begun: s.Now().UTC(), seen: map[string]bool{},
		ahead: make(chan struct{}, tokensAhead)}
	if err := b.run(ctx); err != nil {
		return b.report, err
	}
	s.Logger.InfoContext(ctx, "texts imported", "by", by.Username, "texts", b.report.Rows, "imported", b.report.Imported,
		"skipped", b.report.Skipped, "failed", b.report.Failed, "dry_run", in.DryRun)
	return b.report, nil
}

// textImport is a running import of texts.
type textImport struct {
	*Spreadsheets
	in        document.TextImport
	detector  *dedup.Detector
	extractor ports.Extractor
	begun     time.Time

	report spreadsheet.Report
	seen   map[string]bool // IDs of a dry run, which stores nothing
	ahead  chan struct{}   // tokens of the chunks that are prepared but not stored
}

// prepared is a text and the document prepared from it.
type prepared struct {
	number int // from 1
	doc    document.Loadable
	err    error
}

// chunk is a run of texts that one goroutine prepares.
type chunk struct {
	first  int // number of the first text
	texts  []document.UnreadText
	tokens int
	done   chan []prepared
}

func (b *textImport) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	chunks, read := make(chan chunk, tokensAhead), make(chan error, 1)
	go func() {
		defer close(chunks)
		read <- b.read(ctx, chunks)
	}()
	err := b.store(ctx, chunks)
	stop()
	for range chunks { // discard the rest, so that the reading goroutine ends before run returns
	}
	if readErr := <-read; err == nil {
		err = readErr
	}
	return err
}

// read sends the collection to chunks, in order, and starts a goroutine for each to prepare it.
func (b *textImport) read(ctx context.Context, chunks chan<- chunk) error {
	var preparing sync.WaitGroup
	defer preparing.Wait()
	processors := make(chan struct{}, runtime.GOMAXPROCS(0))
	number, size := 1, 0
	var texts []document.UnreadText
	emit := func() error {
		if len(texts) == 0 {
			return nil
		}
		c := chunk{first: number, texts: texts, tokens: min(1+size>>20, tokensAhead), done: make(chan []prepared, 1)}
		for range c.tokens {
			select {
			case b.ahead <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		chunks <- c // never blocks: it has room for all that have tokens
		processors <- struct{}{}
		preparing.Go(func() {
			c.done <- b.prepare(ctx, c)
			<-processors
		})
		number, size, texts = number+len(texts), 0, nil
		return nil
	}
	for text, err := range b.in.Texts {
		if err != nil {
			if emitErr := emit(); emitErr != nil {
				return emitErr
			}
			return err
		}
		texts, size = append(texts, text), size+text.Size
		if len(texts) == perChunk || size >= textPerBatch {
			if err := emit(); err != nil {
				return err
			}
		}
	}
	return emit()
}

func (b *textImport) prepare(ctx context.Context, c chunk) []prepared {
	all := make([]prepared, len(c.texts))
	for i, unread := range c.texts {
		p := &all[i]
		p.number = c.first + i
		text, err := unread.Read(ctx)
		if err == nil {
			p.doc.Document, err = b.document(ctx, text, p.number)
		}
		if err != nil {
			p.err = err
			continue
		}
		if !b.in.DryRun {
			p.doc.Entry = p.doc.SearchEntry()
			p.doc.Fingerprint = b.detector.Fingerprint(p.doc.Filing())
		}
	}
	return all
}

// store stores chunks in batches.
func (b *textImport) store(ctx context.Context, chunks <-chan chunk) error {
	var batch []prepared
	size := 0
	for c := range chunks {
		for _, p := range <-c.done {
			batch, size = append(batch, p), size+len(p.doc.Text)
			if len(batch) < docsPerBatch && size < textPerBatch {
				continue
			}
			if err := b.load(ctx, batch); err != nil {
				return err
			}
			batch, size = nil, 0
		}
		for range c.tokens {
			<-b.ahead
		}
	}
	return b.load(ctx, batch)
}

// load stores the documents of a batch whose IDs are new.
func (b *textImport) load(ctx context.Context, batch []prepared) error {
	if err := ctx.Err(); err != nil {
		return err // it concerns all texts, not one
	}
	var docs []document.Loadable
	for _, p := range batch {
		if p.err == nil {
			docs = append(docs, p.doc)
			continue
		}
		message := p.err.Error()
		if f, ok := fault.As(p.err); ok {
			message = f.Message
		}
		b.report.Fail("", p.number, spreadsheet.Fault{Column: "text", Message: message})
	}
	var fresh []document.Loadable
	for try := 1; ; try++ {
		var err error
		if fresh, err = b.fresh(ctx, docs); err == nil && !b.in.DryRun {
			err = b.Loader.Load(ctx, fresh)
		}
		if err == nil {
			break
		}
		if fault.KindOf(err) != fault.Conflict || try == maxLoadTries {
			return fmt.Errorf("storing documents: %w", err)
		}
	}
	if b.in.DryRun {
		for _, d := range fresh {
			b.seen[d.ID] = true
		}
	}
	b.report.Rows += len(batch)
	b.report.Imported += len(fresh)
	b.report.Skipped += len(docs) - len(fresh)
	if b.in.Progress != nil {
		b.in.Progress(b.report.Rows)
	}
	return nil
}

// fresh returns the documents whose IDs are not stored; of several with one ID, the first.
func (b *textImport) fresh(ctx context.Context, docs []document.Loadable) (fresh []document.Loadable, err error) {
	ids := make([]string, len(docs))
	for i, d := range docs {
		ids[i] = d.ID
	}
	stored, err := b.Documents.Summaries(ctx, ids)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for _, d := range docs {
		if _, ok := stored[d.ID]; !ok && !taken[d.ID] && !b.seen[d.ID] {
			fresh, taken[d.ID] = append(fresh, d), true
		}
	}
	return fresh, nil
}

var (
	errNoText = fault.New(fault.Unprocessable, "text_empty", "No tiene texto.")
	uuidForm  = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

func (b *textImport) document(ctx context.Context, t document.Text, number int) (document.Document, error) {
	kind, err := parseType(t.Type, "type", b.ExtraTypes)
	if err != nil {
		return document.Document{}, err
	}
	// Increasing times keep the order of the collection in lists.
	created := b.begun.Add(time.Duration(number) * time.Microsecond)
	d := document.Document{ID: t.ID, Type: kind, Status: document.Imported, Text: sanitize.Text(t.Text), CreatedAt: created}
	if strings.TrimSpace(d.Text) == "" {
		return d, errNoText
	}
	if b.in.MaxText > 0 && int64(len(d.Text)) > b.in.MaxText {
		return d, document.TooMuchText(b.in.MaxText)
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
	extracted, err := b.extractor.ExtractContext(ctx, d.Text)
	if err != nil {
		return d, err
	}
	fill(&d, extracted)
	d.Entities, err = locate(extracted.Entities, nil, nil)
	return d, err
}

// derivedID returns a UUID (version 8) derived from the sender's ID of the text, or from the text
// if it has none.
func derivedID(t document.Text) string {
	named := "name\x00" + t.ID
	if t.ID == "" {
		named = "text\x00" + t.Text
	}
	sum := sha256.Sum256([]byte(named))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
