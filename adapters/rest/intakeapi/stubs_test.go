package intakeapi_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/sheet"
)

// intakeStub is a ports.Intake that knows one task and one document. A field
// that is set answers in place of its method.
type intakeStub struct {
	original func(ctx context.Context, by account.Actor, id string) (document.Original, error)
	page     func(ctx context.Context, by account.Actor, id string, number, dpi int) (document.Picture, error)
	health   func(ctx context.Context) document.Health
	submit   func(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error)
	list     func(ctx context.Context, by account.Actor, f document.Filter, p document.PageRequest) (document.Listing, error)
	search   func(ctx context.Context, by account.Actor, s document.Search) (document.Found, error)
	document func(ctx context.Context, by account.Actor, id string) (document.Document, error)

	deleted atomic.Int32 // calls of Delete
}

func (*intakeStub) Enter(_ context.Context, _ account.Actor, e document.Entry) (document.Document, error) {
	d := document.Document{ID: knownDocument, Status: document.ManualEntry}
	if e.Key == "used" {
		return d, fault.New(fault.RuleViolated, "idempotency_key_reused", "Use otra clave.")
	}
	t, err := document.ParseType(e.TypeName)
	d.Type = t
	for f, v := range e.Fields {
		if err == nil {
			err = d.SetField(f, v)
		}
	}
	return d, err
}

func (*intakeStub) Validate(_ context.Context, by account.Actor, id string, c document.Correction) (document.Document, error) {
	d := document.Document{ID: id, Status: document.Validated, ValidatedAt: when, ValidatedBy: by.Username}
	if id != knownDocument {
		return d, errNoDocument
	}
	if c.Revisions != nil {
		return d, fault.New(fault.Stale, "document_changed", "Vuelva a abrirlo.")
	}
	for f, v := range c.Fields {
		if err := d.SetField(f, v); err != nil {
			return d, err
		}
	}
	return d, nil
}

func (*intakeStub) History(_ context.Context, _ account.Actor, id string, page document.PageRequest) (document.ChangeListing, error) {
	if id != knownDocument {
		return document.ChangeListing{}, errNoDocument
	}
	return document.ChangeListing{Total: 1, Page: page, Items: []document.Change{
		{DocumentID: id, At: when, User: "ana", By: "Juez", Field: document.FieldPlaintiff, From: "A", To: "B"}}}, nil
}

func (*intakeStub) Recurring(_ context.Context, _ account.Actor, id string, p document.Person) (document.Recurrence, error) {
	if id != knownDocument {
		return document.Recurrence{}, errNoDocument
	}
	if p == (document.Person{}) {
		return document.Recurrence{}, fault.New(fault.Unprocessable, "nothing_to_search", "Indique algo.")
	}
	return document.Recurrence{Cedula: document.Matches{Total: 300,
		Items: []document.Summary{{ID: unknown, FileName: "b.pdf", Plaintiff: "ANA"}}}, Email: document.Matches{Total: 1}}, nil
}

func (i *intakeStub) Original(ctx context.Context, by account.Actor, id string) (document.Original, error) {
	if i.original != nil {
		return i.original(ctx, by, id)
	}
	if id != knownDocument {
		return document.Original{}, errNoDocument
	}
	return document.Original{FileName: "tutela «José».pdf", SHA256: "abc", Size: 10, Content: io.NopCloser(strings.NewReader("0123456789"))}, nil
}

func (i *intakeStub) Page(ctx context.Context, by account.Actor, id string, number, dpi int) (document.Picture, error) {
	if i.page != nil {
		return i.page(ctx, by, id, number, dpi)
	}
	switch {
	case id != knownDocument:
		return document.Picture{}, errNoDocument
	case number > 2:
		return document.Picture{}, document.NoPage(number, 2)
	}
	return document.Picture{Tag: fmt.Sprintf("abc-%d-%d", number, dpi), Draw: func(context.Context) ([]byte, error) {
		if number == 2 {
			return nil, fault.New(fault.Unavailable, "reader_busy", "Espere.").RetryIn(2 * time.Second)
		}
		return []byte("0123456789"), nil
	}}, nil
}

