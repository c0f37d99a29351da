package rest

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/adaptor"

	"github.com/cotejo/cotejo/core/fault"
)

// Meter receives every request, and shows what it has measured.
type Meter interface {
	RequestBegan()
	// RequestEnded is reported which route took the request ("" when none did), by
	// its pattern, and how it was answered. method is one that HTTP knows, or
	// "other".
	RequestEnded(route, method string, status int, took time.Duration)
	// ServeHTTP shows what was measured to anyone who reaches it.
	http.Handler
}

// metricsPath is the default path of Prometheus.
const metricsPath = "/metrics"

// noMeter measures nothing.
type noMeter struct{ http.Handler }

func (noMeter) RequestBegan()                                   {}
func (noMeter) RequestEnded(string, string, int, time.Duration) {}

// serveMetrics serves the page of the meter.
func (s *Server) serveMetrics(m Meter) {
	show := adaptor.HTTPHandler(m)
	withHead{s.app}.Add(fiber.MethodGet, metricsPath, func(c *fiber.Ctx) error {
		if err := s.maySeeMetrics(c); err != nil {
			return err
		}
		return show(c)
	})
}

// maySeeMetrics reports whether a client has the token or, without a token, is on the same
// machine and not behind a proxy, which is recognised by its headers or by the host name that
// it passes on.
func (s *Server) maySeeMetrics(c *fiber.Ctx) error {
	if token := s.opts.MetricsToken; token != "" {
		sent, found := strings.CutPrefix(c.Get(fiber.HeaderAuthorization), "Bearer ")
		if !found || subtle.ConstantTimeCompare([]byte(sent), []byte(token)) != 1 {
			return fault.New(fault.Unauthenticated, "metrics_token_required",
				"Las métricas exigen su propio token; envíelo en la cabecera Authorization: Bearer.")
		}
		return nil
	}
	socket, ok := c.Context().RemoteAddr().(*net.TCPAddr)
	if !ok || !plain(socket.AddrPort().Addr()).IsLoopback() || forwarded(c) || !namesThisMachine(c.Hostname()) {
		return fault.New(fault.Forbidden, "metrics_local_only",
			"Las métricas solo se muestran en la misma máquina; para verlas desde otra, configure un token de métricas en el servicio.")
	}
	return nil
}

func forwarded(c *fiber.Ctx) bool {
	for _, name := range []string{fiber.HeaderXForwardedFor, fiber.HeaderForwarded, fiber.HeaderVia, "X-Real-Ip", fiber.HeaderXForwardedHost} {
		if c.Get(name) != "" {
			return true
		}
	}
	return false
}

// namesThisMachine reports whether a Host header, with or without a port, can
// only have been meant for the machine that it was sent on.
func namesThisMachine(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && plain(addr).IsLoopback()
}
