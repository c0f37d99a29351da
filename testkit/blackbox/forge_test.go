package blackbox

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// forged returns tokens that nobody may come in with, by what is wrong with
// them. They are made of a good one, whose session stays good.
func forged(t *testing.T, good string) map[string]string {
	t.Helper()
	var claims jwt.MapClaims
	parts := strings.Split(good, ".")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err == nil {
		err = json.Unmarshal(payload, &claims)
	}
	if err != nil {
		t.Fatal(err)
	}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	sign := func(method jwt.SigningMethod, key any, change func(jwt.MapClaims)) string {
		t.Helper()
		c := maps.Clone(claims)
		if change != nil {
			change(c)
		}
		s, err := jwt.NewWithClaims(method, c).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	with := func(name string, value any) string {
		t.Helper()
		return sign(jwt.SigningMethodHS256, []byte(tokenSecret), func(c jwt.MapClaims) {
			if c[name] = value; value == nil {
				delete(c, name)
			}
		})
	}
	other := "cotejo-notify"
	if strings.Contains(string(payload), other) {
		other = "cotejo-intake"
	}
	tokens := map[string]string{
		"nobody":                           "",
		"garbage":                          "x.y.z",
		"two parts of a token":             parts[0] + "." + parts[1],
		"a token whose signature is cut":   good[:len(good)-4],
		"a token with another's claims":    parts[0] + "." + strings.Split(with("sub", "ana"), ".")[1] + "." + parts[2],
		"an expired token":                 with("exp", time.Now().Add(-time.Hour).Unix()),
		"a token that never expires":       with("exp", nil),
		"a token of tomorrow":              with("nbf", time.Now().Add(24*time.Hour).Unix()),
		"a token of the other service":     with("aud", other),
		"a token for nobody in particular": with("aud", nil),
		"a token of another issuer":        with("iss", "otro"),
		"a token of no session":            with("sid", nil),
		"a token of an unknown session":    with("sid", "0195f0a0-0000-7000-8000-00000000ffff"),
		"another's name on a session":      with("sub", "ana"),
		"a token without a signature":      sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil),
		"HS512":                            sign(jwt.SigningMethodHS512, []byte(tokenSecret), nil),
		"RS256":                            sign(jwt.SigningMethodRS256, key, nil),
		"another secret":                   sign(jwt.SigningMethodHS256, []byte("otro secreto, igual de largo que aquel....."), nil),
	}
	for _, algorithm := range []string{"RS256", "none", "None", "hs256", ""} {
		tokens[algorithm+" with the secret as its key"] = relabelled(algorithm, parts[1])
	}
	return tokens
}

// relabelled signs as HS256 does and claims to have done otherwise.
func relabelled(algorithm, payload string) string {
	head, _ := json.Marshal(map[string]string{"alg": algorithm, "typ": "JWT"})
	signed := base64.RawURLEncoding.EncodeToString(head) + "." + payload
	mac := hmac.New(sha256.New, []byte(tokenSecret))
	mac.Write([]byte(signed))
	return signed + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
