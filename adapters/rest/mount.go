package rest

import (
	"net/http"

	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/adaptor"
)

// Mount serves pages for people below the given patterns, beside the interface.
// Routes that were added before win. The handler sets Content-Security-Policy
// and Cache-Control of each answer; without them it has none.
func (s *Server) Mount(pages http.Handler, patterns ...string) {
	serve := adaptor.HTTPHandler(pages)
	for _, pattern := range patterns {
		withHead{s.app}.Add(fiber.MethodGet, pattern, func(c *fiber.Ctx) error {
			c.Response().Header.Del(fiber.HeaderContentSecurityPolicy)
			c.Response().Header.Del(fiber.HeaderCacheControl)
			return serve(c)
		})
	}
}
