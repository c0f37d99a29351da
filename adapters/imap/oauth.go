package imap

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// OAuth says where access tokens of mailboxes come from (RFC 6749). With a refresh token they are those of a user who
// agreed, without one those of the program itself (client credentials).
type OAuth struct {
	TokenURL         string
	ClientID         string
	ClientSecretFile string // empty for a public client
	RefreshTokenFile string // empty for client credentials
	Scopes           []string

	// NotSaved is called once if a provider replaces the refresh token and the file cannot be written.
	NotSaved func(error)
}

// Codes of faults of logins by OAuth.
const (
	TokenRefused     = "mail_token"             // the mail server refuses a fresh token
	GrantRefused     = "mail_token_grant"       // the provider issues no token
	TokenUnavailable = "mail_token_unavailable" // the provider does not answer, or not as it should
)

const (
	tokenPatience = 30 * time.Second
	// renewBefore is how long before its end a token is replaced.
	renewBefore = 2 * time.Minute
)

// Authenticator logs in with XOAUTH2. Its token is shared by all connections and replaced before it ends, and once if
// the mail server refuses it. Files are read again for each token.
func (o OAuth) Authenticator() Authenticator {
	s := &tokenSource{OAuth: o, client: &http.Client{
		Timeout: tokenPatience,
		// A redirection could take the secret to another server.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	return s.login
}

// Check reports whether the files can be read.
func (o OAuth) Check() error {
	for _, path := range []string{o.ClientSecretFile, o.RefreshTokenFile} {
		if _, err := secretIn(path); err != nil {
			return err
		}
	}
	return nil
}

// secretIn returns the text of a file, without blanks around it; "" without a file.
func secretIn(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(string(content))
	if text == "" {
		return "", fmt.Errorf("%s está vacío", path)
	}
	return text, nil
}

// tokenSource caches the token of an OAuth. It is safe for concurrent use.
type tokenSource struct {
	OAuth
	client *http.Client

	mu      sync.Mutex
	current oauth2.Token
	// replaced is the refresh token that a provider gave for the one in the file, which could not be written.
	inFile, replaced string
	told             bool
}

func (s *tokenSource) login(ctx context.Context, c *imapclient.Client, user string) error {
	token, isFresh, err := s.token(ctx)
	if err != nil {
		return err
	}
	err = c.Authenticate(&xoauth2{user, token})
	if isReply(err) && !isFresh { // it was withdrawn
		s.drop(token)
		if token, _, err = s.token(ctx); err != nil {
			return err
		}
		err = c.Authenticate(&xoauth2{user, token})
	}
	if err == nil {
		return nil
	}
	s.drop(token) // some servers hang up instead of refusing it
	err = withoutSecret(err, token, response(user, token))
	if isReply(err) {
		return fault.Wrap(err, fault.Unauthenticated, TokenRefused, "El servidor de correo no acepta el token: a la aplicación le falta permiso sobre ese buzón.")
	}
	return err
}

// drop forgets a token.
func (s *tokenSource) drop(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current.AccessToken == token {
		s.current = oauth2.Token{}
	}
}

// token returns an access token, and whether it was issued just now.
func (s *tokenSource) token(ctx context.Context) (token string, isFresh bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.current; t.AccessToken != "" && (t.Expiry.IsZero() || time.Until(t.Expiry) > renewBefore) {
		return t.AccessToken, false, nil
	}
	secret, err := secretIn(s.ClientSecretFile)
	if err != nil {
		return "", false, err
	}
	config := clientcredentials.Config{ClientID: s.ClientID, ClientSecret: secret, TokenURL: s.TokenURL, Scopes: s.Scopes, AuthStyle: oauth2.AuthStyleInParams}
	refresh, err := s.refreshToken()
	if err != nil {
		return "", false, err
	}
	if refresh != "" {
		config.EndpointParams = url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}}
	}
	issued, err := config.Token(context.WithValue(ctx, oauth2.HTTPClient, s.client))
	if err != nil {
		return "", false, refusedGrant(err, secret, refresh)
	}
	if issued.RefreshToken != "" && issued.RefreshToken != refresh && refresh != "" {
		s.save(issued.RefreshToken)
	}
	s.current = *issued
	return issued.AccessToken, true, nil
}

// refreshToken returns the refresh token to use: the one of the file, unless a newer one could not be written there.
func (s *tokenSource) refreshToken() (string, error) {
	text, err := secretIn(s.RefreshTokenFile)
	if err != nil {
		return "", err
	}
	if s.replaced != "" && text == s.inFile {
		return s.replaced, nil
	}
	s.inFile, s.replaced = text, ""
	return text, nil
}

// save keeps a refresh token that replaces the former.
func (s *tokenSource) save(refresh string) {
	err := replaceText(s.RefreshTokenFile, refresh+"\n")
	if err == nil {
		s.inFile, s.replaced = refresh, ""
		return
	}
	s.replaced = refresh
	if !s.told && s.NotSaved != nil {
		s.NotSaved(err)
	}
	s.told = true
}

// replaceText replaces the text of a file that may be written. Its owner and mode stay: the doctor runs as another user.
func replaceText(path, text string) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	former, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer former.Close()
	_, err = durable.Write(path, os.Rename, func(f *os.File) error {
		if err := durable.CopyOwner(former, f); err != nil {
			return err
		}
		_, err := f.WriteString(text)
		return err
	})
	return err
}

// longestReason bounds what is logged of the answer of a provider, in code points.
const longestReason = 300

// refusedGrant returns the fault of a token that was not issued. It repeats no secret and not the whole answer.
func refusedGrant(err error, secrets ...string) error {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return fault.Wrap(err, fault.Unavailable, TokenUnavailable, "El proveedor de tokens del correo no responde como se espera; se intenta de nuevo.")
	}
	reason := []rune(sanitize.Line(refused.ErrorCode + ": " + refused.ErrorDescription))
	text := string(reason[:min(len(reason), longestReason)])
	for _, secret := range secrets {
		if secret != "" && strings.Contains(text, secret) {
			text = "the answer repeats the secret and is not shown"
		}
	}
	status := 0
	if refused.Response != nil {
		status = refused.Response.StatusCode
	}
	err = fmt.Errorf("imap: the token server answered %d: %s", status, text)
	if refused.ErrorCode == "" || status >= 500 {
		return fault.Wrap(err, fault.Unavailable, TokenUnavailable, "El proveedor de tokens del correo no responde como se espera; se intenta de nuevo.")
	}
	return fault.Wrap(err, fault.Unauthenticated, GrantRefused, "El proveedor no entrega un token para el buzón: el secreto o el token de renovación venció, o a la aplicación le falta permiso.")
}

// xoauth2 is the SASL mechanism of Google and Microsoft
// (https://developers.google.com/workspace/gmail/imap/xoauth2-protocol).
type xoauth2 struct{ user, token string }

func (x *xoauth2) Start() (mechanism string, initial []byte, err error) {
	return "XOAUTH2", []byte(response(x.user, x.token)), nil
}

// Next answers the reason of a refusal with nothing; then the server refuses the command.
func (x *xoauth2) Next([]byte) ([]byte, error) { return nil, nil }

func response(user, token string) string {
	return "user=" + user + "\x01auth=Bearer " + token + "\x01\x01"
}
