package intakeapi_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/terms"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/apitest"
	"github.com/cotejo/cotejo/testkit/mock"
)

// Identifiers that the services of these tests know, and one they do not.
const (
	knownTask     = "0195f0a0-0000-7000-8000-000000000001"
	completedTask = "0195f0a0-0000-7000-8000-000000000003"
	knownDocument = "0195f0a0-0000-7000-8000-000000000002"
	unknown       = "0195f0a0-0000-7000-8000-00000000ffff"

	prefix = "/api/v1"
)

// house is a server with services that know one task and one document.
type house struct {
	apitest.Client
	intake    *mock.IntakeMock
	originals *mock.OriginalsMock
	config    *mock.ConfigurationMock
	auth      *mock.AuthMock
	sheets    *mock.SpreadsheetsMock
	server    *rest.Server
	api       *rest.API
	addr      string
	read      <-chan string // of apitest.WatchReads
	log       *logbook
}

// build starts a server; change may replace what it is made of.
func build(t testing.TB, change func(o *rest.Options, d *intakeapi.Deps, h *house)) *house {
	t.Helper()
	h := &house{intake: newIntake(), originals: newOriginals(), config: newConfiguration(), auth: newAuth(), sheets: newSpreadsheets(), log: &logbook{}}
	var ids atomic.Int64
	opts := rest.Options{
		Logger:      slog.New(slog.NewJSONHandler(h.log, nil)),
		NewID:       func() string { return fmt.Sprintf("request-%d", ids.Add(1)) },
		Tokens:      testTokens{},
		Identify:    h.auth.Resume,
		CORSOrigins: []string{"http://localhost:3000"}, CORSMethods: intakeapi.CORSMethods[:],
	}
	deps := intakeapi.Deps{Intake: h.intake, Originals: h.originals, People: people{}, Auth: h.auth, Configuration: h.config,
		Statistics: newStatistics(), Spreadsheets: h.sheets, CaseFiles: caseFiles{}, Bin: recycleBin{}, Divisions: splitter{},
		Version: "test", MaxUploadBytes: 2 << 20}
	if change != nil {
		change(&opts, &deps, h)
	}
	server := rest.NewServer(opts)
	h.server, h.api = server, intakeapi.Register(server, deps)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ln, h.read = apitest.WatchReads(ln)
	served := make(chan error, 1)
	go func() { served <- server.Serve(ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
		defer cancel()
		_ = server.Shutdown(ctx)
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	h.addr = ln.Addr().String()
	h.Client = apitest.Client{Base: "http://" + h.addr, Check: apitest.Conforms(h.api.OpenAPI())}
	return h
}

// testTokens takes tokens that sign made.
type testTokens struct{}

var secret = []byte("a secret of these tests, long enough")

func (testTokens) Key(t *jwt.Token) (any, error) {
	if t.Method != jwt.SigningMethodHS256 {
		return nil, fmt.Errorf("signed with %s", t.Method.Alg())
	}
	return secret, nil
}

func (testTokens) Blank() jwt.Claims { return &jwt.RegisteredClaims{} }

func (testTokens) Accept(c jwt.Claims) (account.Claims, error) {
	r := c.(*jwt.RegisteredClaims)
	if r.Issuer != "tests" {
		return account.Claims{}, fmt.Errorf("issued by %q", r.Issuer)
	}
	return account.Claims{Subject: r.Subject, SessionID: r.ID, ExpiresAt: when}, nil
}

func sign(method jwt.SigningMethod, key any, issuer string) string {
	return signClaims(method, key, jwt.RegisteredClaims{Issuer: issuer, Subject: "ana"})
}

func signClaims(method jwt.SigningMethod, key any, claims jwt.RegisteredClaims) string {
	s, err := jwt.NewWithClaims(method, &claims).SignedString(key)
	if err != nil {
		panic(err)
	}
	return s
}

// Tokens of a user, of an administrator, and of a user whose session has no
// refreshes left.
var (
	goodToken  = sign(jwt.SigningMethodHS256, secret, "tests")
	adminToken = signClaims(jwt.SigningMethodHS256, secret, jwt.RegisteredClaims{Issuer: "tests", Subject: "jefa"})
	spentToken = signClaims(jwt.SigningMethodHS256, secret, jwt.RegisteredClaims{Issuer: "tests", Subject: "ana", ID: "spent"})
)

var when = time.Date(2026, 3, 4, 15, 4, 5, 123_000_000, time.UTC)

var errNoDocument = fault.New(fault.NotFound, "document_not_found", "No existe ese documento.")

func newOriginals() *mock.OriginalsMock {
	return &mock.OriginalsMock{
		OriginalFunc: func(_ context.Context, _ account.Actor, id string) (document.Original, error) {
			if id != knownDocument {
				return document.Original{}, errNoDocument
			}
			return document.Original{FileName: "tutela «José».pdf", SHA256: "abc", Size: 10, Content: io.NopCloser(strings.NewReader("0123456789"))}, nil
		},
		PageFunc: func(_ context.Context, _ account.Actor, id string, d document.Drawing) (document.Picture, error) {
			switch {
			case id != knownDocument:
				return document.Picture{}, errNoDocument
			case d.Page > 2:
				return document.Picture{}, document.NoPage(d.Page, 2)
			}
			return document.Picture{Tag: fmt.Sprintf("abc-%d-%g", d.Page, d.DPI), Draw: func(context.Context) ([]byte, error) {
				if d.Page == 2 {
					return nil, fault.New(fault.Unavailable, "reader_busy", "Espere.").RetryIn(2 * time.Second)
				}
				return []byte("0123456789"), nil
			}}, nil
		},
		PageWordsFunc: func(_ context.Context, _ account.Actor, id string, number int) (document.PageWords, error) {
			switch {
			case id != knownDocument:
				return document.PageWords{}, errNoDocument
			case number == 1:
				return document.PageWords{Available: true, WordMap: document.WordMap{Width: 612, Height: 792, Words: []document.Word{
					{Text: "Señor", Confidence: 0.5, Start: 3, End: 8, Box: document.Box{X0: 1.5, Y0: 2, X1: 30, Y1: 12}}}}}, nil
			case number == 2:
				return document.PageWords{}, nil
			}
			return document.PageWords{}, document.NoPage(number, 2)
		},
	}
}

// people is a ports.People that knows who recurs with one document.
type people struct{ ports.People }

func (people) Recurring(_ context.Context, _ account.Actor, id string, p document.Person) (document.Recurrence, error) {
	if id != knownDocument {
		return document.Recurrence{}, errNoDocument
	}
	return document.Recurrence{Cedula: document.Matches{Total: 300,
		Items: []document.Summary{{ID: unknown, FileName: "b.pdf", Plaintiff: "ANA"}}}, Email: document.Matches{Total: 1}}, nil
}

func newIntake() *mock.IntakeMock {
	return &mock.IntakeMock{
		EnterFunc: func(_ context.Context, _ account.Actor, e document.Entry) (document.Document, error) {
			d := document.Document{ID: knownDocument, Status: document.ManualEntry, TypedIn: true}
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
		},
		ValidateFunc: func(_ context.Context, by account.Actor, id string, c document.Correction) (document.Document, error) {
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
		},
		ChangeManyFunc: changeMany,
		HistoryFunc: func(_ context.Context, _ account.Actor, id string, page document.PageRequest) (document.ChangeListing, error) {
			if id != knownDocument {
				return document.ChangeListing{}, errNoDocument
			}
			return document.ChangeListing{Total: 1, Page: page, Items: []document.Change{
				{DocumentID: id, At: when, User: "ana", By: "Juez", Field: document.FieldPlaintiff, From: "A", To: "B"}}}, nil
		},
		CompareFunc: func(_ context.Context, _ account.Actor, id, other string) (document.Comparison, error) {
			if id != knownDocument || other == unknown || other == "" {
				return document.Comparison{}, errNoDocument
			}
			left, right := "Año nuevo ñ. ", "Año viejo ñ. "
			return document.Comparison{Left: document.Summary{ID: id, Status: document.Processed, CreatedAt: when}, Right: document.Summary{ID: other, Status: document.Imported, CreatedAt: when},
				LeftText: left, RightText: right, Relation: document.OtherDocument, Aligned: true, Shared: 2.0 / 3, Passages: align.Texts(left, right),
				Duplicate: document.Duplicate{Assessment: assessed(.4, "defendant_different", "distinto accionado")}}, nil
		},
		HealthFunc: func(context.Context) document.Health {
			return document.Health{Components: []document.Component{
				{Name: "database", Status: document.ComponentOK},
				{Name: "ocr", Status: document.ComponentError, Detail: "No arranca."},
			}}
		},
		SubmitFunc: func(_ context.Context, _ account.Actor, u document.Upload) (document.Task, error) {
			if _, err := io.Copy(io.Discard, u.Content); err != nil {
				return document.Task{}, err
			}
			t, err := document.ParseType(u.TypeName())
			return document.Task{ID: knownTask, Status: document.TaskPending, Type: t, FileName: document.CleanFileName(u.FileName)}, err
		},
		TaskFunc: func(_ context.Context, _ account.Actor, id string) (document.Task, error) {
			if id != knownTask {
				return document.Task{}, fault.New(fault.NotFound, "task_not_found", "No existe esa tarea.")
			}
			return document.Task{ID: id, Status: document.TaskCompleted, Stage: document.StageComparing, Progress: 1, PagesDone: 2, PagesTotal: 2,
				CreatedAt: when, StartedAt: when, CompletedAt: when, ExpiresAt: when,
				Result: &document.TaskResult{DocumentID: knownDocument, FileName: "a.pdf", Type: document.Tutela, Plaintiff: "ANA", Defendant: "EPS",
					Suggested:     document.Suggestion{Type: document.Desacato, Confidence: 0.8, Reasons: []string{"desacato"}},
					OCRConfidence: 0.9, NeedsReview: true, PoorlyRead: true, Doubts: []document.Doubt{{Field: document.FieldEmail, Chance: .5, Reason: ner.ReasonMissing}}, Warnings: []string{"La página 2 no tiene texto legible."}, Pages: 2, ProcessingTime: 1500 * time.Millisecond,
					Related: document.Related{Duplicates: []document.Duplicate{{DocumentID: unknown, FileName: "b.pdf", Assessment: assessed(1, "same_file", "El mismo archivo")}}}}}, nil
		},
		ListTasksFunc: func(_ context.Context, _ account.Actor, f document.TaskFilter, p document.PageRequest) (document.TaskListing, error) {
			var result *document.TaskResult
			if f.Status == document.TaskCompleted {
				result = &document.TaskResult{DocumentID: knownDocument, Plaintiff: "ANA", Related: document.Related{Unlisted: 40,
					Duplicates: []document.Duplicate{{DocumentID: unknown, Assessment: assessed(1, "same_file", "El mismo archivo")}}}}
			}
			return document.TaskListing{Items: []document.Task{{ID: knownTask, Result: result, Status: cmp.Or(f.Status, document.TaskFailed), CreatedBy: cmp.Or(f.CreatedBy, "luz"), Stage: document.StageReading,
				FileName: "a.pdf", Type: document.Tutela, Error: "No se pudo leer.", ErrorCode: "damaged", CreatedAt: when}}, Total: 21, Page: p}, nil
		},
		RetryTaskFunc: func(_ context.Context, _ account.Actor, r document.Retry) (document.Task, error) {
			switch r.TaskID {
			case knownTask:
				if r.Password != "" && r.Password != "clave" {
					return document.Task{}, fmt.Errorf("another password: %q", r.Password)
				}
				return document.Task{ID: r.TaskID, Status: document.TaskPending}, nil
			case completedTask:
				return document.Task{}, fault.New(fault.Conflict, "task_completed", "Ya terminó.")
			}
			return document.Task{}, fault.New(fault.NotFound, "task_not_found", "No existe esa tarea.")
		},
		CancelTaskFunc: func(_ context.Context, by account.Actor, id string) (document.Task, error) {
			if err := by.RequireAdmin(); err != nil {
				return document.Task{}, err
			}
			if id == knownTask {
				return document.Task{ID: id, Status: document.TaskFailed, Stage: document.StageQueued, Error: "Cancelada.", ErrorCode: "cancelled"}, nil
			}
			return document.Task{}, fault.New(fault.Conflict, "task_ended", "Ya terminó.")
		},
		DeleteFunc: func(_ context.Context, by account.Actor, id string) error {
			if id != knownDocument {
				return fault.New(fault.NotFound, "document_not_found", "No existe ese documento.")
			}
			return nil
		},
		ListFunc: func(_ context.Context, _ account.Actor, f document.Filter, p document.PageRequest) (document.Listing, error) {
			return document.Listing{Items: []document.Summary{{ID: knownDocument, FileName: "a.pdf", Type: document.Tutela,
				Status: document.Processed, NeedsReview: true, CreatedAt: when, Due: document.DayOf(when) - 1, Assignee: f.Assignee}}, Total: 41, AtLeast: f.Query == "broad", Page: p}, nil
		},
		SearchFunc: func(_ context.Context, _ account.Actor, s document.Search) (document.Found, error) {
			return document.Found{Items: []document.Finding{{Summary: document.Summary{ID: knownDocument, FileName: "a.pdf", Type: document.Tutela,
				Status: document.Processed, Plaintiff: "ANA", Defendant: "EPS", CreatedAt: when},
				Snippet: search.Snippet{Text: "la salud de " + s.Text, Marks: []search.Span{{Start: 3, End: 8}}}}}, Total: 41, AtLeast: s.Text == "broad", Page: s.Page}, nil
		},
		TermFunc: func(d *document.Document) terms.Term {
			return terms.Term{Due: d.Due, Left: 2, From: document.DayOf(d.CreatedAt), Rule: terms.Rule{Purpose: "Fallo", Days: 10, Basis: "art. 29"}}
		},
		DaysLeftFunc: func(due document.Day) int { return int(due - document.DayOf(when)) },
		DocumentFunc: func(_ context.Context, _ account.Actor, id string) (document.Document, error) {
			if id != knownDocument {
				return document.Document{}, fault.New(fault.NotFound, "document_not_found", "No existe ese documento.")
			}
			return document.Document{ID: id, FileName: "a.pdf", Type: document.Tutela, Status: document.Processed, Text: "texto", CreatedAt: when, Due: document.DayOf(when) + 14,
				OCRConfidence: 1, NeedsReview: true, Doubts: []document.Doubt{{Field: document.FieldPlaintiff, Chance: .5, Reason: ner.ReasonOthers}},
				Pages:        []document.PageInfo{{Number: 1, Source: document.TextLayer, Confidence: 1, End: 5}, {Number: 2, Source: document.OCR, Empty: true, Start: 6, End: 6}},
				Suggested:    document.Suggestion{Type: document.Desacato, Confidence: 0.8, Reasons: []string{"desacato"}},
				Alternatives: []document.Entity{{Entity: ner.Entity{Field: ner.Cedula, Value: "123", Raw: "1 2 3", Confidence: .3}}},
				Entities:     []document.Entity{{Page: 1, Boxes: []document.Box{{X1: 1, Y1: 1}}}}}, nil
		},
		DuplicatesFunc: func(_ context.Context, _ account.Actor, id string) (document.Related, error) {
			if id != knownDocument {
				return document.Related{}, fault.New(fault.NotFound, "document_not_found", "No existe ese documento.")
			}
			return document.Related{Duplicates: []document.Duplicate{{DocumentID: unknown, FileName: "b.pdf", Assessment: assessed(.8, "text_shared", "Los mismos hechos")}},
				Mass: []document.Duplicate{{DocumentID: unknown, FileName: "c.pdf", Assessment: assessed(.3, "same_letter", "mismo formato de escrito")}}}, nil
		},
		VerifyFunc: func(_ context.Context, _ account.Actor, text string, _ document.Type) (document.Related, error) {
			return document.Related{Duplicates: []document.Duplicate{{DocumentID: unknown, FileName: "b.pdf", Assessment: assessed(.8, "text_shared", "Los mismos hechos")}}}, nil
		},
	}
}

// newConfiguration stores a configuration without checks.
// changeMany changes the known document, unless it is named with a revision.
func changeMany(_ context.Context, _ account.Actor, c document.BulkChange) (results []document.BulkResult, err error) {
	if c.Action == document.BulkTag && c.Tag == "" {
		return nil, fault.New(fault.Unprocessable, "invalid_tag", "Escriba una etiqueta.")
	}
	for _, d := range c.Documents {
		r := document.BulkResult{ID: d.ID, Revision: "now"}
		switch {
		case d.ID != knownDocument:
			r.Revision, r.Refusal = "", errNoDocument
		case d.Revisions != nil:
			r.Refusal, r.Fields = fault.New(fault.RuleViolated, "doubtful_fields", "Hay campos por comprobar."), []document.Field{document.FieldCedula}
		default:
			r.Changed = c.Action == document.BulkApprove || c.TypeName == "demanda" || c.Tag == "salud" || c.Assignee == "eva"
		}
		results = append(results, r)
	}
	return results, nil
}

func newConfiguration() *mock.ConfigurationMock {
	config, extraction, ruling := dedup.DefaultConfig(), ner.DefaultConfig(), document.MailRuling{}
	return &mock.ConfigurationMock{
		DedupConfigFunc: func(context.Context, account.Actor) (dedup.Config, error) { return config, nil },
		SetDedupConfigFunc: func(_ context.Context, _ account.Actor, change func(*dedup.Config)) (dedup.Config, error) {
			change(&config)
			return config, nil
		},
		NERConfigFunc: func(context.Context, account.Actor) (ner.Config, error) { return extraction, nil },
		SetNERConfigFunc: func(_ context.Context, _ account.Actor, change func(*ner.Config) error) (ner.Config, error) {
			err := change(&extraction)
			return extraction, err
		},
		MailRulesFunc: func(context.Context, account.Actor) (document.MailRuling, error) { return ruling, nil },
		SetMailRulesFunc: func(_ context.Context, by account.Actor, rules document.MailRules, versions []int) (document.MailRuling, error) {
			if versions != nil && !slices.Contains(versions, ruling.Number) {
				return document.MailRuling{}, fault.New(fault.Stale, "mail_rules_changed", "Otra persona cambió las reglas.")
			}
			ruling = document.MailRuling{Number: ruling.Number + 1, At: when, By: by.Username, Origin: document.TunedByHand, Config: rules}
			return ruling, nil
		},
		UndoMailRulesFunc: func(context.Context, account.Actor) (document.MailRuling, error) {
			return document.MailRuling{}, fault.New(fault.Conflict, "nothing_to_undo", "No hay cambios por deshacer.")
		},
		MailRulesHistoryFunc: func(_ context.Context, _ account.Actor, p document.PageRequest) (document.MailRulingListing, error) {
			return document.MailRulingListing{Items: []document.MailRuling{ruling}, Total: 21, Page: p}, nil
		},
		TryMailRulesFunc: func(_ context.Context, _ account.Actor, rules document.MailRules) ([]document.MailTrial, error) {
			d := document.Delivery{ID: knownTask, Sender: "boletin@correo.example", Subject: "Boletín", ReceivedAt: when, Parts: []document.DeliveredPart{{Name: "a.pdf"}, {}}}
			return []document.MailTrial{{Delivery: d, Verdict: rules.Judge(d.MailFacts())}}, nil
		},
		UndoTuningFunc: func(context.Context, account.Actor) (document.Tuning, error) {
			if !extraction.Equal(ner.DefaultConfig()) {
				extraction = ner.DefaultConfig()
				return document.Tuning{Number: 3, At: when, By: "jefa", Origin: document.TuningUndone, Config: extraction}, nil
			}
			return document.Tuning{}, fault.New(fault.Conflict, "nothing_to_undo", "No hay cambios por deshacer.")
		},
		NERHistoryFunc: func(_ context.Context, _ account.Actor, p document.PageRequest) (document.TuningListing, error) {
			return document.TuningListing{Items: []document.Tuning{{Number: 2, At: when, By: "jefa", Origin: document.TunedByExamples, Config: ner.DefaultConfig()}}, Total: 21, Page: p}, nil
		},
	}
}

func newStatistics() *mock.StatisticsMock {
	return &mock.StatisticsMock{
		ProcessingFunc: func(context.Context, account.Actor) (document.Processing, error) {
			return document.Processing{Documents: 9, Read: 4, Manual: 3, Average: 1500500 * time.Microsecond, Today: 1, ThisWeek: 2}, nil
		},
		ActivityFunc: func(_ context.Context, _ account.Actor, from, to document.Day) (document.ActivityReport, error) {
			day := document.DayOf(when)
			if err := (document.Filter{From: from, To: to}).Validate(); err != nil {
				return document.ActivityReport{}, err
			}
			return document.ActivityReport{From: day - 1, To: day, Days: []document.DayTally{{Day: day, Tally: document.Tally{Type: document.Tutela, Documents: 3, Read: 2, Legible: 2, Confidence: 1.5, Reading: 3 * time.Second, Duplicated: 1}}},
				Pairs: map[document.PairState]int{document.PairOpen: 2}, Queue: map[document.TaskStatus]int{document.TaskFailed: 1}, ToReview: 4, Due: map[document.Urgency]int{document.Overdue: 5},
				Recent: []document.TimedReading{{DocumentID: knownTask, FileName: "a.pdf", Pages: 2, Took: 1500 * time.Millisecond, EndedAt: when}}}, nil
		},
		DashboardFunc: func(context.Context, account.Actor) (document.Dashboard, error) {
			return document.Dashboard{Documents: 2, ByType: map[document.Type]int{document.Tutela: 2}, ByStatus: map[document.Status]int{document.Validated: 2},
				PerDay: []document.DayCount{{Day: document.DayOf(when), Count: 2}}, PendingValidation: 1, Duplicated: 1, OCRConfidence: 0.5}, nil
		},
	}
}

func newAuth() *mock.AuthMock {
	return &mock.AuthMock{
		LoginFunc: func(_ context.Context, username, password string, from netip.Addr) (account.Grant, error) {
			if username == "ana" && password == "secreto" {
				return account.Grant{AccessToken: goodToken, ExpiresIn: 8 * time.Hour}, nil
			}
			return account.Grant{}, fault.New(fault.Unauthenticated, "bad_credentials", "Revise usuario y contraseña.")
		},
		ResumeFunc: func(_ context.Context, c account.Claims) (account.Actor, error) {
			actor := account.Actor{Username: c.Subject, Role: account.Member, SessionID: c.SessionID, ExpiresAt: when}
			if c.Subject == "jefa" {
				actor.Role = account.Admin
			}
			return actor, nil
		},
		RefreshFunc: func(_ context.Context, by account.Actor) (account.Grant, error) {
			if by.SessionID == "spent" {
				return account.Grant{}, fault.New(fault.Unauthenticated, "refresh_limit_reached", "Ingrese de nuevo.")
			}
			return account.Grant{AccessToken: goodToken, ExpiresIn: 8 * time.Hour}, nil
		},
		LogoutFunc:      func(context.Context, account.Actor) error { return nil },
		EndSessionsFunc: func(context.Context, account.Actor, string) error { return nil },
		ProfileFunc: func(_ context.Context, by account.Actor) (account.Profile, error) {
			return account.Profile{Username: by.Username, Name: "Ana", Email: "ana@x.co", Role: by.Role, ExpiresAt: by.ExpiresAt, RefreshesLeft: 5}, nil
		},
	}
}

// logbook keeps what was logged.
type logbook struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// assessed is an assessment with that similarity, which an adjustment gave it.
func assessed(similarity float64, code, text string) dedup.Assessment {
	a := dedup.Identical(dedup.Reason{Code: code, Text: text, Left: "a", Right: "b", Weight: 1})
	a.MinHash, a.TFIDF, a.Entity, a.Ensemble, a.Similarity = .5, .6, .7, .65, similarity
	a.Adjustments = []dedup.Adjustment{{Rule: "other_claim", Before: .65, After: similarity, Reason: "pide otra cosa"}}
	return a
}
