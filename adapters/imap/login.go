package imap

import (
	"context"

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
			return c.Authenticate(sasl.NewPlainClient("", user, password))
		}
		return c.Login(user, password).Wait()
	}
}
