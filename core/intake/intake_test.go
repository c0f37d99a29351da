package intake_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/memstore"
)

// services are those of a house.
type services struct {
	*intake.Service
	intake.CaseFiles
	intake.Configuration
	intake.FormLetters
	intake.Originals
	intake.People
	*intake.Gate
	*intake.Spreadsheets
	intake.Statistics
}

// house is the services and their worker over stores in memory.
type house struct {
	*memstore.Store
	blobs     *memstore.Blobs
	spool     *memstore.Spool
	drawer    *drawer
	queue     *queue
	reader    *reader
	panics    bool   // the extraction does
	stalls    bool   // the extraction does, until its context ends
	building  func() // before an extractor is made, behind the last page; may be nil
	space     space
	clock     *clock
	workbooks *plainBook
	loading   func(context.Context, []document.Loadable) error // before a batch is stored
	unpack    func(io.ReaderAt, int64, document.FileKind) (document.Unpacked, error)
	service   services
	worker    *intake.Worker
}

func newHouse(t *testing.T, opts *intake.Options) *house {
	t.Helper()
	if opts == nil {
		opts = new(intake.Options)
	}
	h := &house{Store: memstore.New(), blobs: memstore.NewBlobs(), spool: memstore.NewSpool(), drawer: &drawer{pages: 1},
		reader: &reader{sandbox: document.Sandbox{Known: true, Calls: true, Files: true, Privileges: true}}, space: space{1 << 40},
		workbooks: &plainBook{}, clock: &clock{now: time.Now()}} // as the blobs in memory have it
	h.queue = &queue{}
	log := slog.New(slog.DiscardHandler)
	h.service.Gate = &intake.Gate{Space: &h.space, MinFree: 100}
	h.service.Service = intake.New(intake.Deps{
		Tx: h, View: h, Documents: h.Documents(), Tasks: h.Tasks(), Comparer: h.comparer(), Extraction: h.extraction(), MailRules: h.MailRules(), Index: h.Index(), Blobs: h.blobs,
		Pairs: h.Pairs(), PageWords: h.PageWords(), Letters: h.Letters(), Examples: h.Examples(),
		Spool: h.spool, Queue: h.queue, Drawer: h.drawer, Reader: h.reader, Database: h, Gate: h.service.Gate,
		Finder: finder{h.Documents()}, Changes: h.History(), Claims: h.Claims(),
		Deliveries: h.Deliveries(), Bin: h.Bin(), Divisions: h.Divisions(),
		Unpack: func(f io.ReaderAt, size int64, kind document.FileKind) (document.Unpacked, error) {
			return h.unpack(f, size, kind)
		},
		Now: h.clock.Now, NewID: h.clock.NewID, Logger: log,
	}, opts)
	h.service.CaseFiles = intake.CaseFiles{View: h, Documents: h.Documents(), Blobs: h.blobs, Workbooks: h.workbooks, Now: h.clock.Now, Logger: log}
	h.service.Configuration = intake.Configuration{Tx: h, Documents: h.Documents(), Pairs: h.Pairs(), Deliveries: h.Deliveries(), Examples: h.Examples(),
		Rules: h.MailRules(), Comparer: h.comparer(), Extraction: h.extraction(), ExtraTypes: opts.ExtraTypes, Now: h.clock.Now, Logger: log}
	h.service.FormLetters = intake.FormLetters{View: h, Documents: h.Documents(), Letters: h.Letters(), Pairs: h.Pairs()}
	h.service.Originals = intake.Originals{View: h, Documents: h.Documents(), Words: h.PageWords(), Blobs: h.blobs, Drawer: h.drawer, TempDir: opts.TempDir, Logger: log}
	h.service.People = intake.People{View: h, Documents: h.Documents(), Pairs: h.Pairs(), Recurrences: h.Recurrences(), Finder: finder{h.Documents()},
		Comparer: h.comparer()}
	h.service.Spreadsheets = intake.NewSpreadsheets(intake.SpreadsheetsDeps{
		Tx: h, Documents: h.Documents(), Loader: hookedLoader{h.Loader(), h}, Index: h.Index(), Recurrences: h.Recurrences(), Changes: h.History(), Claims: h.Claims(),
		Gate: h.service.Gate, Comparer: h.comparer(), Extraction: h.extraction(), WorkbookReader: h.workbooks, WorkbookWriter: h.workbooks,
		ExtraTypes: opts.ExtraTypes, TempDir: opts.TempDir, Now: h.clock.Now, NewID: h.clock.NewID, Logger: log,
	})
	h.service.Statistics = intake.Statistics{View: h, Documents: h.Documents(), Tasks: h.Tasks(), Tallies: h.Tallies(), Pairs: h.Pairs(), Now: h.clock.Now}
	h.worker = h.bounded(intake.WorkerOptions{TempDir: t.TempDir()})
	return h
}

