package auth_test

import (
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

func Example() {
	service := open(nil) // auth.New over the stores of a program
	ctx := context.Background()

	grant, _ := service.Login(ctx, "ana", "secreto", desk)
	fmt.Println(grant.AccessToken, grant.ExpiresIn)

	actor, _ := service.Resume(ctx, account.Claims{Subject: "ana", SessionID: "id-1"})
	fmt.Println(actor.Username, actor.Role)

	_, err := service.Login(ctx, "ana", "equivocada", desk)
	fmt.Println(fault.KindOf(err))
	// Output:
	// token of id-1 8h0m0s
	// ana admin
	// unauthenticated
}
