package notifyapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/notifyapi"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/testkit/apitest"

	hasher "github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/adapters/token"
	"github.com/cotejo/cotejo/adapters/unpack"
)

const (
	bossEmail = "jefa@juzgado.gov.co"
	anaEmail  = "ana@juzgado.gov.co"
	password  = "una clave larga"
	court     = "0195f0a0-0000-7000-8000-00000000c0c0"
	unknown   = "0195f0a0-0000-7000-8000-00000000ffff"
)

// start is a Wednesday; each reading of the clock is a millisecond later.
var start = time.Date(2026, 3, 4, 15, 4, 5, 0, time.UTC)

// house is a server over the services and a database, with an administrator and a notifier.
type house struct {
	apitest.Client
	service *notify.Service
	later   atomic.Int64 // nanoseconds that were skipped
	pinged  error
	parts   []document.Component // that health shows
	spec    *huma.OpenAPI
	read    <-chan string // of apitest.WatchReads

	boss, ana string // tokens
	anaID     string
}

func build(t testing.TB) *house {
	t.Helper()
	return buildWith(t, 0)
}

// buildWith gives the bodies of all requests so many bytes; 0 means the default.
func buildWith(t testing.TB, bodyMemory int64) *house {
	t.Helper()
	h := &house{}
	var ids, ticks atomic.Int64
	now := func() time.Time {
		return start.Add(time.Duration(ticks.Add(1))*time.Millisecond + time.Duration(h.later.Load()))
	}
	newID := func() string { return fmt.Sprintf("0195f0a0-0000-7000-8000-%012d", ids.Add(1)) }
	store, err := notifystore.Open(context.Background(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "notify.db")})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	passwords, err := hasher.New(&hasher.Options{Cost: bcrypt.MinCost, Waiting: 1000})
	must(t, err)
	tokens, err := token.New([]byte("a secret of these tests, long enough"), token.Options{Issuer: auth.DefaultIssuer, Audience: "cotejo-notify", Now: now})
	must(t, err)
	h.service = notify.New(notify.Deps{Tx: store, View: store, Courts: store.Courts(), MailTemplates: store.MailTemplates(), Cases: store.Cases(), Subjects: store.Subjects(), Corrections: store.Corrections(), Notifications: store.Notifications(), Outbox: store.Outbox(), Attachments: store.Attachments(), Receipts: store.Receipts(), ReceiptReader: unpack.ReceiptReader{},
		Users: store.Users(), UserEvents: store.UserEvents(), Lockouts: store.Lockouts(), Sessions: store.Sessions(), Claims: store.Claims(),
		Passwords: passwords, Hasher: passwords, Workbooks: excel.Writer{}, Now: now, NewID: newID}, &notify.Options{Sending: true})
	login := auth.New(auth.Deps{Users: store.Users(), Passwords: passwords, Sessions: store.Sessions(), Tokens: tokens, Lockouts: store.Lockouts(),
		Now: now, NewID: newID, NewSecret: func() account.Secret { return account.Secret("secret of " + newID()) }}, &auth.Options{Audience: "cotejo-notify", Attempts: -1, Failures: -1, NameKey: account.EmailKey})
	h.service.Confirmer = login
	_, err = h.service.EnsureAdmin(context.Background(), bossEmail, password, false)
	must(t, err)
	ana, err := h.service.Register(context.Background(), account.System, account.Draft{Email: anaEmail, Password: password, Name: "Ana", Role: account.Notifier})
	must(t, err)
	h.anaID = ana.ID

	server := rest.NewServer(rest.Options{Logger: slog.New(slog.DiscardHandler), NewID: newID, BodyMemory: bodyMemory, Tokens: tokens, Identify: login.Resume,
		Cookie: "session", Resume: login.ResumeSession})
	api := notifyapi.Register(server, notifyapi.Deps{NotificationService: h.service, Users: h.service, Auth: login, Database: h, Version: "test",
		Components: func() []document.Component { return h.parts }})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	ln, h.read = apitest.WatchReads(ln)
	h.spec = api.OpenAPI()
	served := make(chan error, 1)
	go func() { served <- server.Serve(ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
		defer cancel()
		if err := errors.Join(server.Shutdown(ctx), <-served); err != nil {
			t.Errorf("stopping: %v", err)
		}
	})
	h.Client = apitest.Client{Base: "http://" + ln.Addr().String(), Check: apitest.Conforms(api.OpenAPI())}
	h.boss, h.ana = h.login(t, bossEmail), h.login(t, anaEmail)
	return h
}

// Ping makes house the database that readiness asks.
func (h *house) Ping(context.Context) error { return h.pinged }

func (h *house) login(t testing.TB, email string) (token string) {
	t.Helper()
	var grant struct {
		AccessToken string `json:"access_token"`
	}
	decode(t, h.Do(t, apitest.Row{Method: "POST", Path: "/auth/login", Body: map[string]string{"email": email, "password": password}, Status: 200}), &grant)
	return grant.AccessToken
}

// create posts a body as Ana and returns the new ID.
func (h *house) create(t testing.TB, path string, body any) (id string) {
	t.Helper()
	var made struct{ ID string }
	decode(t, h.Do(t, apitest.Row{Method: "POST", Path: path, Token: h.ana, Body: body, Status: 201}), &made)
	return made.ID
}

// notification registers a case of that number, a subject and a notification.
func (h *house) notification(t testing.TB, number, channel string) (id, caseID, subjectID string) {
	t.Helper()
	caseID = h.create(t, "/procesos", map[string]string{"radicado": number, "descripcion": "Tutela", "juzgado_id": court})
	subjectID = h.create(t, "/sujetos", map[string]string{"nombre": "Juan Ñáñez", "correo": "juan@x.co"})
	return h.create(t, "/notificaciones", map[string]string{"id_proceso": caseID, "id_sujeto": subjectID, "canal": channel}), caseID, subjectID
}

func decode(t testing.TB, body []byte, into any) {
	t.Helper()
	must(t, json.Unmarshal(body, into))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
