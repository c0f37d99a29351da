package intakeapi

import (
	"context"
	"net/http"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/account"
)

// User is one who may log in.
type User struct {
	Username string `json:"username"`
	Role     string `json:"role" enum:"admin,user"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	Disabled bool   `json:"disabled"`

	MustChangePassword bool `json:"must_change_password" doc:"Si debe cambiar su contraseña por una que nadie más conozca"`
}

func userOf(u account.User) User {
	return User{Username: u.Username, Role: string(u.Role), Name: u.Name, Email: u.Email, Disabled: u.Disabled, MustChangePassword: u.MustChangePassword}
}

// registerUsers adds the routes by which people change who may log in.
func (h *handlers) registerUsers() {
	api := h.api
	rest.Handle(api, rest.Route{Method: http.MethodGet, Path: "/users", ID: "users", Tag: "Usuarios", Admin: true,
		Summary: "Usuarios del servicio"}, h.users)
	rest.Handle(api, rest.Route{Method: http.MethodGet, Path: "/users/assignees", ID: "assignees", Tag: "Usuarios",
		Summary: "A quiénes se pueden asignar documentos"}, h.assignees)
	rest.Handle(api, rest.Route{Method: http.MethodPost, Path: "/users", ID: "addUser", Tag: "Usuarios", Admin: true,
		Summary: "Agregar un usuario", Status: http.StatusCreated, Answers: []int{http.StatusConflict}}, h.addUser)
	rest.Handle(api, rest.Route{Method: http.MethodPut, Path: "/users/{username}", ID: "changeUser", Tag: "Usuarios", Admin: true,
		Summary: "Cambiar el rol o la contraseña de un usuario, o desactivarlo", Answers: []int{http.StatusNotFound, http.StatusConflict}}, h.changeUser)
	rest.Handle(api, rest.Route{Method: http.MethodDelete, Path: "/users/{username}", ID: "removeUser", Tag: "Usuarios", Admin: true,
		Summary: "Quitar un usuario", Status: http.StatusNoContent, Answers: []int{http.StatusNotFound, http.StatusConflict}}, h.removeUser)
	rest.Handle(api, rest.Route{Method: http.MethodPut, Path: "/auth/password", ID: "changePassword", Tag: "Sesión", AnyPassword: true,
		Summary: "Cambiar la contraseña propia: las sesiones terminan", Status: http.StatusNoContent,
		Answers: []int{http.StatusNotFound, http.StatusConflict, http.StatusTooManyRequests}}, h.changePassword)
}

func (h *handlers) users(ctx context.Context, _ *struct{}) (*enveloped[[]User], error) {
	users, err := h.Users.ListUsers(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(each(users, userOf)), nil
}

// Assignee is one to whom documents can be assigned.
type Assignee struct {
	Username string `json:"username"`
	Name     string `json:"name" doc:"Puede estar vacío"`
}

func (h *handlers) assignees(ctx context.Context, _ *struct{}) (*enveloped[[]Assignee], error) {
	users, err := h.Users.Assignees(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(each(users, func(u account.User) Assignee { return Assignee{Username: u.Username, Name: u.Name} })), nil
}

type addUserInput struct {
	Body struct {
		Username string `json:"username" minLength:"1" example:"ana.lopez"`
		Password string `json:"password" format:"password" doc:"Al menos 12 letras, números o signos; a lo sumo 72 bytes"`
		Role     string `json:"role,omitempty" enum:"admin,user" default:"user"`
		Name     string `json:"name,omitempty"`
		Email    string `json:"email,omitempty"`

		MustChangePassword bool `json:"must_change_password,omitempty" doc:"Pedirle en su primer ingreso una contraseña que nadie más conozca"`
	} `nameHint:"NewUser"`
}

func (h *handlers) addUser(ctx context.Context, in *addUserInput) (*enveloped[User], error) {
	u, err := h.Users.AddUser(ctx, rest.Actor(ctx), account.MemberDraft{Username: in.Body.Username, Password: in.Body.Password,
		Role: account.Role(in.Body.Role), Name: in.Body.Name, Email: in.Body.Email, MustChangePassword: in.Body.MustChangePassword})
	if err != nil {
		return nil, err
	}
	return envelope(userOf(u)), nil
}

// UserPath names the user that a route is about.
type UserPath struct {
	Username string `path:"username" maxLength:"400"`
}

type changeUserInput struct {
	UserPath
	Body struct {
		Role     *string `json:"role,omitempty" enum:"admin,user"`
		Disabled *bool   `json:"disabled,omitempty"`
		Password *string `json:"password,omitempty" format:"password" doc:"Al menos 12 letras, números o signos; a lo sumo 72 bytes"`

		MustChangePassword *bool `json:"must_change_password,omitempty" doc:"Pedirle en su próximo ingreso una contraseña que nadie más conozca"`
	} `nameHint:"UserChange"`
}

func (h *handlers) changeUser(ctx context.Context, in *changeUserInput) (*enveloped[User], error) {
	change := account.Change{Disabled: in.Body.Disabled, MustChangePassword: in.Body.MustChangePassword}
	if in.Body.Role != nil {
		change.Role = new(account.Role(*in.Body.Role))
	}
	u, err := h.Users.ChangeUser(ctx, rest.Actor(ctx), in.Username, change, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return envelope(userOf(u)), nil
}

type removeUserInput struct{ UserPath }

func (h *handlers) removeUser(ctx context.Context, in *removeUserInput) (*struct{}, error) {
	return nil, h.Users.RemoveUser(ctx, rest.Actor(ctx), in.Username)
}

type changePasswordInput struct {
	Body struct {
		Current  string `json:"current_password" format:"password"`
		Password string `json:"new_password" format:"password" doc:"Al menos 12 letras, números o signos; a lo sumo 72 bytes"`
	} `nameHint:"PasswordChange"`
}

func (h *handlers) changePassword(ctx context.Context, in *changePasswordInput) (*struct{}, error) {
	return nil, h.Users.ChangePassword(ctx, rest.Actor(ctx), rest.Client(ctx), in.Body.Current, in.Body.Password)
}
