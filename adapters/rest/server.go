// Package rest is what every HTTP interface of the product shares: the server
// and its middleware, bearer tokens, error bodies (RFC 9457), strict JSON,
// streamed uploads, the published API description and its documentation pages.
//
// An interface lives in a package below this one, with its routes, its JSON and
// its table of status codes:
//
//	server := rest.NewServer(rest.Options{…})
//	intakeapi.Register(server, intakeapi.Deps{…})
//	listener, err := net.Listen("tcp", "127.0.0.1:0")
//	go server.Serve(listener)
//	…
//	server.Shutdown(ctx)
package rest

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// Options are the settings of a server.
type Options struct {
	Logger *slog.Logger  // required
	NewID  func() string // required: makes request ids

	// Tokens and Identify let requests in: a token that Tokens accepts is
	// turned into an actor by Identify, whose fault refuses it. Required,
	// unless Everyone is set.
	Tokens   Tokens
	Identify func(ctx context.Context, c account.Claims) (account.Actor, error)
	// Cookie names what holds the session of a browser, and Resume turns it into
	// an actor; a request in the background does not count as use. Empty: only
	// tokens let in. Services of one host share its cookies, whatever their ports:
	// each needs a name of its own.
	Cookie string
	Resume func(ctx context.Context, secret account.Secret, background bool) (account.Actor, error)
	// Everyone switches authentication off: each request acts as this actor.
	// For development only.
	Everyone *account.Actor

	// TrustedProxies may say in X-Forwarded-For where a request came from;
	// nobody else is believed.
	TrustedProxies []netip.Prefix

	CORSOrigins []string // "*" for any
	CORSMethods []string // that pages of those origins may use; GET alone by default
	Production  bool     // sends HSTS, serves no documentation pages
	ShowDocs    bool     // serves the documentation pages in production, too

	// Meter measures every request and is shown at /metrics; nil measures
	// nothing. MetricsToken lets in anyone who sends it as a bearer token; without
	// one the page is for this machine alone.
	Meter        Meter
	MetricsToken string

	// BodyMemory bounds the memory, in bytes, that the bodies of all requests in work
	// take together; 256 MB by default. Uploads do not count: they are not kept in
	// memory. Beyond the bound requests get 503.
	BodyMemory int64

	BodyIdle time.Duration // longest pause of a body on its way in; 20 seconds

	Heartbeat time.Duration // of streams that have nothing to send; 15 seconds

	TempDir string // holds long answers while they are sent; the system's by default

	// FreeSpace returns the free bytes of the disk of TempDir, of which answers leave MinFreeSpace. nil leaves none.
	FreeSpace    func(ctx context.Context) (int64, error)
	MinFreeSpace int64
}

const (
	headerTimeout = 15 * time.Second // for the head of a request and the first kilobytes of its body
	idleTimeout   = time.Minute      // of a kept connection
	writeTimeout  = time.Minute
	maxHeader     = 16 << 10 // bytes
	maxConns      = 8192
	bodyIdle      = 20 * time.Second
)

// Server is an HTTP server with everything in place but its routes.
type Server struct {
	opts     Options
	app      *fiber.App
	guard    guard
	proxies  proxies
	meter    Meter
	memory   *budget
	heavy    *heavyWork
	space    *answerSpace
	stopping chan struct{} // closed when a shutdown begins: streams end

	base   context.Context // of every request; ends when a shutdown runs out of time
	cancel context.CancelFunc

	statuses map[fault.Kind]int // of the registered interface

	mu        sync.Mutex
	listeners []net.Listener
	stopped   bool
}

