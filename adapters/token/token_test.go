package token_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/cotejo/cotejo/adapters/token"
	"github.com/cotejo/cotejo/core/account"
)

var (
	secret = []byte("0123456789abcdef0123456789abcdef")
	now    = time.Date(2026, 3, 4, 15, 0, 0, 0, time.UTC)
	good   = account.Claims{Issuer: "cotejo", Audience: "intake", Subject: "ana", Role: account.Admin, SessionID: "s1", TokenID: "t1",
		IssuedAt: now, NotBefore: now, ExpiresAt: now.Add(time.Hour)}
)

func tokens(t testing.TB, secret []byte, at time.Time) *token.Tokens {
	t.Helper()
	tokens, err := token.New(secret, token.Options{Issuer: "cotejo", Audience: "intake", Now: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

// verify goes the way an HTTP adapter goes.
func verify(tokens *token.Tokens, s string) (account.Claims, error) {
	parsed, err := jwt.ParseWithClaims(s, tokens.Blank(), tokens.Key)
	if err != nil {
		return account.Claims{}, err
	}
	return tokens.Accept(parsed.Claims)
}

func TestASignedTokenComesBackWhole(t *testing.T) {
	s, err := tokens(t, secret, now).Sign(good)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := verify(tokens(t, secret, now), s); err != nil || got != good {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestWhichTokensAreAccepted(t *testing.T) {
	change := func(f func(c *account.Claims)) account.Claims { c := good; f(&c); return c }
	for _, c := range []struct {
		name   string
		claims account.Claims
		at     time.Time
		ok     bool
	}{
		{"as signed", good, now, true},
		{"a second before its end", good, now.Add(time.Hour - time.Second), true},
		{"within the leeway of its end", good, now.Add(time.Hour + 29*time.Second), true},
		{"beyond the leeway", good, now.Add(time.Hour + 31*time.Second), false},
		{"within the leeway of its start", good, now.Add(-29 * time.Second), true},
		{"before its start", good, now.Add(-31 * time.Second), false},
		{"another service's", change(func(c *account.Claims) { c.Audience = "notify" }), now, false},
		{"another issuer's", change(func(c *account.Claims) { c.Issuer = "x" }), now, false},
		{"without session", change(func(c *account.Claims) { c.SessionID = "" }), now, false},
		{"of nobody", change(func(c *account.Claims) { c.Subject = "" }), now, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := tokens(t, secret, now).Sign(c.claims)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := verify(tokens(t, secret, c.at), s); (err == nil) != c.ok {
				t.Errorf("accepted is %v: %v", err == nil, err)
			}
		})
	}
}

func TestWhichSignaturesAreGood(t *testing.T) {
	claims := jwt.MapClaims{"iss": "cotejo", "aud": "intake", "sub": "ana", "sid": "s1", "exp": now.Add(time.Hour).Unix()}
	sign := func(m jwt.SigningMethod, key any, claims jwt.MapClaims) string {
		s, err := jwt.NewWithClaims(m, claims).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	without := func(name string) jwt.MapClaims {
		c := jwt.MapClaims{}
		for k, v := range claims {
			if k != name {
				c[k] = v
			}
		}
		return c
	}
	hs256 := sign(jwt.SigningMethodHS256, secret, claims)
	parts := strings.Split(hs256, ".")
	header := func(h string) string { return base64.RawURLEncoding.EncodeToString([]byte(h)) }
	for name, c := range map[string]struct {
		token string
		ok    bool
	}{
		"HS256, audience as one string": {hs256, true},
		"HS384":                         {sign(jwt.SigningMethodHS384, secret, claims), false},
		"HS512":                         {sign(jwt.SigningMethodHS512, secret, claims), false},
		"none":                          {sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, claims), false},
		"another secret":                {sign(jwt.SigningMethodHS256, []byte("x123456789abcdef0123456789abcdef"), claims), false},
		"header swapped for none":       {header(`{"alg":"none"}`) + "." + parts[1] + ".", false},
		"signature cut off":             {parts[0] + "." + parts[1] + ".", false},
		"claims swapped":                {parts[0] + "." + header(`{"sub":"eva"}`) + "." + parts[2], false},
		"no expiry":                     {sign(jwt.SigningMethodHS256, secret, without("exp")), false},
		"no audience":                   {sign(jwt.SigningMethodHS256, secret, without("aud")), false},
		"no issuer":                     {sign(jwt.SigningMethodHS256, secret, without("iss")), false},
		"nothing":                       {"", false},
		"dots":                          {"..", false},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := verify(tokens(t, secret, now), c.token); (err == nil) != c.ok {
				t.Errorf("accepted is %v: %v", err == nil, err)
			}
		})
	}
}

func TestClaimsHaveTheirRegisteredNames(t *testing.T) {
	s, err := tokens(t, secret, now).Sign(good)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(s, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	var names map[string]any
	if err := json.Unmarshal(payload, &names); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"iss", "aud", "sub", "role", "sid", "jti", "iat", "nbf", "exp"} {
		if names[name] == nil {
			t.Errorf("no %s in %s", name, payload)
		}
	}
}

func TestWhatIsNeededToSign(t *testing.T) {
	if _, err := token.New(secret[:31], token.Options{Issuer: "a", Audience: "b"}); err == nil {
		t.Error("a secret of 31 bytes is taken")
	}
	if _, err := token.New(secret[:5], token.Options{Issuer: "a", Audience: "b", ShortSecret: true}); err != nil {
		t.Errorf("a short secret that is allowed: %v", err)
	}
	for _, algorithm := range []string{"none", "RS256", "HS1"} {
		if _, err := token.New(secret, token.Options{Issuer: "a", Audience: "b", Algorithm: algorithm}); err == nil {
			t.Errorf("%s is taken", algorithm)
		}
	}
	if _, err := token.New(secret, token.Options{Issuer: "a"}); err == nil {
		t.Error("no audience is taken")
	}
}

// Of three algorithms each takes its own tokens and no others.
func TestConfiguredAlgorithm(t *testing.T) {
	algorithms := []string{"HS256", "HS384", "HS512"}
	for _, signs := range algorithms {
		made, err := token.New(secret, token.Options{Issuer: "cotejo", Audience: "intake", Algorithm: signs, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		s, err := made.Sign(good)
		if err != nil {
			t.Fatal(err)
		}
		for _, takes := range algorithms {
			other, _ := token.New(secret, token.Options{Issuer: "cotejo", Audience: "intake", Algorithm: takes, Now: func() time.Time { return now }})
			if _, err := verify(other, s); (err == nil) != (signs == takes) {
				t.Errorf("signed with %s, taken by %s: %v", signs, takes, err)
			}
		}
	}
}

func FuzzVerify(f *testing.F) {
	tokens := tokens(f, secret, now)
	s, _ := tokens.Sign(good)
	f.Add(s)
	f.Add("a.b.c")
	f.Fuzz(func(t *testing.T, forged string) {
		// Base64 has several spellings of the same bytes: those are no forgery.
		if c, err := verify(tokens, forged); err == nil && c != good {
			t.Errorf("accepted %q with %+v", forged, c)
		}
	})
}

func Example() {
	tokens, _ := token.New(secret, token.Options{Issuer: "cotejo", Audience: "intake", Now: func() time.Time { return now }})
	signed, _ := tokens.Sign(good)

	parsed, _ := jwt.ParseWithClaims(signed, tokens.Blank(), tokens.Key)
	claims, err := tokens.Accept(parsed.Claims)
	fmt.Println(claims.Subject, claims.Role, err)
	// Output: ana admin <nil>
}
