// Package token signs and verifies bearer tokens: JSON Web Tokens (RFC 7519) with the
// configured algorithm, whatever their header says.
//
// Tokens implements ports.TokenSigner. An HTTP adapter verifies in three steps, Key, Blank and
// Accept; its JWT library checks the signature in between.
package token

import (
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Tokens signs and checks the tokens of one service. It is safe for concurrent use.
type Tokens struct {
	secret []byte
	method *jwt.SigningMethodHMAC
	rules  *jwt.Validator
}

var _ ports.TokenSigner = (*Tokens)(nil)

// Options say which tokens are accepted.
type Options struct {
	Issuer   string           // required
	Audience string           // required; one per service, so that no token opens two of them
	Leeway   time.Duration    // how far clocks may differ; 30 seconds
	Now      func() time.Time // time.Now

	Algorithm   string // HS256, HS384 or HS512; HS256
	ShortSecret bool   // a secret shorter than MinSecret is taken, for development
}

// MinSecret is the shortest secret that HMAC-SHA-256 deserves, in bytes.
const MinSecret = 32

const defaultLeeway = 30 * time.Second

// New returns the tokens of one service, signed with secret.
func New(secret []byte, opts Options) (*Tokens, error) {
	switch {
	case len(secret) == 0 || len(secret) < MinSecret && !opts.ShortSecret:
		return nil, fmt.Errorf("token: the secret has %d bytes, at least %d are needed", len(secret), MinSecret)
	case opts.Issuer == "" || opts.Audience == "":
		return nil, fmt.Errorf("token: issuer and audience are required")
	}
	if opts.Leeway <= 0 {
		opts.Leeway = defaultLeeway
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Algorithm == "" {
		opts.Algorithm = jwt.SigningMethodHS256.Name
	}
	method, ok := jwt.GetSigningMethod(opts.Algorithm).(*jwt.SigningMethodHMAC)
	if !ok {
		return nil, fmt.Errorf("token: no algorithm %q", opts.Algorithm)
	}
	return &Tokens{
		secret: append([]byte(nil), secret...),
		method: method,
		rules: jwt.NewValidator(
			jwt.WithIssuer(opts.Issuer),
			jwt.WithAudience(opts.Audience),
			jwt.WithExpirationRequired(),
			jwt.WithLeeway(opts.Leeway),
			jwt.WithTimeFunc(opts.Now),
		),
	}, nil
}

// Sign implements ports.TokenSigner.
func (t *Tokens) Sign(c account.Claims) (string, error) {
	signed, err := jwt.NewWithClaims(t.method, claimsOf(c)).SignedString(t.secret)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "token_not_signed", "No se pudo crear la sesión; vuelva a intentarlo.")
	}
	return signed, nil
}

// Key is a jwt.Keyfunc: it returns the secret, for the configured algorithm alone.
func (t *Tokens) Key(token *jwt.Token) (any, error) {
	if token.Method != t.method {
		return nil, fmt.Errorf("signed with %q instead of %s", token.Header["alg"], t.method.Name)
	}
	return t.secret, nil
}

// Blank returns a pointer to the type that claims are decoded into. It shows
// its times to nobody: a library that checks them on its way would do so
// without leeway and without asking for an expiry. Accept checks them.
func (t *Tokens) Blank() jwt.Claims { return &unchecked{} }

// Accept returns the claims of a token whose signature was verified, if issuer,
// audience, expiry and start are right.
func (t *Tokens) Accept(c jwt.Claims) (account.Claims, error) {
	u, ok := c.(*unchecked)
	if !ok {
		return account.Claims{}, fmt.Errorf("token: claims of type %T", c)
	}
	if err := t.rules.Validate(&u.claims); err != nil {
		return account.Claims{}, err
	}
	if u.SessionID == "" || u.Subject == "" {
		return account.Claims{}, fmt.Errorf("token: it names no session")
	}
	return u.claims.account(), nil
}