// NewServer returns a server without routes. It listens nowhere yet.
func NewServer(opts Options) *Server {
	if opts.BodyIdle <= 0 {
		opts.BodyIdle = bodyIdle
	}
	if opts.Heartbeat <= 0 {
		opts.Heartbeat = heartbeat
	}
	if opts.BodyMemory <= 0 {
		opts.BodyMemory = defaultBodyMemory
	}
	s := &Server{
		opts:     opts,
		memory:   newBudget(opts.BodyMemory),
		heavy:    newHeavyWork(),
		space:    newAnswerSpace(opts),
		stopping: make(chan struct{}),
		guard:    newGuard(opts),
		proxies:  opts.TrustedProxies,
		meter:    noMeter{},
	}
	if len(opts.CORSMethods) == 0 {
		opts.CORSMethods = []string{fiber.MethodGet, fiber.MethodOptions}
	}
	s.base, s.cancel = context.WithCancel(context.Background())
	s.app = fiber.New(fiber.Config{
		Immutable:                    true, // strings outlive their handler
		CaseSensitive:                true,
		UnescapePath:                 true, // %41 is A (RFC 3986, section 6.2.2.2)
		StreamRequestBody:            true, // which switches BodyLimit off: see body and Stream
		DisablePreParseMultipartForm: true,
		DisableStartupMessage:        true,
		ReadTimeout:                  headerTimeout,
		WriteTimeout:                 writeTimeout,
		IdleTimeout:                  idleTimeout,
		ReadBufferSize:               maxHeader,
		Concurrency:                  maxConns,
		ErrorHandler:                 s.refuse,
	})
	s.app.Server().CloseOnShutdown = true
	s.app.Server().Handler = s.onlyWellFormed(s.app.Server().Handler)

	s.app.Use(s.observe)
	s.app.Use(cors(opts.CORSOrigins, opts.CORSMethods))
	if opts.Meter != nil {
		s.meter = opts.Meter
		s.serveMetrics(opts.Meter)
	}
	return s
}

// Serve answers requests on ln until Shutdown; then it returns nil, at once if
// Shutdown came first.
func (s *Server) Serve(ln net.Listener) error {
	s.mu.Lock()
	s.listeners = append(s.listeners, ln)
	stopped := s.stopped
	s.mu.Unlock()
	if stopped {
		return ln.Close()
	}
	return s.app.Listener(listener{ln})
}

// Shutdown takes no new connection and waits for the requests under way. When
// ctx ends first, their contexts end too and its error is returned.
func (s *Server) Shutdown(ctx context.Context) error {
	defer s.cancel()
	s.mu.Lock()
	if !s.stopped {
		close(s.stopping)
	}
	s.stopped = true
	listeners := s.listeners
	s.mu.Unlock()
	err := s.app.ShutdownWithContext(ctx)
	for _, ln := range listeners {
		_ = ln.Close() // one that fasthttp had not begun to serve; others are closed
	}
	return err
}

// onlyWellFormed answers what fiber would let through or answer in plain text:
// a method or a version of HTTP that it does not know, and a request whose end is ambiguous.
func (s *Server) onlyWellFormed(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(fctx *fasthttp.RequestCtx) {
		var refusal *fiber.Error
		switch version := string(fctx.Request.Header.Protocol()); {
		case version != "HTTP/1.1" && version != "HTTP/1.0":
			refusal = fiber.ErrHTTPVersionNotSupported
		case ambiguousLength(fctx.Request.Header.RawHeaders()):
			refusal = fiber.ErrBadRequest
		case !slices.Contains(fiber.DefaultMethods, string(fctx.Method())):
			refusal = fiber.ErrMethodNotAllowed
		default:
			next(fctx)
			return
		}
		c := s.app.AcquireCtx(fctx)
		defer s.app.ReleaseCtx(c)
		if refusal == fiber.ErrMethodNotAllowed {
			c.Set(fiber.HeaderAllow, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
		}
		_ = s.refuse(c, refusal)
	}
}

// ambiguousLength reports whether two servers could read different ends of a
// request from its header: it has both Content-Length and Transfer-Encoding, or
// a space before a colon, which hides one of them from some (RFC 9112, sections
// 5.1 and 6.1). fasthttp takes the second for the end of the body, a proxy
// before it perhaps the first: what lies between would be a request of its own.
func ambiguousLength(header []byte) bool {
	var length, encoding bool
	for line := range bytes.Lines(header) {
		name, _, found := bytes.Cut(line, []byte(":"))
		if !found {
			continue
		}
		if bytes.HasSuffix(name, []byte(" ")) || bytes.HasSuffix(name, []byte("\t")) {
			return true
		}
		length = length || bytes.EqualFold(name, []byte(fiber.HeaderContentLength))
		encoding = encoding || bytes.EqualFold(name, []byte(fiber.HeaderTransferEncoding))
	}
	return length && encoding
}