// comparer is a new one over the stores of the house.
func (h *house) comparer() *intake.Comparer {
	return &intake.Comparer{Tunings: h.DedupTunings(), Index: h.Index(), Documents: h.Documents(), Pairs: h.Pairs(), Deliveries: h.Deliveries(),
		Divisions: h.Divisions(), Boilerplate: h.Boilerplate(), Logger: slog.New(slog.DiscardHandler)}
}

// extraction is a new one over the stores of the house.
func (h *house) extraction() *intake.Extraction {
	return &intake.Extraction{Tunings: h.Tunings(), New: h.newExtractor}
}

// bounded is a worker of the house with other options.
func (h *house) bounded(o intake.WorkerOptions) *intake.Worker { return h.reading(h.reader, o) }

// reading is a worker of the house with another reader.
func (h *house) reading(r ports.Reader, o intake.WorkerOptions) *intake.Worker {
	return intake.NewWorker(intake.WorkerDeps{
		Tx: h, Documents: h.Documents(), Tasks: h.Tasks(), Comparer: h.comparer(), Extraction: h.extraction(), Index: h.Index(), Blobs: h.blobs,
		Spool: h.spool, Reader: r, Pairs: h.Pairs(), PageWords: h.PageWords(), Letters: h.Letters(), Now: h.clock.Now, Logger: slog.New(slog.DiscardHandler),
	}, &o)
}

