// Package oidc has people identified by the OpenID Connect provider of their house
// (Keycloak, Entra ID, …): the authorization code flow with PKCE.
package oidc

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// Options name the provider and what its claims mean. All but the lists are required.
type Options struct {
	Issuer       string // URL, whose /.well-known/openid-configuration is read
	ClientID     string
	ClientSecret string // empty for a public client
	RedirectURL  string // of the callback, as the provider knows it
	RolesClaim   string // the claim that lists groups or roles; "groups"
	Admins       []string
	Members      []string // values of that claim; who has neither is not let in
	AdminRole    account.Role
	MemberRole   account.Role
	TrustEmail   bool // the provider has verified e-mails of which it does not say so
}

// Provider implements ports.IdentityProvider.
type Provider struct {
	options Options
	client  *http.Client

	known     atomic.Pointer[gooidc.Provider] // nil until the provider has answered once
	discovery singleflight.Group
}

// requestTimeout bounds each request to the provider. A login makes up to four.
const requestTimeout = 5 * time.Second

// New returns a provider, which is asked for the first time when somebody logs in: the
// service starts without it.
func New(o Options) *Provider {
	return &Provider{options: o, client: &http.Client{Timeout: requestTimeout}}
}

// discover reads the provider's configuration, once. Logins at the same time share one request
// and its failure.
func (p *Provider) discover(ctx context.Context) (*gooidc.Provider, error) {
	if found := p.known.Load(); found != nil {
		return found, nil
	}
	shared := gooidc.ClientContext(context.WithoutCancel(ctx), p.client)
	answer := p.discovery.DoChan("", func() (any, error) {
		found, err := gooidc.NewProvider(shared, p.options.Issuer)
		if err != nil {
			return nil, err
		}
		p.known.Store(found)
		return found, nil
	})
	select {
	case <-ctx.Done():
		return nil, unavailable(ctx.Err())
	case a := <-answer:
		if a.Err != nil {
			return nil, unavailable(a.Err)
		}
		return a.Val.(*gooidc.Provider), nil
	}
}

func (p *Provider) config(of *gooidc.Provider) *oauth2.Config {
	return &oauth2.Config{ClientID: p.options.ClientID, ClientSecret: p.options.ClientSecret, Endpoint: of.Endpoint(),
		RedirectURL: p.options.RedirectURL, Scopes: []string{gooidc.ScopeOpenID, "profile", "email", "groups"}}
}

// Begin implements ports.IdentityProvider.
func (p *Provider) Begin(ctx context.Context) (account.Handshake, string, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return account.Handshake{}, "", err
	}
	h := account.Handshake{State: oauth2.GenerateVerifier(), Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier()}
	return h, p.config(found).AuthCodeURL(h.State, gooidc.Nonce(h.Nonce), oauth2.S256ChallengeOption(h.Verifier)), nil
}

