package intakeapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/account"
)

type loginInput struct {
	Body struct {
		Username string `json:"username" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"ana"`
		Password string `json:"password" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" format:"password"`
	} `nameHint:"Login"`
}

type loginOutput struct {
	Body Grant
}

// Grant is the token that a login or refresh returns.
type Grant struct {
	AccessToken string `json:"access_token"`
	TokenType   string `json:"token_type" enum:"bearer"`
	ExpiresIn   int    `json:"expires_in" doc:"Segundos" example:"28800"`
}

func (h *handlers) login(ctx context.Context, in *loginInput) (*loginOutput, error) {
	grant, err := h.Auth.Login(ctx, in.Body.Username, in.Body.Password, rest.Client(ctx))
	if err != nil {
		return nil, err
	}
	return &loginOutput{Body: grantOf(grant)}, nil
}

func (h *handlers) refresh(ctx context.Context, _ *struct{}) (*enveloped[Grant], error) {
	grant, err := h.Auth.Refresh(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(grantOf(grant)), nil
}

func (h *handlers) logout(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, h.Auth.Logout(ctx, rest.Actor(ctx))
}

type endSessionsInput struct {
	Username string `query:"username" required:"true" minLength:"1" doc:"De quién; puede volver a ingresar enseguida"`
}

func (h *handlers) endSessions(ctx context.Context, in *endSessionsInput) (*struct{}, error) {
	return nil, h.Auth.EndSessions(ctx, rest.Actor(ctx), in.Username)
}

func grantOf(g account.Grant) Grant {
	return Grant{AccessToken: g.AccessToken, TokenType: "bearer", ExpiresIn: int(g.ExpiresIn / time.Second)}
}

// Profile is the user of the session.
type Profile struct {
	Username      string  `json:"username"`
	Name          string  `json:"name"`
	Email         string  `json:"email"`
	Role          string  `json:"role" enum:"admin,user"`
	ExpiresAt     *string `json:"expires_at" format:"date-time" doc:"Del token; null cuando la autenticación está desactivada"`
	RefreshesLeft int     `json:"refreshes_left"`
}

func (h *handlers) me(ctx context.Context, _ *struct{}) (*enveloped[Profile], error) {
	p, err := h.Auth.Profile(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(Profile{
		Username:      p.Username,
		Name:          p.Name,
		Email:         p.Email,
		Role:          string(p.Role),
		ExpiresAt:     stampOrNull(p.ExpiresAt),
		RefreshesLeft: p.RefreshesLeft,
	}), nil
}
