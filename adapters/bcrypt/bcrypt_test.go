package bcrypt_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	xbcrypt "golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

func hasher(t testing.TB, opts bcrypt.Options) *bcrypt.Hasher {
	t.Helper()
	if opts.Cost == 0 {
		opts.Cost = xbcrypt.MinCost
	}
	h, err := bcrypt.New(&opts)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// is returns a hash that is known already.
func is(hash string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return hash, nil }
}

func TestHashesCostTwelveUnlessAsked(t *testing.T) {
	h, err := bcrypt.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := h.Hash("secreto")
	if err != nil {
		t.Fatal(err)
	}
	if cost, err := xbcrypt.Cost([]byte(hash)); cost != 12 {
		t.Errorf("%d, %v", cost, err)
	}
}

func TestMatches(t *testing.T) {
	h := hasher(t, bcrypt.Options{})
	long := strings.Repeat("á", 36) // 72 bytes
	hash := func(password string) string {
		s, err := h.Hash(password)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, c := range map[string]struct {
		hash, password string
		want           bool
	}{
		"the password":               {hash("secreto"), "secreto", true},
		"another":                    {hash("secreto"), "Secreto", false},
		"none":                       {hash("secreto"), "", false},
		"of 72 bytes":                {hash(long), long, true},
		"of 73, the same up to 72":   {hash(long), long + "x", false},
		"no hash":                    {"", "secreto", false},
		"no hash, the decoy's":       {"", "decoy", false},
		"as PHP and Python write it": {strings.Replace(hash("secreto"), "$2a$", "$2b$", 1), "secreto", true},
		"with a NUL, another behind": {hash("a\x00b"), "a\x00c", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := h.Matches(context.Background(), account.Caller{}, c.password, is(c.hash))
			if err != nil || got != c.want {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	if _, err := h.Matches(context.Background(), account.Caller{}, "x", is("no hash at all")); fault.KindOf(err) != fault.Internal {
		t.Errorf("a hash that is none: %v", err)
	}
	down := errors.New("down")
	if ok, err := h.Matches(context.Background(), account.Caller{}, "x", func(context.Context) (string, error) { return "", down }); ok || err != down {
		t.Errorf("a hash that could not be read: %v, %v", ok, err)
	}
}

// A name that nobody has costs what the names in use cost.
func TestTheDecoyCostsWhatTheHashesInUseCost(t *testing.T) {
	dear, err := hasher(t, bcrypt.Options{Cost: 6}).Hash("secreto")
	if err != nil {
		t.Fatal(err)
	}
	h := hasher(t, bcrypt.Options{Cost: 4})
	for _, step := range []struct {
		hash string
		want int
	}{{"", 4}, {dear, 6}, {"", 6}} {
		if _, err := h.Matches(context.Background(), account.Caller{}, "x", is(step.hash)); err != nil {
			t.Fatal(err)
		}
		if got := bcrypt.DecoyCost(h); got != step.want {
			t.Errorf("cost %d, want %d", got, step.want)
		}
	}
}

func TestHashRefusesWhatBcryptCannotTellApart(t *testing.T) {
	h := hasher(t, bcrypt.Options{})
	for _, password := range []string{"", strings.Repeat("x", 73)} {
		if _, err := h.Hash(password); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%d bytes: %v", len(password), err)
		}
	}
}

// With one place to run and one to wait, a third is sent away.
func TestAFullLineSendsAway(t *testing.T) {
	h := hasher(t, bcrypt.Options{Cost: 10, Parallel: 1, Waiting: 1})
	leave := bcrypt.Enter(t, h) // runs
	ctx, hangUp := context.WithCancel(context.Background())
	waiting := make(chan error)
	go func() {
		_, err := h.Matches(ctx, account.Caller{}, "x", is(""))
		waiting <- err
	}()
	bcrypt.AwaitQueue(h, 2)
	_, err := h.Matches(context.Background(), account.Caller{}, "x", func(context.Context) (string, error) {
		t.Error("the third was asked for its hash")
		return "", nil
	})
	if f, ok := fault.As(err); !ok || f.Kind != fault.Unavailable || f.RetryAfter == 0 {
		t.Errorf("the third: %v", err)
	}
	hangUp()
	if err := <-waiting; fault.KindOf(err) != fault.Unavailable {
		t.Errorf("the one that hung up: %v", err)
	}
	leave()
	if _, err := h.Matches(context.Background(), account.Caller{}, "x", is("")); err != nil {
		t.Errorf("once there is room: %v", err)
	}
}

func BenchmarkMatches(b *testing.B) {
	h := hasher(b, bcrypt.Options{Cost: 12})
	for b.Loop() {
		_, _ = h.Matches(context.Background(), account.Caller{}, "x", is(""))
	}
}

func Example() {
	h, _ := bcrypt.New(&bcrypt.Options{Cost: 10})
	hash, _ := h.Hash("secreto")
	ok, _ := h.Matches(context.Background(), account.Caller{}, "secreto", is(hash))
	fmt.Println(hash[:7], ok)
	// Output: $2a$10$ true
}
