package intakeapi_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/apitest"
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
	intake *intakeStub
	config *configurationStub
	auth   *authStub
	sheets *spreadsheetsStub
	server *rest.Server
	api    *rest.API
	addr   string
	log    *logbook
}

// build starts a server; change may replace what it is made of.
func build(t testing.TB, change func(o *rest.Options, d *intakeapi.Deps, h *house)) *house {
	t.Helper()
	h := &house{intake: &intakeStub{}, config: &configurationStub{dedup.DefaultConfig(), ner.DefaultConfig()}, auth: &authStub{}, sheets: &spreadsheetsStub{}, log: &logbook{}}
	var ids atomic.Int64
	opts := rest.Options{
		Logger:      slog.New(slog.NewJSONHandler(h.log, nil)),
		NewID:       func() string { return fmt.Sprintf("request-%d", ids.Add(1)) },
		Tokens:      testTokens{},
		Identify:    h.auth.Resume,
		CORSOrigins: []string{"http://localhost:3000"}, CORSMethods: intakeapi.CORSMethods[:],
	}
	deps := intakeapi.Deps{Intake: h.intake, Auth: h.auth, Configuration: h.config, Statistics: statisticsStub{}, Spreadsheets: h.sheets, Version: "test", MaxUploadBytes: 2 << 20}
	if change != nil {
		change(&opts, &deps, h)
	}
	server := rest.NewServer(opts)
	h.server, h.api = server, intakeapi.Register(server, deps)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
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
