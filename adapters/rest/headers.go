package rest

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
	fibercors "github.com/gofiber/fiber/v2/middleware/cors"
)

// headers are what every answer carries. A page that a person looks at relaxes
// its Content-Security-Policy and Cache-Control itself.
var headers = [...]struct{ name, value string }{
	{fiber.HeaderXContentTypeOptions, "nosniff"},
	{fiber.HeaderXFrameOptions, "DENY"},
	{fiber.HeaderXXSSProtection, "0"}, // the filter it steers did more harm than good; CSP does the work
	{fiber.HeaderReferrerPolicy, "no-referrer"},
	{fiber.HeaderPermissionsPolicy, "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()"},
	{fiber.HeaderContentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
	{"Cross-Origin-Resource-Policy", "same-site"},
	{fiber.HeaderCacheControl, "no-store"},
}

func (s *Server) setHeaders(c *fiber.Ctx, r *request) {
	for _, h := range headers {
		c.Set(h.name, h.value)
	}
	if s.opts.Production {
		c.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000; includeSubDomains")
	}
	c.Set(fiber.HeaderXRequestID, r.id)
}

// cors lets pages of the given origins call the interface by the given methods.
func cors(origins, methods []string) fiber.Handler {
	allowed := make([]string, len(origins))
	for i, o := range origins {
		allowed[i] = strings.ToLower(strings.TrimSuffix(o, "/"))
	}
	return fibercors.New(fibercors.Config{
		AllowOriginsFunc: func(origin string) bool {
			return slices.Contains(allowed, origin) || slices.Contains(allowed, "*")
		},
		AllowMethods:  strings.Join(methods, ","),
		AllowHeaders:  "Authorization,Content-Type,Accept",
		ExposeHeaders: "Link,Location,Retry-After,X-Request-ID,ETag,Content-Disposition,Content-Range," + TotalHeader,
		MaxAge:        600,
	})
}