func (*intakeStub) Compare(_ context.Context, _ account.Actor, id, other string) (document.Comparison, error) {
	if id != knownDocument || other == unknown {
		return document.Comparison{}, errNoDocument
	}
	left, right := "Año nuevo ñ. ", "Año viejo ñ. "
	return document.Comparison{Left: document.Summary{ID: id, Status: document.Processed, CreatedAt: when}, Right: document.Summary{ID: other, Status: document.Imported, CreatedAt: when},
		LeftText: left, RightText: right, Relation: document.OtherDocument, Aligned: true, Shared: 2.0 / 3, Passages: align.Texts(left, right),
		Duplicate: document.Duplicate{Similarity: .4, MinHash: .5, TFIDF: .6, Entity: .7, Reasons: []string{"distinto accionado"}}}, nil
}

func (i *intakeStub) Health(ctx context.Context) document.Health {
	if i.health != nil {
		return i.health(ctx)
	}
	return document.Health{Components: []document.Component{
		{Name: "database", Status: document.ComponentOK},
		{Name: "ocr", Status: document.ComponentError, Detail: "No arranca."},
	}}
}

func (i *intakeStub) Submit(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error) {
	if i.submit != nil {
		return i.submit(ctx, by, u)
	}
	if _, err := io.Copy(io.Discard, u.Content); err != nil {
		return document.Task{}, err
	}
	t, err := document.ParseType(u.TypeName())
	return document.Task{ID: knownTask, Status: document.TaskPending, Type: t, FileName: document.CleanFileName(u.FileName)}, err
}

func (*intakeStub) Task(_ context.Context, _ account.Actor, id string) (document.Task, error) {
	if id != knownTask {
		return document.Task{}, fault.New(fault.NotFound, "task_not_found", "No existe esa tarea.")
	}
	return document.Task{ID: id, Status: document.TaskCompleted, Stage: document.StageSaving, Progress: 1, PagesDone: 2, PagesTotal: 2,
		CreatedAt: when, StartedAt: when, CompletedAt: when, ExpiresAt: when,
		Result: &document.TaskResult{DocumentID: knownDocument, FileName: "a.pdf", Type: document.Tutela, Plaintiff: "ANA", Defendant: "EPS",
			Suggested:     document.Suggestion{Type: document.Desacato, Confidence: 0.8, Reasons: []string{"desacato"}},
			OCRConfidence: 0.9, Pages: 2, ProcessingTime: 1500 * time.Millisecond,
			Related: document.Related{Duplicates: []document.Duplicate{{DocumentID: unknown, FileName: "b.pdf", Similarity: 1}}}}}, nil
}

func (*intakeStub) ListTasks(_ context.Context, _ account.Actor, status document.TaskStatus, p document.PageRequest) (document.TaskListing, error) {
	return document.TaskListing{Items: []document.Task{{ID: knownTask, Status: cmp.Or(status, document.TaskFailed), Stage: document.StageReading,
		FileName: "a.pdf", Type: document.Tutela, Error: "No se pudo leer.", ErrorCode: "damaged", CreatedAt: when}}, Total: 21, Page: p}, nil
}

func (*intakeStub) RetryTask(_ context.Context, _ account.Actor, id, _ string) (document.Task, error) {
	switch id {
	case knownTask:
		return document.Task{ID: id, Status: document.TaskPending}, nil
	case completedTask:
		return document.Task{}, fault.New(fault.Conflict, "task_completed", "Ya terminó.")
	}
	return document.Task{}, fault.New(fault.NotFound, "task_not_found", "No existe esa tarea.")
}

func (i *intakeStub) Delete(_ context.Context, by account.Actor, id string) error {
	i.deleted.Add(1)
	if id != knownDocument {
		return fault.New(fault.NotFound, "document_not_found", "No existe ese documento.")
	}
	return nil
}

func (i *intakeStub) List(ctx context.Context, by account.Actor, f document.Filter, p document.PageRequest) (document.Listing, error) {
	if i.list != nil {
		return i.list(ctx, by, f, p)
	}
	return document.Listing{Items: []document.Summary{{ID: knownDocument, FileName: "a.pdf", Type: document.Tutela,
		Status: document.Processed, CreatedAt: when}}, Total: 41, Page: p}, nil
}

