package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/ports"
)

// Session has the data that a page needs of its own session.
type Session struct {
	Username           string  `json:"username"`
	Name               string  `json:"name"`
	Email              string  `json:"email"`
	Role               string  `json:"role" enum:"admin,user,ADMINISTRADOR,NOTIFICADOR"`
	MustChangePassword bool    `json:"must_change_password" doc:"Si la contraseña se la dio otra persona: con la cookie solo se puede cambiarla"`
	ExpiresAt          *string `json:"expires_at" format:"date-time" doc:"Cuándo termina la sesión aunque se use; null cuando la autenticación está desactivada"`
	IdleMinutes        float64 `json:"idle_minutes" doc:"Minutos sin peticiones tras los cuales termina la sesión del navegador; 0 para un token"`
	CSRFToken          string  `json:"csrf_token" doc:"Va en la cabecera X-CSRF-Token de cada petición que cambia algo; vacío para un token"`
}

type sessionOutput struct {
	Cookie []http.Cookie `header:"Set-Cookie" doc:"La sesión, HttpOnly y SameSite=Strict"`
	Body   struct {
		Data Session `json:"data"`
	}
}

type sessionOrNoneOutput struct {
	Body struct {
		Data OrNull[Session] `json:"data" doc:"null mientras nadie haya ingresado, y cuando la sesión de la cookie terminó"`
	}
}

type openSessionInput struct {
	Body struct {
		Username string `json:"username" minLength:"1" maxLength:"1000" pattern:"\\S" patternDescription:"un texto no vacío" example:"ana" doc:"En el servicio de notificaciones, el correo"`
		Password string `json:"password" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" format:"password"`
	} `nameHint:"SessionLogin"`
}

type closeSessionOutput struct {
	Cookie http.Cookie `header:"Set-Cookie" doc:"Quita la cookie de la sesión"`
}

// HandleSessions adds the routes by which pages in a browser open, read and end
// a session that a cookie holds. All other routes take it where they take a token.
func HandleSessions(a *API, auth ports.Auth) {
	const path, tag = "/auth/session", "Sesión"
	Handle(a, Route{Method: http.MethodPost, Path: path, ID: "openSession", Tag: tag, Public: true,
		Summary: "Ingresar desde un navegador: la sesión queda en una cookie", MaxBody: MaxLogin,
		Answers: []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests}},
		func(ctx context.Context, in *openSessionInput) (*sessionOutput, error) {
			if requestOf(ctx).origin == otherOrigin {
				return nil, account.ErrCSRF
			}
			secret, by, err := auth.OpenSession(ctx, in.Body.Username, in.Body.Password, Client(ctx))
			if err != nil {
				return nil, err
			}
			out, err := sessionOf(ctx, auth, by, secret)
			if err != nil {
				return nil, err
			}
			out.Cookie = []http.Cookie{a.server.cookie(ctx, secret)}
			return out, nil
		})
	Handle(a, Route{Method: http.MethodGet, Path: path, ID: "session", Tag: tag, AnyPassword: true, Anonymous: true,
		Summary: "La sesión en uso, si la hay"},
		func(ctx context.Context, _ *struct{}) (*sessionOrNoneOutput, error) {
			var out sessionOrNoneOutput
			if Actor(ctx) == (account.Actor{}) {
				return &out, nil
			}
			s, err := sessionOf(ctx, auth, Actor(ctx), requestOf(ctx).secret)
			if err != nil {
				return nil, err
			}
			out.Body.Data.Value = &s.Body.Data
			return &out, nil
		})
	Handle(a, Route{Method: http.MethodDelete, Path: path, ID: "closeSession", Tag: tag, AnyPassword: true, NoTurn: true,
		Summary: "Terminar la sesión en uso y quitar su cookie", Status: http.StatusNoContent},
		func(ctx context.Context, _ *struct{}) (*closeSessionOutput, error) {
			return &closeSessionOutput{a.server.cookie(ctx, "")}, auth.Logout(ctx, Actor(ctx))
		})
}

func sessionOf(ctx context.Context, auth ports.Auth, by account.Actor, secret account.Secret) (*sessionOutput, error) {
	p, err := auth.Profile(ctx, by)
	if err != nil {
		return nil, err
	}
	var out sessionOutput
	out.Body.Data = Session{Username: p.Username, Name: p.Name, Email: p.Email, Role: string(p.Role),
		MustChangePassword: p.MustChangePassword, IdleMinutes: p.Idle.Minutes()}
	if secret != "" {
		out.Body.Data.CSRFToken = secret.CSRFToken()
	}
	if !p.ExpiresAt.IsZero() {
		out.Body.Data.ExpiresAt = new(p.ExpiresAt.UTC().Format(time.RFC3339))
	}
	return &out, nil
}