// Finish implements ports.IdentityProvider.
func (p *Provider) Finish(ctx context.Context, h account.Handshake, state, code string) (account.User, error) {
	if h.State == "" || subtle.ConstantTimeCompare([]byte(h.State), []byte(state)) != 1 {
		return account.User{}, fault.New(fault.Unauthenticated, "login_expired", "El ingreso tardó demasiado o empezó en otra ventana; intente de nuevo.")
	}
	ctx = gooidc.ClientContext(ctx, p.client)
	found, err := p.discover(ctx)
	if err != nil {
		return account.User{}, err
	}
	token, err := p.config(found).Exchange(ctx, code, oauth2.VerifierOption(h.Verifier))
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return account.User{}, fault.Wrap(refused, fault.Unauthenticated, "login_refused", "El proveedor de identidad no aceptó el ingreso; intente de nuevo.")
	}
	if err != nil {
		return account.User{}, unavailable(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return account.User{}, refuse(errors.New("the answer has no id_token"))
	}
	id, err := found.Verifier(&gooidc.Config{ClientID: p.options.ClientID}).Verify(ctx, raw)
	if err != nil {
		return account.User{}, refuse(err)
	}
	if id.Subject == "" {
		return account.User{}, refuse(errors.New("the id_token has no subject"))
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(h.Nonce)) != 1 {
		return account.User{}, refuse(errors.New("the nonce is another"))
	}
	all := map[string]any{}
	if err := id.Claims(&all); err != nil {
		return account.User{}, refuse(err)
	}
	_, hasRoles := all[p.options.RolesClaim]
	if (!hasRoles || p.email(all) == "") && found.UserInfoEndpoint() != "" {
		// Many providers describe a user there only.
		info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return account.User{}, unavailable(err)
		}
		if info.Subject != id.Subject {
			return account.User{}, refuse(errors.New("the userinfo is of another user"))
		}
		more := map[string]any{}
		if err := info.Claims(&more); err != nil {
			return account.User{}, refuse(err)
		}
		merge(all, more)
	}
	u, err := p.user(all)
	u.Identity = account.IdentityOf(id.Issuer, id.Subject)
	return u, err
}

// merge adds claims. An e-mail is verified only by the claims that name it.
func merge(all, more map[string]any) {
	if _, ok := more["email"]; ok {
		delete(all, verifiedClaim)
	}
	maps.Copy(all, more)
}

// verifiedClaim says whether the provider has verified the e-mail.
const verifiedClaim = "email_verified"

// email returns the address that the provider has verified, or "".
func (p *Provider) email(all map[string]any) string {
	stated, isStated := all[verifiedClaim]
	if stated != true && stated != "true" && (isStated || !p.options.TrustEmail) { // some providers write "true"
		return ""
	}
	email, _ := all["email"].(string)
	return email
}

// user reads the claims. The username is the verified e-mail, or else the name by which the
// provider's users log in. Such a name in the form of an e-mail must be as true as the e-mail:
// users who choose it themselves could choose the address of another.
func (p *Provider) user(all map[string]any) (account.User, error) {
	u := account.User{Email: p.email(all)}
	u.Name, _ = all["name"].(string)
	login, _ := all["preferred_username"].(string)
	_, isStated := all[verifiedClaim]
	switch isEmail := strings.Contains(account.NameKey(login), "@"); {
	case u.Email != "":
		u.Username = u.Email
	case isEmail && (isStated || !p.options.TrustEmail):
		return account.User{}, fault.New(fault.Unauthenticated, "email_not_verified",
			"El proveedor de identidad no dice que haya comprobado su correo; avise al administrador.")
	case login != "":
		u.Username = login
	default:
		return account.User{}, refuse(errors.New("neither a verified email nor preferred_username"))
	}
	u.Role = p.role(all[p.options.RolesClaim])
	if u.Role == "" {
		return account.User{}, fault.New(fault.Forbidden, "no_role", "Su usuario no tiene permiso para usar Cotejo; pídalo a quien administra los usuarios de la entidad.")
	}
	return u, nil
}

// role returns the highest role that a claim gives, which is a list or one value.
func (p *Provider) role(claim any) account.Role {
	var names []string
	switch c := claim.(type) {
	case string:
		names = []string{c}
	case []any:
		for _, v := range c {
			names = append(names, fmt.Sprint(v))
		}
	}
	among := func(list []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(list, name) })
	}
	switch {
	case among(p.options.Admins):
		return p.options.AdminRole
	case among(p.options.Members):
		return p.options.MemberRole
	}
	return ""
}

func unavailable(err error) error {
	return fault.Wrap(err, fault.Unavailable, "identity_provider_unavailable", "El proveedor de identidad de la entidad no responde; intente de nuevo, o ingrese con usuario y contraseña.")
}

func refuse(err error) error {
	return fault.Wrap(err, fault.Unauthenticated, "login_refused", "La respuesta del proveedor de identidad no se pudo comprobar; avise al administrador.")
}
