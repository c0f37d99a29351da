package notifyapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/account"
)

// Usuario is a user of the service.
type Usuario struct {
	ID             string `json:"id" format:"uuid"`
	Email          string `json:"email"`
	Nombre         string `json:"nombre"`
	Rol            string `json:"rol" enum:"NOTIFICADOR,ADMINISTRADOR"`
	Activo         bool   `json:"activo"`
	BloqueadoHasta *Stamp `json:"bloqueado_hasta" doc:"Por ingresos fallidos; null si no está bloqueado"`
	FechaCreacion  Stamp  `json:"fecha_creacion" example:"2026-03-04T15:04:05.123"`
}

func userOf(u account.User) Usuario {
	return Usuario{ID: u.ID, Email: u.Email, Nombre: u.Name, Rol: string(u.Role), Activo: !u.Disabled,
		BloqueadoHasta: stampOrNull(u.LockedUntil), FechaCreacion: stamp(u.CreatedAt)}
}

type usersInput struct {
	Paging
	Rol string `query:"rol" enum:"NOTIFICADOR,ADMINISTRADOR"`
}

func (h *handlers) users(ctx context.Context, in *usersInput) (*paged[Usuario], error) {
	list, err := h.Users.ListUsers(ctx, rest.Actor(ctx), account.UserFilter{Role: account.Role(in.Rol)}, in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, userOf), nil
}

type registerInput struct {
	rest.Once
	Body struct {
		Email    string `json:"email" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"ana@juzgado.gov.co"`
		Password string `json:"password" minLength:"1" format:"password" doc:"Al menos 12 letras, números o signos; a lo sumo 72 bytes"`
		Nombre   string `json:"nombre" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"Ana López"`
		Rol      string `json:"rol" enum:"NOTIFICADOR,ADMINISTRADOR"`
	} `nameHint:"UsuarioNuevo"`
}

func (h *handlers) registerUser(ctx context.Context, in *registerInput) (*created[Usuario], error) {
	b := in.Body
	u, err := h.Users.Register(ctx, rest.Actor(ctx), account.Draft{Key: in.Key, Email: b.Email, Password: b.Password, Name: b.Nombre, Role: account.Role(b.Rol)})
	if err != nil {
		return nil, err
	}
	return &created[Usuario]{Location: "/usuarios/" + u.ID, Body: userOf(u)}, nil
}

func (h *handlers) user(ctx context.Context, in *IDPath) (*one[Usuario], error) {
	return h.answer(h.Users.User(ctx, rest.Actor(ctx), in.id()))
}

func (h *handlers) unlock(ctx context.Context, in *IDPath) (*one[Usuario], error) {
	return h.answer(h.Users.Unlock(ctx, rest.Actor(ctx), in.id()))
}

func (h *handlers) disable(ctx context.Context, in *IDPath) (*one[Usuario], error) {
	return h.answer(h.Users.Disable(ctx, rest.Actor(ctx), in.id()))
}

func (h *handlers) endSessions(ctx context.Context, in *IDPath) (*one[Usuario], error) {
	return h.answer(h.Users.EndSessions(ctx, rest.Actor(ctx), in.id()))
}

type endSessionsInput struct {
	Username string `query:"username" required:"true" minLength:"1" maxLength:"1000" doc:"De quién; puede volver a ingresar enseguida"`
}

func (h *handlers) endSessionsOf(ctx context.Context, in *endSessionsInput) (*struct{}, error) {
	return nil, h.Users.EndSessionsOf(ctx, rest.Actor(ctx), in.Username)
}

func (h *handlers) answer(u account.User, err error) (*one[Usuario], error) {
	if err != nil {
		return nil, err
	}
	return &one[Usuario]{userOf(u)}, nil
}

type userEventsInput struct {
	IDPath
	Paging
}

// Suceso is something that was done to a user.
type Suceso struct {
	Accion  string `json:"accion" enum:"CREADO,DESACTIVADO,DESBLOQUEADO,CLAVE_CAMBIADA,SESIONES_TERMINADAS"`
	Usuario string `json:"usuario" doc:"Quién lo hizo"`
	Fecha   Stamp  `json:"fecha"`
}

func (h *handlers) userEvents(ctx context.Context, in *userEventsInput) (*paged[Suceso], error) {
	list, err := h.Users.Events(ctx, rest.Actor(ctx), in.id(), in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, func(e account.Event) Suceso {
		return Suceso{Accion: string(e.Action), Usuario: e.By, Fecha: stamp(e.At)}
	}), nil
}