// submit sends a PDF in and fails the test when it is refused.
func (h *house) submit(t *testing.T, content string) document.Task {
	t.Helper()
	task, err := h.service.Submit(t.Context(), clerk, upload("tutela.pdf", content, ""))
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// task returns a task as it now stands.
func (h *house) task(t *testing.T, id string) document.Task {
	t.Helper()
	task, err := h.Tasks().Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// originals counts what the blob store holds.
func (h *house) originals(t *testing.T) (n int) {
	t.Helper()
	if err := h.blobs.Each(t.Context(), func(string, time.Time) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

var clerk = account.Actor{Username: "ana", Role: account.Member}

func upload(name, content, docType string) document.Upload {
	return document.Upload{FileName: name, Content: strings.NewReader(content), TypeName: func() string { return docType }}
}

// pdf is enough of a PDF for the gate; the reader of these tests looks at none.
const pdf = "%PDF-1.7\n"

// filing is what the reader of these tests reads, unless told otherwise.
const filing = `Señor
JUEZ CIVIL MUNICIPAL DE CALI (REPARTO)
E. S. D.

ACCIONANTE: ANA LÓPEZ RUIZ
ACCIONADO: NUEVA EPS S.A.

Yo, ANA LÓPEZ RUIZ, mayor de edad, identificada con la cédula de ciudadanía No. 52.418.903 de Cali, actuando en nombre propio, interpongo acción de tutela contra NUEVA EPS S.A.

HECHOS
PRIMERO. El 3 de febrero de 2026 el médico tratante me ordenó una resonancia magnética de columna lumbar.
SEGUNDO. La entidad accionada no ha programado el examen, pese a tres solicitudes verbales y una escrita del 14 de febrero.
TERCERO. El dolor me impide trabajar como costurera, único sustento de mi hogar.

PRETENSIONES
Ordenar a NUEVA EPS S.A. que en cuarenta y ocho horas programe y practique la resonancia magnética ordenada.`

func TestSubmitRefusesWithNothingKept(t *testing.T) {
	for _, c := range []struct {
		rule    string
		prepare func(h *house)
		upload  document.Upload
		kind    fault.Kind
		code    string
	}{
		{"an empty file", nil, upload("a.pdf", "", ""), fault.Unprocessable, "empty_file"},
		{"what is no PDF", nil, upload("a.pdf", "PK\x03\x04", ""), fault.Unprocessable, "not_a_pdf"},
		{"a PDF that begins too late", nil, upload("a.pdf", strings.Repeat(" ", 1024)+pdf, ""), fault.Unprocessable, "not_a_pdf"},
		{"more than the limit", nil, upload("a.pdf", pdf+strings.Repeat("x", 1000), ""), fault.TooLarge, "upload_too_large"},
		{"the extension of another kind", nil, upload("a.txt", pdf, ""), fault.Unprocessable, "not_a_pdf"},
		{"an image of another kind", nil, upload("a.gif", "GIF89a", ""), fault.Unprocessable, "not_a_pdf"},
		{"no extension", nil, upload("a", pdf, ""), fault.Unprocessable, "not_a_pdf"},
		{"no images", nil, photos(), fault.Unprocessable, "file_missing"},
		{"a PDF among images", nil, photos("", "%PDF-1.7"), fault.Unprocessable, "not_an_image"},
		{"images larger than the limit together", nil, photos(strings.Repeat("x", 500), strings.Repeat("x", 500)), fault.TooLarge, "upload_too_large"},
		{"a type that is no slug, of images", nil, document.Upload{Images: photos("").Images, TypeName: func() string { return "<x>" }}, fault.Unprocessable, "invalid_document_type"},
		{"images on a full disk", func(h *house) { h.space.free = 99 }, photos(""), fault.Unavailable, "disk_full"},
		{"an image where a PDF is expected", nil, document.Upload{FileName: "a.pdf", Content: strings.NewReader("\x89PNG\r\n\x1a\n"),
			Kinds: []document.FileKind{document.PDF}, TypeName: func() string { return "" }}, fault.Unprocessable, "not_a_pdf"},
		{"an interrupted image", nil, document.Upload{Images: func() (document.Image, error) {
			return document.Image{FileName: "a.jpg", Content: io.MultiReader(strings.NewReader(jpeg), iotest.ErrReader(io.ErrUnexpectedEOF))}, nil
		}, TypeName: func() string { return "" }}, fault.Unprocessable, "upload_interrupted"},
		{"a type that is no slug", nil, upload("a.pdf", pdf, "derecho de petición"), fault.Unprocessable, "invalid_document_type"},
		{"a client that hangs up", nil, document.Upload{Content: io.MultiReader(strings.NewReader(pdf), iotest.ErrReader(io.ErrUnexpectedEOF)),
			TypeName: func() string { return "" }}, fault.Unprocessable, "upload_interrupted"},
		{"a full disk", func(h *house) { h.space.free = 99 }, upload("a.pdf", pdf, ""), fault.Unavailable, "disk_full"},
		{"a service that drains", func(h *house) { h.service.Drain() }, upload("a.pdf", pdf, ""), fault.Unavailable, "draining"},
		{"a full queue", func(h *house) {
			for range 3 {
				_, _ = h.service.Submit(context.Background(), clerk, upload("a.pdf", pdf, ""))
			}
		}, upload("a.pdf", pdf, ""), fault.Unavailable, "queue_full"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, &intake.Options{MaxUploadBytes: 1000, QueueLimit: 3})
			if c.prepare != nil {
				c.prepare(h)
			}
			before := h.originals(t)
			_, err := h.service.Submit(t.Context(), clerk, c.upload)
			if f, ok := fault.As(err); !ok || f.Kind != c.kind || f.Code != c.code {
				t.Errorf("got %v, want %s %s", err, c.kind, c.code)
			}
			if n := h.originals(t); n != before {
				t.Errorf("%d originals are kept of a refused upload", n-before)
			}
		})
	}
}

func TestSubmitAcceptsUpToTheLimit(t *testing.T) {
	h := newHouse(t, &intake.Options{MaxUploadBytes: 1000})
	h.submit(t, pdf+strings.Repeat("x", 1000-len(pdf)))
}

func TestSubmitKeepsOriginalTaskAndJobTogether(t *testing.T) {
	h := newHouse(t, nil)
	task := h.submit(t, pdf+"content")
	stored := h.task(t, task.ID)
	if stored.Status != document.TaskPending || stored.Stage != document.StageQueued || stored.CreatedBy != "ana" || stored.Type != document.Tutela {
		t.Errorf("task %+v", stored)
	}
	r, size, err := h.blobs.Open(t.Context(), stored.OriginalKey)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	kept, err := io.ReadAll(r)
	if err != nil || string(kept) != pdf+"content" || size != stored.Size {
		t.Errorf("the original is %q of %d bytes, %v", kept, size, err)
	}

	h.queue.err = errors.New("the queue is down")
	_, err = h.service.Submit(t.Context(), clerk, upload("b.pdf", pdf, ""))
	if !errors.Is(err, h.queue.err) {
		t.Fatalf("got %v", err)
	}
	if b, err := h.Tasks().Backlog(t.Context()); b.Tasks != 1 || err != nil {
		t.Errorf("a task without a job is kept: %+v, %v", b, err)
	}
}

func TestWork(t *testing.T) {
	damaged := fault.New(fault.Unprocessable, "pdf_damaged", "El PDF está dañado.")
	crashed := fault.New(fault.Unavailable, "reader_crashed", "El lector falló con este archivo.")
	slow := fault.New(fault.Timeout, "page_timeout", "Una página tardó demasiado.")
	down := fault.New(fault.Unavailable, "reader_unavailable", "El lector no arranca.")
	for _, c := range []struct {
		rule   string
		faults []error // of the first readings; then it succeeds
		status document.TaskStatus
		code   string
		again  bool // Work asks to be called again
		reads  int
	}{
		{"a sound file becomes a document", nil, document.TaskCompleted, "", false, 1},
		{"a damaged file fails at once", []error{damaged}, document.TaskFailed, "pdf_damaged", false, 1},
		{"a crash asks for another attempt", []error{crashed}, document.TaskProcessing, "", true, 1},
		{"a page that takes too long is not tried again", []error{slow}, document.TaskFailed, "page_timeout", false, 1},
		{"a reader that cannot start is not the file's fault", []error{down}, document.TaskProcessing, "", true, 1},
		{"nor is an end of the service", []error{context.Canceled}, document.TaskProcessing, "", true, 1},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, nil)
			h.reader.faults = c.faults
			task := h.submit(t, pdf)
			err := h.worker.Work(t.Context(), task.ID)
			if (err != nil) != c.again {
				t.Fatalf("Work: %v", err)
			}
			got := h.task(t, task.ID)
			if got.Status != c.status || got.ErrorCode != c.code || h.reader.reads != c.reads {
				t.Errorf("task %s %q after %d readings, want %s %q after %d", got.Status, got.ErrorCode, h.reader.reads, c.status, c.code, c.reads)
			}
			if got.Status == document.TaskFailed && got.Error == "" {
				t.Error("a failed task does not say why")
			}
			if got.Status.Ended() && !got.ExpiresAt.Equal(got.CompletedAt.Add(7*24*time.Hour)) {
				t.Errorf("ended %v, expires %v", got.CompletedAt, got.ExpiresAt)
			}
		})
	}
}

