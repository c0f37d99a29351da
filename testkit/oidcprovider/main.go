// Oidcprovider serves a real OpenID Connect provider to tests: the example server of
// zitadel/oidc, which is certified. The tests of this package log in through it.
//
// It takes the address that browsers return to, prints its issuer, and ends when its
// input ends. The client is "cotejo" with the secret "secreto"; test-user@localhost
// administers, test-user2 is a member. The password of both is "verysecure".
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: oidcprovider REDIRECT-URL")
	}
	issuer, stop, err := serve(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer stop()
	fmt.Println(issuer)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// house is the storage of the provider, whose users have groups.
type house struct {
	*storage.Storage
	groups map[string][]string // by the user's id
}

func (h house) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, origin string) error {
	if err := h.Storage.SetUserinfoFromToken(ctx, info, tokenID, subject, origin); err != nil {
		return err
	}
	info.AppendClaims("groups", h.groups[subject])
	return nil
}

// serve serves the provider and returns its issuer.
func serve(redirect string) (issuer string, stop func(), err error) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return "", nil, err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	issuer = "http://localhost:" + port
	storage.RegisterClients(storage.WebClient("cotejo", "secreto", redirect))
	users := storage.NewUserStore(issuer)
	store := house{storage.NewStorage(users), map[string][]string{"id1": {"otra", "cotejo-admin"}, "id2": {"cotejo"}}}
	router := exampleop.SetupServer(issuer, store, slog.New(slog.DiscardHandler), false, op.WithAllowInsecure())
	server := &http.Server{Handler: router}
	go server.Serve(listener)
	return issuer, func() { server.Close() }, nil
}
