package token

import (
	"github.com/golang-jwt/jwt/v5"

	"github.com/cotejo/cotejo/core/account"
)

// claims are what a token carries, under the names of RFC 7519 and two of ours.
type claims struct {
	jwt.RegisteredClaims
	Role      string `json:"role"`
	SessionID string `json:"sid"`
}

func claimsOf(c account.Claims) *claims {
	return &claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    c.Issuer,
			Audience:  jwt.ClaimStrings{c.Audience},
			Subject:   c.Subject,
			ID:        c.TokenID,
			IssuedAt:  jwt.NewNumericDate(c.IssuedAt),
			NotBefore: jwt.NewNumericDate(c.NotBefore),
			ExpiresAt: jwt.NewNumericDate(c.ExpiresAt),
		},
		Role:      string(c.Role),
		SessionID: c.SessionID,
	}
}

// account converts accepted claims: their expiry is known to be there.
func (c *claims) account() account.Claims {
	a := account.Claims{
		Issuer:    c.Issuer,
		Subject:   c.Subject,
		Role:      account.Role(c.Role),
		SessionID: c.SessionID,
		TokenID:   c.ID,
		ExpiresAt: c.ExpiresAt.UTC(),
	}
	if len(c.Audience) > 0 {
		a.Audience = c.Audience[0]
	}
	if c.IssuedAt != nil {
		a.IssuedAt = c.IssuedAt.UTC()
	}
	if c.NotBefore != nil {
		a.NotBefore = c.NotBefore.UTC()
	}
	return a
}

// unchecked is claims on its way from the signature check to Accept.
type unchecked struct{ claims }

func (*unchecked) GetExpirationTime() (*jwt.NumericDate, error) { return nil, nil }
func (*unchecked) GetNotBefore() (*jwt.NumericDate, error)      { return nil, nil }
func (*unchecked) GetIssuedAt() (*jwt.NumericDate, error)       { return nil, nil }