func (i *intakeStub) Search(ctx context.Context, by account.Actor, s document.Search) (document.Found, error) {
	if i.search != nil {
		return i.search(ctx, by, s)
	}
	return document.Found{Items: []document.Finding{{Summary: document.Summary{ID: knownDocument, FileName: "a.pdf", Type: document.Tutela,
		Status: document.Processed, Plaintiff: "ANA", Defendant: "EPS", CreatedAt: when},
		Snippet: search.Snippet{Text: "la salud de " + s.Text, Marks: []search.Span{{Start: 3, End: 8}}}}}, Total: 41, Page: s.Page}, nil
}

func (i *intakeStub) Document(ctx context.Context, by account.Actor, id string) (document.Document, error) {
	if i.document != nil {
		return i.document(ctx, by, id)
	}
	if id != knownDocument {
		return document.Document{}, fault.New(fault.NotFound, "document_not_found", "No existe ese documento.")
	}
	return document.Document{ID: id, FileName: "a.pdf", Type: document.Tutela, Status: document.Processed, Text: "texto", CreatedAt: when,
		OCRConfidence: 1, Pages: []document.PageInfo{{Number: 1, Source: document.TextLayer, Confidence: 1, End: 5}},
		Suggested:    document.Suggestion{Type: document.Desacato, Confidence: 0.8, Reasons: []string{"desacato"}},
		Alternatives: []document.Entity{{Entity: ner.Entity{Field: ner.Cedula, Value: "123", Raw: "1 2 3", Confidence: .3}}},
		Entities:     []document.Entity{{Page: 1, Boxes: []document.Box{{X1: 1, Y1: 1}}}}}, nil
}

func (*intakeStub) Duplicates(_ context.Context, _ account.Actor, id string) (document.Related, error) {
	if id != knownDocument {
		return document.Related{}, fault.New(fault.NotFound, "document_not_found", "No existe ese documento.")
	}
	return document.Related{Duplicates: []document.Duplicate{{DocumentID: unknown, FileName: "b.pdf", Similarity: .8, MinHash: .7, TFIDF: .9, Entity: .6, Reasons: []string{"Los mismos hechos"}}},
		Mass: []document.Duplicate{{DocumentID: unknown, FileName: "c.pdf", Similarity: .3, Reasons: []string{"mismo formato de escrito"}}}}, nil
}

func (*intakeStub) Verify(_ context.Context, _ account.Actor, text string, _ document.Type) (document.Related, error) {
	return document.Related{Duplicates: []document.Duplicate{{DocumentID: unknown, FileName: "b.pdf", Similarity: .8}}}, nil
}

// configurationStub is a ports.Configuration that keeps what it gets unchecked.
type configurationStub struct {
	dedup dedup.Config
	ner   ner.Config
}

func (s *configurationStub) DedupConfig(context.Context, account.Actor) (dedup.Config, error) {
	return s.dedup, nil
}

func (s *configurationStub) SetDedupConfig(_ context.Context, _ account.Actor, change func(*dedup.Config)) (dedup.Config, error) {
	change(&s.dedup)
	return s.dedup, nil
}

func (s *configurationStub) NERConfig(context.Context, account.Actor) (ner.Config, error) {
	return s.ner, nil
}

func (s *configurationStub) SetNERConfig(_ context.Context, _ account.Actor, change func(*ner.Config) error) (ner.Config, error) {
	err := change(&s.ner)
	return s.ner, err
}

func (*configurationStub) NERHistory(_ context.Context, _ account.Actor, p document.PageRequest) (document.TuningListing, error) {
	return document.TuningListing{Items: []document.Tuning{{Number: 2, At: when, By: "jefa", Origin: document.TunedByExamples, Config: ner.DefaultConfig()}}, Total: 21, Page: p}, nil
}

// statisticsStub is a ports.Statistics that always says the same.
type statisticsStub struct{}

func (statisticsStub) Processing(context.Context, account.Actor) (document.Processing, error) {
	return document.Processing{Documents: 9, Read: 4, Manual: 3, Average: 1500500 * time.Microsecond, Today: 1, ThisWeek: 2}, nil
}

