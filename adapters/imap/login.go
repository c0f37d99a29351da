package imap

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

// Password logs in with a password, which read returns for each connection: it may have changed meanwhile.
func Password(read func() (string, error)) Authenticator {
	return func(_ context.Context, c *imapclient.Client, user string) error {
		password, err := read()
		if err != nil {
			return err
		}
		if c.Caps().Has(goimap.AuthCap("PLAIN")) {
			err = c.Authenticate(sasl.NewPlainClient("", user, password))
		} else {
			err = c.Login(user, password).Wait()
		}
		return withoutSecret(err, password, "\x00"+user+"\x00"+password)
	}
}

// withoutSecret returns the error of a login without its text if a server repeats a secret there, as it is or in
// base64: errors are logged.
func withoutSecret(err error, secrets ...string) error {
	if err == nil {
		return nil
	}
	for _, secret := range secrets {
		text := err.Error()
		if !strings.Contains(text, secret) && !strings.Contains(text, base64.StdEncoding.EncodeToString([]byte(secret))) {
			continue
		}
		const hidden = "the answer repeats the secret and is not shown"
		if reply, ok := errors.AsType[*goimap.Error](err); ok {
			return &goimap.Error{Type: reply.Type, Code: reply.Code, Text: hidden}
		}
		return errors.New("imap: " + hidden)
	}
	return err
}
