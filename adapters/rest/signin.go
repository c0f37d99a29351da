package rest

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

type redirectOutput struct {
	Location string        `header:"Location"`
	Cookie   []http.Cookie `header:"Set-Cookie"`
}

type signInInput struct {
	Handshake string `cookie:"cotejo_login" maxLength:"1000"`
	State     string `query:"state" maxLength:"1000"`
	Code      string `query:"code" maxLength:"10000"`
	Error     string `query:"error" maxLength:"1000" doc:"Lo que dice el proveedor cuando no dejó entrar"`
}

const (
	handshakeCookie = "cotejo_login"
	handshakeLife   = 10 * time.Minute
)

// HandleSignIn adds the routes by which a browser logs in at the organisation's identity
// provider and returns with a session like those of HandleSessions. home is the page that it
// returns to.
func HandleSignIn(a *API, provider ports.IdentityProvider, sessions ports.ExternalSessions, home string) {
	const path, tag = "/auth/oidc", "Sesión"
	Handle(a, Route{Method: http.MethodGet, Path: path, ID: "beginSignIn", Tag: tag, Public: true, Status: http.StatusFound,
		Summary: "Ingresar con el proveedor de identidad de la entidad (OpenID Connect)"},
		func(ctx context.Context, _ *struct{}) (*redirectOutput, error) {
			h, at, err := provider.Begin(ctx)
			if err != nil {
				return nil, err
			}
			return &redirectOutput{at, []http.Cookie{a.handshake(ctx, h.State+"."+h.Nonce+"."+h.Verifier, handshakeLife)}}, nil
		})
	Handle(a, Route{Method: http.MethodGet, Path: path + "/callback", ID: "finishSignIn", Tag: tag, Public: true, Status: http.StatusSeeOther,
		Summary: "Vuelta del proveedor de identidad: la sesión queda en una cookie",
		Answers: []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict}},
		func(ctx context.Context, in *signInInput) (*redirectOutput, error) {
			if in.Error != "" {
				return nil, fault.New(fault.Unauthenticated, "login_refused", "El proveedor de identidad no dejó entrar: "+in.Error+".")
			}
			state, rest, _ := strings.Cut(in.Handshake, ".")
			nonce, verifier, _ := strings.Cut(rest, ".")
			user, err := provider.Finish(ctx, account.Handshake{State: state, Nonce: nonce, Verifier: verifier}, in.State, in.Code)
			if err != nil {
				return nil, err
			}
			secret, _, err := sessions.OpenExternalSession(ctx, user)
			if err != nil {
				return nil, err
			}
			return &redirectOutput{home, []http.Cookie{a.server.cookie(ctx, secret), a.handshake(ctx, "", -1)}}, nil
		})
}

// handshake is a cookie for the time of a login. It is Lax, since the browser comes back
// from another site.
func (a *API) handshake(ctx context.Context, value string, life time.Duration) http.Cookie {
	return http.Cookie{Name: handshakeCookie, Value: value, Path: a.Path("auth", "oidc"), MaxAge: int(life.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(BaseURL(ctx), "https:")}
}
