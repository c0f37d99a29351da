package rest

import (
	"context"

	jwtware "github.com/gofiber/contrib/jwt"
	"github.com/gofiber/fiber/v2"
	"github.com/golang-jwt/jwt/v5"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// Tokens says which bearer tokens are good. The middleware of contrib/jwt takes
// a token apart and checks its signature; it passes no options to the parser,
// so all other rules are Accept's.
type Tokens interface {
	// Key returns the key of the signature and refuses any algorithm but its own.
	Key(t *jwt.Token) (any, error)
	// Blank returns a pointer to the type that claims are decoded into.
	Blank() jwt.Claims
	// Accept checks issuer, audience and times of claims whose signature is good.
	Accept(c jwt.Claims) (account.Claims, error)
}

// guard finds out who asks.
type guard func(ctx context.Context, c *fiber.Ctx) (account.Actor, error)

func newGuard(opts Options) guard {
	if opts.Everyone != nil {
		return func(context.Context, *fiber.Ctx) (account.Actor, error) { return *opts.Everyone, nil }
	}
	const key = "token"
	verify := jwtware.New(jwtware.Config{
		KeyFunc:        opts.Tokens.Key,
		Claims:         opts.Tokens.Blank(),
		ContextKey:     key,
		SuccessHandler: func(*fiber.Ctx) error { return nil },
		ErrorHandler:   func(_ *fiber.Ctx, err error) error { return badToken(err) },
	})
	return func(ctx context.Context, c *fiber.Ctx) (account.Actor, error) {
		if c.Get(fiber.HeaderAuthorization) == "" {
			if secret := opts.secretOf(c); secret != "" {
				return opts.resume(ctx, c, secret)
			}
			return account.Actor{}, fault.New(fault.Unauthenticated, "token_missing",
				"Falta la sesión; ingrese y envíe la cabecera Authorization: Bearer con su token.")
		}
		if err := verify(c); err != nil {
			return account.Actor{}, err
		}
		sent := c.Locals(key).(*jwt.Token).Claims
		requestOf(c.UserContext()).check = func(ctx context.Context) error {
			_, err := opts.identify(ctx, sent)
			return err
		}
		return opts.identify(ctx, sent)
	}
}

// identify returns who acts with claims whose signature is good.
func (o Options) identify(ctx context.Context, sent jwt.Claims) (account.Actor, error) {
	claims, err := o.Tokens.Accept(sent)
	if err != nil {
		return account.Actor{}, badToken(err)
	}
	return o.Identify(ctx, claims)
}

func badToken(cause error) error {
	return fault.Wrap(cause, fault.Unauthenticated, "token_invalid", "La sesión no es válida o ya venció; ingrese de nuevo.")
}
