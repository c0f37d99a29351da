package rest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/cotejo/cotejo/core/account"
)

// request is what is known of a request beside what its handler asks for.
type request struct {
	id      string
	started time.Time
	client  netip.Addr
	base    string // URL of the server as the client sees it
	route   string // path of its route, with the prefix of the interface and parameters in braces
	body    *body
	actor   account.Actor
	origin  origin         // of the page that makes it
	secret  account.Secret // of the session cookie, if that let it in
	// check is asked again while an answer goes on: it fails once the session has
	// ended. nil where nobody has one.
	check func(ctx context.Context) error

	background bool // nobody makes it: it does not keep a session going

	left atomic.Bool // its client hung up, and it ended

	unreadable bool // its body is not what its route reads: its keys mean nothing

	server *Server
	heavy  Heavy      // what its route is
	turn   *heavyTurn // nil while it has none
	space  *spaceHold // of its answer; nil while it has none

	code  string // of the problem it was answered with, if it was
	cause error  // behind that problem, for the log
}

type requestKey struct{}

func requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{}).(*request)
	if r == nil {
		panic("rest: context of no request")
	}
	return r
}

// Actor returns on whose behalf a request acts. On a public route it is nobody.
func Actor(ctx context.Context) account.Actor { return requestOf(ctx).actor }

// Client returns the address that a request came from: that of the socket, or
// what the trusted proxies say it was.
func Client(ctx context.Context) netip.Addr { return requestOf(ctx).client }

// BaseURL returns the address of the server as the client of a request sees it,
// without a path: the Host that it asked for, and the scheme that a trusted
// proxy names in X-Forwarded-Proto.
func BaseURL(ctx context.Context) string { return requestOf(ctx).base }

// RoutePath returns the path of the route that a request came to, with the prefix of the
// interface and params, in that order, where the route has its parameters.
func RoutePath(ctx context.Context, params ...string) string {
	path := requestOf(ctx).route
	for _, p := range params {
		begin, end := strings.IndexByte(path, '{'), strings.IndexByte(path, '}')
		path = path[:begin] + url.PathEscape(p) + path[end+1:]
	}
	return path
}

func (s *Server) baseURL(c *fiber.Ctx, proxied bool) string {
	scheme := "http"
	if c.Context().IsTLS() || proxied && strings.EqualFold(c.Get(fiber.HeaderXForwardedProto), "https") {
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: string(c.Context().Host())}).String()
}

// observe is the outermost middleware: whatever happens inside, the answer
// carries the headers that all carry, an error becomes a problem, a panic a
// generic one, the body is read off the connection, the request is measured and
// one line is logged.
func (s *Server) observe(c *fiber.Ctx) error {
	r := s.open(c)
	switch err := contain(c.Next); {
	case err == nil:
	case c.Method() == fiber.MethodOptions && errors.Is(err, fiber.ErrMethodNotAllowed):
		c.Status(fiber.StatusNoContent) // Allow says it all: no preflight, or cors had answered
	default:
		s.answer(c, r, err)
	}
	if !r.body.drain() {
		c.Context().SetConnectionClose()
	}
	s.close(c, r, routeOf(c))
	return nil
}

// refuse answers requests that never reach a route because their method is
// unknown, they are no HTTP, too large in the head or too slow. It is fiber's
// error handler.
func (s *Server) refuse(c *fiber.Ctx, err error) error {
	r := s.open(c)
	s.answer(c, r, err)
	if e, ok := fiberError(err); ok && e.Code == fiber.StatusMethodNotAllowed {
		r.body.drain()
	} else {
		linger(c.Context().Conn()) // nobody knows where it ends
	}
	c.Context().SetConnectionClose()
	s.close(c, r, "")
	return nil
}

// open starts the record of a request.
func (s *Server) open(c *fiber.Ctx) *request {
	s.meter.RequestBegan()
	r := &request{id: c.Get(fiber.HeaderXRequestID), started: time.Now(), origin: originOf(c)}
	if !wellFormed(r.id) {
		r.id = s.opts.NewID()
	}
	if addr, ok := c.Context().RemoteAddr().(*net.TCPAddr); ok {
		r.client = s.proxies.client(addr.AddrPort().Addr(), c.Request().Header.PeekAll(fiber.HeaderXForwardedFor))
		r.base = s.baseURL(c, s.proxies.trusts(plain(addr.AddrPort().Addr())))
	}
	r.body = newBody(c, s.opts.BodyIdle)
	c.SetUserContext(context.WithValue(s.base, requestKey{}, r))
	s.setHeaders(c, r)
	return r
}

// wellFormed reports whether a client's request id may be repeated and logged.
func wellFormed(id string) bool {
	for _, ch := range []byte(id) {
		switch {
		case 'a' <= ch && ch <= 'z', 'A' <= ch && ch <= 'Z', '0' <= ch && ch <= '9', ch == '-', ch == '_', ch == '.':
		default:
			return false
		}
	}
	return 0 < len(id) && len(id) <= 128
}

// contain turns a panic into an error that carries where it happened.
func contain(next func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return next()
}

// close ends the record of a request: it is measured, and a line is logged.
// Both name the route, not the path, which may hold an identifier, and never
// what was sent or answered or by whom.
func (s *Server) close(c *fiber.Ctx, r *request, route string) {
	status, method, took := c.Response().StatusCode(), methodOf(c), time.Since(r.started)
	s.meter.RequestEnded(route, method, status, took)

	attrs := []slog.Attr{
		slog.String("request_id", r.id),
		slog.String("method", method),
		slog.String("route", route),
		slog.Int("status", status),
		slog.Float64("ms", float64(took.Microseconds())/1000),
	}
	if r.code != "" {
		attrs = append(attrs, slog.String("code", r.code))
	}
	if status >= fiber.StatusInternalServerError && r.cause != nil {
		attrs = append(attrs, slog.Any("error", r.cause))
	}
	s.opts.Logger.LogAttrs(s.base, levelOf(route, status), "request", attrs...)
}

// levelOf returns how much a request matters to those who read the log.
func levelOf(route string, status int) slog.Level {
	switch {
	case status == fiber.StatusServiceUnavailable:
		return slog.LevelWarn // it will be served when it comes again
	case status >= fiber.StatusInternalServerError:
		return slog.LevelError
	case status == fiber.StatusOK && route == metricsPath:
		return slog.LevelDebug // a machine asks all day
	}
	return slog.LevelInfo
}

// methodOf returns the method, or "other" for one that a client made up.
func methodOf(c *fiber.Ctx) string {
	if method := c.Method(); slices.Contains(fiber.DefaultMethods, method) {
		return method
	}
	return "other"
}

// routeOf returns the pattern that matched; "" when none did but that of the
// middleware.
func routeOf(c *fiber.Ctx) string {
	if pattern := c.Route().Path; pattern != "/" {
		return pattern
	}
	return ""
}

// fiberError returns fiber's own error in the chain, if there is one.
func fiberError(err error) (*fiber.Error, bool) {
	var e *fiber.Error
	ok := errors.As(err, &e)
	return e, ok
}
