package notifyapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
)

type loginInput struct {
	Body struct {
		Email    string `json:"email" minLength:"1" maxLength:"1000" pattern:"\\S" patternDescription:"un texto no vacío" example:"ana@juzgado.gov.co"`
		Password string `json:"password" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" format:"password"`
	} `nameHint:"Login"`
}

// Grant is the token that a login returns.
type Grant struct {
	AccessToken string `json:"access_token"`
	TokenType   string `json:"token_type" enum:"bearer"`
	ExpiresIn   int    `json:"expires_in" doc:"Segundos" example:"28800"`
	Rol         string `json:"rol" enum:"NOTIFICADOR,ADMINISTRADOR"`
}

func (h *handlers) login(ctx context.Context, in *loginInput) (*one[Grant], error) {
	g, err := h.Auth.Login(ctx, in.Body.Email, in.Body.Password, rest.Client(ctx))
	if err != nil {
		return nil, err
	}
	return &one[Grant]{Grant{AccessToken: g.AccessToken, TokenType: "bearer", ExpiresIn: int(g.ExpiresIn / time.Second), Rol: string(g.Role)}}, nil
}

func (h *handlers) logout(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, h.Auth.Logout(ctx, rest.Actor(ctx))
}

type changePasswordInput struct {
	Body struct {
		Current  string `json:"current_password" format:"password"`
		Password string `json:"new_password" format:"password" doc:"Al menos 12 letras, números o signos; a lo sumo 72 bytes"`
	} `nameHint:"ClaveNueva"`
}

func (h *handlers) changePassword(ctx context.Context, in *changePasswordInput) (*struct{}, error) {
	return nil, h.Users.ChangePassword(ctx, rest.Actor(ctx), rest.Client(ctx), in.Body.Current, in.Body.Password)
}
