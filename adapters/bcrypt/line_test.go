package bcrypt_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// attack fills every place that suspect clients may have, and returns what ends it.
func attack(t *testing.T, h *bcrypt.Hasher, clients, each int) (end func()) {
	t.Helper()
	ctx, hangUp := context.WithCancel(context.Background())
	var under sync.WaitGroup
	for n := range clients * each {
		under.Go(func() {
			who := account.Caller{Client: fmt.Sprint("client ", n%clients), Suspect: true}
			_, _ = h.Matches(ctx, who, "x", is(""))
		})
	}
	return func() { hangUp(); under.Wait() }
}

func TestTrustedClientGoesBeforeSuspectOnes(t *testing.T) {
	h := hasher(t, bcrypt.Options{Parallel: 1, Waiting: 4})
	leave := bcrypt.Enter(t, h)
	end := attack(t, h, 60, 1)
	defer end()
	bcrypt.AwaitQueue(h, 1+4)

	hash, err := h.Hash("secreto")
	if err != nil {
		t.Fatal(err)
	}
	admin := make(chan error, 1)
	before := make(chan int, 1)
	go func() {
		ok, err := h.Matches(context.Background(), account.Caller{Client: "the administrator's"}, "secreto", func(context.Context) (string, error) {
			before <- bcrypt.SuspectsWaiting(h)
			return hash, nil
		})
		if err == nil && !ok {
			err = fmt.Errorf("the password is wrong")
		}
		admin <- err
	}()
	bcrypt.AwaitQueue(h, 1+4+1)
	leave()
	if err := <-admin; err != nil {
		t.Errorf("the administrator: %v", err)
	}
	if n := <-before; n != 4 {
		t.Errorf("%d suspect clients still waited, want all 4", n)
	}
}

func TestOneClientHasNoMoreThanItsShare(t *testing.T) {
	h := hasher(t, bcrypt.Options{Parallel: 1, Waiting: 9}) // five places a client
	leave := bcrypt.Enter(t, h)
	defer leave()
	end := attack(t, h, 1, 5)
	defer end()
	bcrypt.AwaitQueue(h, 1+5)
	if _, err := h.Matches(context.Background(), account.Caller{Client: "client 0", Suspect: true}, "x", is("")); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("the sixth of one client: %v", err)
	}
	other := attack(t, h, 2, 1) // client 1 finds a place, client 0 does not
	defer other()
	bcrypt.AwaitQueue(h, 1+5+1)
}