func TestAPanicOfAnEngineFailsItsTaskOnly(t *testing.T) {
	h := newHouse(t, nil)
	h.panics = true
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatalf("Work asks to be called again: %v", err)
	}
	if got := h.task(t, task.ID); got.Status != document.TaskFailed || got.ErrorCode != "analysis_failed" {
		t.Errorf("task %+v", got)
	}
}

func TestWorkedDocumentSaysWhatWasRead(t *testing.T) {
	h := newHouse(t, nil)
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	d, err := h.service.Document(t.Context(), clerk, task.DocumentID)
	if err != nil {
		t.Fatal(err)
	}
	if d.Cedula != "52418903" || !strings.EqualFold(d.Plaintiff, "Ana López Ruiz") || d.Status != document.Processed {
		t.Errorf("document %+v", d)
	}
	result := h.task(t, task.ID).Result
	if result == nil || result.DocumentID != d.ID || result.Plaintiff != d.Plaintiff || result.Pages != 1 || len(result.Duplicates) != 0 {
		t.Errorf("result %+v", result)
	}
}

func TestWorkingAgainChangesNothing(t *testing.T) {
	h := newHouse(t, nil)
	task := h.submit(t, pdf)
	for range 3 {
		if err := h.worker.Work(t.Context(), task.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.worker.Work(t.Context(), "no such task"); err != nil {
		t.Errorf("an unknown task: %v", err)
	}
	list, err := h.service.List(t.Context(), clerk, document.Filter{}, document.PageRequest{Number: 1, Size: 10})
	if err != nil || list.Total != 1 || h.reader.reads != 1 {
		t.Errorf("%d documents after %d readings, %v", list.Total, h.reader.reads, err)
	}
}

func TestOfTwoEqualPapersTheLaterSeesTheEarlier(t *testing.T) {
	h := newHouse(t, nil)
	a, b := h.submit(t, pdf), h.submit(t, pdf)
	var both sync.WaitGroup
	for _, id := range []string{a.ID, b.ID} {
		both.Go(func() {
			if err := h.worker.Work(context.Background(), id); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	found := append(h.task(t, a.ID).Result.Duplicates, h.task(t, b.ID).Result.Duplicates...)
	if len(found) != 1 || found[0].Similarity != 1 || found[0].FileName != "tutela.pdf" {
		t.Errorf("duplicates %+v, want exactly one of similarity 1", found)
	}
}

func TestDuplicatesAndVerifyFindTheRefiledAndNotTheFormLetter(t *testing.T) {
	h := newHouse(t, nil)
	first := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	letter := strings.NewReplacer("ANA LÓPEZ RUIZ", "PEDRO GÓMEZ SILVA", "52.418.903", "79.200.415", "identificada", "identificado",
		"3 de febrero", "9 de enero", "14 de febrero", "20 de enero", "costurera", "vigilante").Replace(filing)
	for _, c := range []struct {
		rule, text string
		want, mass int
	}{
		{"the same text is found", filing, 1, 0},
		{"another person's form letter is not, and is listed beside", letter, 0, 1},
		{"another paper is not", "Solicito copia del expediente de la vigencia anterior para los fines pertinentes.", 0, 0},
	} {
		got, err := h.service.Verify(t.Context(), clerk, c.text, document.Tutela)
		if err != nil || len(got.Duplicates) != c.want || len(got.Mass) != c.mass {
			t.Errorf("%s: %+v, %v", c.rule, got, err)
		}
		for _, d := range append(got.Duplicates, got.Mass...) {
			if len(d.Reasons) == 0 || len(d.Parties.Evidence) == 0 {
				t.Errorf("%s: %s has no reasons: %+v", c.rule, d.FileName, d.Assessment)
			}
		}
	}
	got, err := h.service.Duplicates(t.Context(), clerk, first.DocumentID)
	if err != nil || len(got.Duplicates)+len(got.Mass) != 0 {
		t.Errorf("a document is a duplicate of itself: %+v, %v", got, err)
	}
	for _, empty := range []string{"", "\x00\u200b\ufeff", " \n\t"} {
		if _, err := h.service.Verify(t.Context(), clerk, empty, document.Tutela); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("verifying %q: %v", empty, err)
		}
	}
	if _, err := h.service.Verify(t.Context(), clerk, strings.Repeat("ñ", 1_000_001), document.Tutela); fault.KindOf(err) != fault.TooLarge {
		t.Errorf("verifying too much: %v", err)
	}
}

func TestProgressNeverGoesBack(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.pages = 5
	h.reader.faults = []error{context.Canceled} // the service stops while reading and starts again
	task := h.submit(t, pdf)
	var last float64
	h.reader.seen = func() {
		h.clock.advance(time.Second)
		now := h.task(t, task.ID).Progress
		if now < last {
			t.Errorf("progress went from %v to %v", last, now)
		}
		last = now
	}
	for h.worker.Work(t.Context(), task.ID) != nil {
	}
	if got := h.task(t, task.ID); got.Progress != 1 || got.PagesDone != 5 || got.PagesTotal != 5 || last < 0.5 {
		t.Errorf("progress %v (%d of %d pages), %v before the end", got.Progress, got.PagesDone, got.PagesTotal, last)
	}
}

func TestAnEndedTaskExpires(t *testing.T) {
	h := newHouse(t, nil)
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	h.clock.advance(7*24*time.Hour - time.Second)
	if _, err := h.service.Task(t.Context(), clerk, task.ID); err != nil {
		t.Errorf("a second before its time: %v", err)
	}
	h.clock.advance(time.Second)
	if _, err := h.service.Task(t.Context(), clerk, task.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("at its time: %v", err)
	}
}

func TestSweepRemovesOnlyWhatNothingNeeds(t *testing.T) {
	h := newHouse(t, nil)
	done, waiting := h.submit(t, pdf), h.submit(t, pdf+"2")
	if err := h.worker.Work(t.Context(), done.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.blobs.Put(t.Context(), "2026/orphan.pdf", strings.NewReader(pdf)); err != nil {
		t.Fatal(err)
	}
	sweep := func(now time.Time) intake.Swept {
		swept, err := intake.Sweeper{Tasks: h.Tasks(), Sessions: h.Sessions(), Attempts: attempts{}, Blobs: h.blobs, Spool: h.spool, Originals: h.Originals(), Bin: h.Bin(),
			Now: func() time.Time { return now }}.Sweep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return swept
	}
	if got := sweep(time.Now()); got != (intake.Swept{}) {
		t.Errorf("swept %+v at once: a running upload would be lost", got)
	}
	if got := sweep(time.Now().Add(25 * time.Hour)); got.Originals != 1 {
		t.Errorf("swept %+v a day later, want the orphan alone", got)
	}
	for _, task := range []document.Task{done, waiting} {
		if r, _, err := h.blobs.Open(t.Context(), task.OriginalKey); err != nil {
			t.Errorf("a needed original is gone: %v", err)
		} else {
			r.Close()
		}
	}
}

func TestFullDiskIsUnhealthy(t *testing.T) {
	h := newHouse(t, nil)
	for free, want := range map[int64]document.HealthStatus{99: document.Unhealthy, 100: document.Healthy} {
		h.space.free = free
		if got := h.service.Health(t.Context()); got.Status() != want {
			t.Errorf("%d bytes free: %+v", free, got)
		}
	}
}

func TestHealthNamesEachComponent(t *testing.T) {
	h := newHouse(t, nil)
	if got := h.service.Health(t.Context()); got.Status() != document.Healthy {
		t.Errorf("health %+v", got)
	}
	if ocr := h.service.Health(t.Context()).Components[1]; !strings.Contains(ocr.Detail, "no tienen red ni ven otros archivos") {
		t.Errorf("component %+v", ocr)
	}
	for sandbox, missing := range map[document.Sandbox]string{
		{Known: true, Calls: true}: "Landlock activado", {Known: true, Files: true}: "Linux con seccomp.", {Known: true}: "seccomp y Landlock",
		{}: "aún no han dicho", {Known: true, Calls: true, Files: true}: "permisos de root",
	} {
		h.reader.sandbox = sandbox
		if ocr := h.service.Health(t.Context()).Components[1]; ocr.Status != document.ComponentOK || !strings.Contains(ocr.Detail, missing) {
			t.Errorf("with %+v: %+v", sandbox, ocr)
		}
	}
	h.reader.broken = errors.New("no tesseract")
	health := h.service.Health(t.Context())
	if health.Status() != document.Degraded {
		t.Errorf("health %+v", health)
	}
	var names []string
	for _, c := range health.Components {
		names = append(names, c.Name)
		if (c.Detail == "") != (c.Status == document.ComponentOK) {
			t.Errorf("component %+v", c)
		}
	}
	if got := strings.Join(names, " "); got != "database ocr queue ner dedup disk" {
		t.Errorf("components %s", got)
	}
}

func TestHealthIsUnhealthyWhileUploadsAreRefused(t *testing.T) {
	for rule, prepare := range map[string]func(h *house){
		"a full disk":           func(h *house) { h.space.free = 99 },
		"a service that drains": func(h *house) { h.service.Drain() },
		"too many tasks waiting": func(h *house) {
			for range 3 {
				h.submit(t, pdf)
			}
		},
	} {
		t.Run(rule, func(t *testing.T) {
			h := newHouse(t, &intake.Options{MaxUploadBytes: 1000, QueueLimit: 3})
			if got := h.service.Health(t.Context()); got.Status() != document.Healthy {
				t.Fatalf("before: %+v", got)
			}
			prepare(h)
			_, refused := h.service.Submit(t.Context(), clerk, upload("a.pdf", pdf, ""))
			if got := h.service.Health(t.Context()); refused == nil || got.Status() != document.Unhealthy {
				t.Errorf("%s (an upload: %v), %+v", got.Status(), refused, got)
			}
		})
	}
	t.Run("every upload would fail", func(t *testing.T) {
		h := newHouse(t, nil)
		h.reader.broken = fault.New(fault.Unavailable, "ocr_unavailable", "Falta Tesseract.")
		if got := h.service.Health(t.Context()); got.Status() != document.Unhealthy || got.Components[1].Detail != "Falta Tesseract." {
			t.Errorf("%+v", got)
		}
	})
}

// reader is a ports.Reader that reads one filing out of every file.
type reader struct {
	mu      sync.Mutex
	faults  []error  // of the first readings
	pages   int      // default 1
	text    string   // of the first page; the default is filing
	texts   []string // of all pages, in place of pages and text
	doubt   float64  // by how much the confidence is below 1
	within  []string // attachments of the first page
	reads   int
	seen    func()              // after each page
	kills   func(page int) bool // whether reading that page ends the server
	broken  error
	sandbox document.Sandbox

	read      []int    // pages, in order
	passwords []string // of each reading
}

func (r *reader) Read(_ context.Context, request document.ReadRequest, visit func(document.Page, int) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reads++
	var failed error
	if len(r.faults) > 0 {
		failed, r.faults = r.faults[0], r.faults[1:]
	}
	r.passwords = append(r.passwords, request.Password)
	pages := max(1, r.pages, len(r.texts))
	for n := request.Done + 1; n <= pages; n++ {
		if r.kills != nil && r.kills(n) {
			panic("killed")
		}
		if failed != nil && n > pages/2 {
			return failed
		}
		r.read = append(r.read, n)
		page := document.Page{Number: n, Source: document.TextLayer, Confidence: 1 - r.doubt}
		page.Text = fmt.Sprintf("Folio %d", n)
		if n == 1 {
			page.Text, page.Attachments = cmp.Or(r.text, filing), r.within
		}
		if len(r.texts) > 0 {
			page.Text = r.texts[n-1]
		}
		page.Words = wordsOf(page.Text)
		if err := visit(page, pages); err != nil {
			return err
		}
		if r.seen != nil {
			r.seen()
		}
	}
	return failed
}

// wordsOf are the words of a text, side by side in one line.
func wordsOf(text string) (words []document.Word) {
	at := 0
	for word := range strings.FieldsSeq(text) {
		at += strings.Index(text[at:], word)
		start := utf8.RuneCountInString(text[:at])
		end := start + utf8.RuneCountInString(word)
		words = append(words, document.Word{Text: word, Start: start, End: end, Box: document.Box{X0: float64(start), X1: float64(end), Y1: 10}})
		at += len(word)
	}
	return words
}

func (r *reader) Check(context.Context) (document.Sandbox, error) { return r.sandbox, r.broken }

// extractor is the real one, unless the house says that it panics.
type extractor struct {
	*ner.Ensemble
	house *house
}

func (h *house) newExtractor(c ner.Config) (ports.Extractor, error) {
	if h.building != nil {
		h.building()
	}
	e, err := ner.NewEnsemble(c)
	return extractor{e, h}, err
}

func (e extractor) ExtractContext(ctx context.Context, text string, recognised ...ner.Span) (ner.Result, error) {
	if e.house.panics {
		panic("index out of range")
	}
	if e.house.stalls {
		<-ctx.Done()
	}
	return e.Ensemble.ExtractContext(ctx, text, recognised...)
}

// queue keeps what is queued, until it fails; tests do the work.
type queue struct {
	mu     sync.Mutex
	queued []string // IDs of tasks
	err    error
}

func (q *queue) Enqueue(_ context.Context, taskID, _ string, _ document.Priority) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil {
		q.queued = append(q.queued, taskID)
	}
	return q.err
}

// attempts has no login attempts to forget.
type attempts struct{ ports.LoginAttempts }

func (attempts) Forget(context.Context, time.Time) (int, error) { return 0, nil }

type space struct{ free int64 }

func (s *space) Free(context.Context) (int64, error) { return s.free, nil }

// clock tells a time of its own, and makes IDs that sort.
type clock struct {
	mu  sync.Mutex
	now time.Time
	ids int
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) NewID() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids++
	return fmt.Sprintf("01890000-0000-7000-8000-%012d", c.ids)
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

var _ ports.Reader = (*reader)(nil)

func TestTheSuggestedTypeStandsBesideWhatTheUploaderSaid(t *testing.T) {
	h := newHouse(t, nil)
	task, err := h.service.Submit(t.Context(), clerk, upload("a.pdf", pdf, "derecho_peticion"))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	d, err := h.Documents().Get(t.Context(), task.DocumentID)
	if err != nil {
		t.Fatal(err)
	}
	if d.Type != document.DerechoPeticion || d.Suggested.Type != document.Tutela || d.Suggested.Confidence < .7 || len(d.Suggested.Reasons) == 0 {
		t.Errorf("type %s, suggested %+v", d.Type, d.Suggested)
	}
	if r := h.task(t, task.ID).Result; r.Type != document.DerechoPeticion || r.Suggested.Type != document.Tutela {
		t.Errorf("result: type %s, suggested %+v", r.Type, r.Suggested)
	}
}
