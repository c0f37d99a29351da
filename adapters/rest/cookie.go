package rest

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/cotejo/cotejo/core/account"
)

const (
	csrfHeader       = "X-CSRF-Token"
	backgroundHeader = "X-Background"
	fetchSiteHeader  = "Sec-Fetch-Site"
)

// secretOf returns the session cookie of a request; empty when there is none.
func (o Options) secretOf(c *fiber.Ctx) account.Secret {
	if o.Cookie == "" {
		return ""
	}
	return account.Secret(c.Cookies(o.Cookie))
}

// resume lets in anyone who sends a session cookie. Browsers send cookies along
// with requests that other sites make as well. So a request that changes
// something must say which page it comes from, and bring what only pages of the
// service can read.
func (o Options) resume(ctx context.Context, c *fiber.Ctx, secret account.Secret) (account.Actor, error) {
	if !isSafe(c.Method()) {
		if originOf(c) != sameOrigin {
			return account.Actor{}, account.ErrCSRF
		}
		if err := secret.CheckCSRF(c.Get(csrfHeader)); err != nil {
			return account.Actor{}, err
		}
	}
	r := requestOf(c.UserContext())
	r.secret = secret
	r.check = func(ctx context.Context) error {
		_, err := o.Resume(ctx, secret, true)
		return err
	}
	return o.Resume(ctx, secret, r.background || c.Get(backgroundHeader) != "")
}

func isSafe(method string) bool {
	return slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, method)
}

// origin is where the page is from that makes a request.
type origin int

const (
	unknownOrigin origin = iota // no browser, or an old one
	sameOrigin
	otherOrigin
)

// originOf believes what a browser says, which no page can change. On plain
// HTTP browsers send Origin alone. Of it the host is compared, not the scheme: a
// proxy may speak TLS to the browser and HTTP to the server.
func originOf(c *fiber.Ctx) origin {
	switch site := c.Get(fetchSiteHeader); site {
	case "":
	case "same-origin":
		return sameOrigin
	default:
		return otherOrigin
	}
	sent := c.Get(fiber.HeaderOrigin)
	if sent == "" {
		return unknownOrigin
	}
	page, err := url.Parse(sent)
	if err == nil && page.Host != "" && strings.EqualFold(page.Host, string(c.Context().Host())) {
		return sameOrigin
	}
	return otherOrigin
}

// cookie is the session cookie that an answer sets; without a value it is removed.
// It lasts as long as the browser: the service ends the session.
func (s *Server) cookie(ctx context.Context, value account.Secret) http.Cookie {
	c := http.Cookie{Name: s.opts.Cookie, Value: string(value), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: strings.HasPrefix(BaseURL(ctx), "https:")}
	if value == "" {
		c.MaxAge = -1
	}
	return c
}