func (statisticsStub) Dashboard(context.Context, account.Actor) (document.Dashboard, error) {
	return document.Dashboard{Documents: 2, ByType: map[document.Type]int{document.Tutela: 2}, ByStatus: map[document.Status]int{document.Validated: 2},
		PerDay: []document.DayCount{{Day: document.DayOf(when), Count: 2}}, PendingValidation: 1, Duplicated: 1, OCRConfidence: 0.5}, nil
}

// authStub is a ports.Auth that knows the password of "ana". A field that is
// set answers in place of its method.
type authStub struct {
	login   func(ctx context.Context, username, password string, from netip.Addr) (account.Grant, error)
	profile func(ctx context.Context, by account.Actor) (account.Profile, error)

	loggedOut atomic.Int32 // calls of Logout
}

func (s *authStub) Login(ctx context.Context, username, password string, from netip.Addr) (account.Grant, error) {
	if s.login != nil {
		return s.login(ctx, username, password, from)
	}
	if username == "ana" && password == "secreto" {
		return account.Grant{AccessToken: goodToken, ExpiresIn: 8 * time.Hour}, nil
	}
	return account.Grant{}, fault.New(fault.Unauthenticated, "bad_credentials", "Revise usuario y contraseña.")
}

func (*authStub) Resume(_ context.Context, c account.Claims) (account.Actor, error) {
	actor := account.Actor{Username: c.Subject, Role: account.Member, SessionID: c.SessionID, ExpiresAt: when}
	if c.Subject == "jefa" {
		actor.Role = account.Admin
	}
	return actor, nil
}

func (*authStub) Refresh(_ context.Context, by account.Actor) (account.Grant, error) {
	if by.SessionID == "spent" {
		return account.Grant{}, fault.New(fault.Unauthenticated, "refresh_limit_reached", "Ingrese de nuevo.")
	}
	return account.Grant{AccessToken: goodToken, ExpiresIn: 8 * time.Hour}, nil
}

func (s *authStub) Logout(context.Context, account.Actor) error {
	s.loggedOut.Add(1)
	return nil
}

func (s *authStub) Profile(ctx context.Context, by account.Actor) (account.Profile, error) {
	if s.profile != nil {
		return s.profile(ctx, by)
	}
	return account.Profile{Username: by.Username, Name: "Ana", Email: "ana@x.co", Role: by.Role, ExpiresAt: by.ExpiresAt, RefreshesLeft: 5}, nil
}

// spreadsheetsStub is a ports.Spreadsheets. The field answers in place of its
// method when it is set.
type spreadsheetsStub struct {
	export func(ctx context.Context, by account.Actor, f document.Filter) (document.Export, error)
}

func (*spreadsheetsStub) Import(_ context.Context, _ account.Actor, in sheet.Import) (sheet.Report, error) {
	if !sheet.IsWorkbookName(in.FileName) {
		return sheet.Report{}, fault.New(fault.Unprocessable, "not_a_spreadsheet", "Envíe un libro de Excel.")
	}
	if _, err := io.Copy(io.Discard, in.Content); err != nil {
		return sheet.Report{}, err
	}
	update, err := in.Update()
	if err != nil {
		return sheet.Report{}, err
	}
	r := sheet.Report{Rows: 3, Imported: 1, Skipped: 1}
	if update {
		r.Updated, r.Skipped = 1, 0
	}
	r.Fail(4, sheet.Fault{Column: "demandante", Message: "Falta este dato.", Value: "x"})
	return r, nil
}

func (s *spreadsheetsStub) Export(ctx context.Context, by account.Actor, f document.Filter) (document.Export, error) {
	if s.export != nil {
		return s.export(ctx, by, f)
	}
	if err := f.Validate(); err != nil {
		return document.Export{}, err
	}
	if f.To == document.DayOf(when) {
		return document.Export{}, fault.New(fault.NotFound, "nothing_to_export", "No hay documentos.")
	}
	return document.Export{Documents: 2, Size: 4, Content: workbook{strings.NewReader("PK\x03\x04"), make(chan struct{})}}, nil
}
