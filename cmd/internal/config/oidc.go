package config

import "strings"

// OIDC is the identity provider of the house, and what its claims mean here.
type OIDC struct {
	Issuer       string
	ClientID     string
	ClientSecret Masked
	RedirectURL  string
	RolesClaim   string
	Admins       []string
	Users        []string
}

// oidcSettings returns the settings of the provider for the service whose names begin
// with prefix. callback is an example of its RedirectURL, and path describes that address.
func oidcSettings[T any](prefix, callback, path string, of func(*T) *OIDC) []setting[T] {
	return []setting[T]{
		{
			Name: prefix + "OIDC_ISSUER", example: "https://identidad.example.org/realms/rama",
			doc: "OpenID Connect provider at which browsers may log in beside local users. It needs " +
				prefix + "OIDC_CLIENT_ID and " + prefix + "OIDC_REDIRECT_URL.",
			help:  "proveedor de identidad (OpenID Connect) de la entidad",
			value: at(func(c *T) *string { return &of(c).Issuer }, webAddress),
		},
		{
			Name: prefix + "OIDC_CLIENT_ID", example: "cotejo",
			doc:   "Name of this service at the provider.",
			help:  "nombre de este servicio ante el proveedor de identidad",
			value: at(func(c *T) *string { return &of(c).ClientID }, word),
		},
		{
			Name: prefix + "OIDC_CLIENT_SECRET", example: "the-secret-of-that-client", secret: true,
			doc:   "Secret of that client; none for a public client (PKCE is used in any case).",
			help:  "secreto de este servicio ante el proveedor de identidad",
			value: at(func(c *T) *Masked { return &of(c).ClientSecret }, masked),
		},
		{
			Name: prefix + "OIDC_REDIRECT_URL", example: callback,
			doc:   "Where the provider sends browsers back: " + path,
			help:  "dirección a la que vuelve el navegador: …/auth/oidc/callback",
			value: at(func(c *T) *string { return &of(c).RedirectURL }, webAddress),
		},
		{
			Name: prefix + "OIDC_ROLES_CLAIM", fallback: "groups", example: "roles",
			doc:   "Claim of the ID token that lists a user's groups or roles.",
			help:  "dato del proveedor que lista los grupos o roles de un usuario",
			value: at(func(c *T) *string { return &of(c).RolesClaim }, word),
		},
		{
			Name: prefix + "OIDC_ADMINS", fallback: `["cotejo-admin"]`, example: `["cotejo-admin"]`,
			doc:   "Values of that claim that make an administrator, a JSON array.",
			help:  "grupos o roles de los administradores, una lista JSON",
			value: at(func(c *T) *[]string { return &of(c).Admins }, listOf(word)),
		},
		{
			Name: prefix + "OIDC_USERS", fallback: `["cotejo"]`, example: `["cotejo","relatoria"]`,
			doc:   "Values of that claim that let a user in, a JSON array. Who has none of both is not let in.",
			help:  "grupos o roles de los demás usuarios, una lista JSON",
			value: at(func(c *T) *[]string { return &of(c).Users }, listOf(word)),
		},
	}
}

func oidcRule[T interface{ Production() bool }](prefix string, of func(*T) *OIDC) rule[T] {
	return rule[T]{prefix + "OIDC_ISSUER", false, func(c *T) string {
		o := of(c)
		switch {
		case o.Issuer == "":
			return ""
		case o.ClientID == "" || o.RedirectURL == "":
			return "necesita también " + prefix + "OIDC_CLIENT_ID y " + prefix + "OIDC_REDIRECT_URL"
		case (*c).Production() && !strings.HasPrefix(o.Issuer, "https:"):
			return "debe empezar por https:// con ENVIRONMENT=production"
		}
		return ""
	}}
}
