package account_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/account"
)

func TestWhichEmailsAreOne(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"case", "Ana@Juzgado.gov.co", "ana@juzgado.gov.co", true},
		{"space around it", " ana@x.co\n", "ana@x.co", true},
		{"accents in one code point or two", "jose\u0301@x.co", "jos\u00e9@x.co", true},
		{"capital accents in two code points", "JOSE\u0301@x.co", "jos\u00e9@x.co", true},
		{"an accent less", "jose@x.co", "jos\u00e9@x.co", false},
		{"a dot less", "a.na@x.co", "ana@x.co", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if same := account.EmailKey(c.a) == account.EmailKey(c.b); same != c.same {
				t.Errorf("%q and %q are one: %v", c.a, c.b, same)
			}
		})
	}
}

func TestTheKeyOfAKeyIsItself(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		key := account.EmailKey(rapid.String().Draw(r, "email"))
		if again := account.EmailKey(key); again != key {
			r.Errorf("%q became %q", key, again)
		}
	})
}

func ExampleEmailKey() {
	fmt.Println(account.EmailKey("  Ana.Lopez@Juzgado.GOV.co "))
	// Output: ana.lopez@juzgado.gov.co
}
