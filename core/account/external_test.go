package account_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

func TestCheckExternalName(t *testing.T) {
	for _, tc := range []struct {
		rule, name string
		refused    bool
	}{
		{"an e-mail", "eva@juzgado.gov.co", false},
		{"a name of two words with accents", "Eva Díaz Peña", false},
		{"a guest of Entra ID", "eva_x.co#EXT#@juzgado.gov.co", false},
		{"as long as may be", strings.Repeat("ñ", 120), false},
		{"a word that begins like a reserved one", "systems", false},
		{"none", "", true},
		{"blanks around it", " eva", true},
		{"one letter too long", strings.Repeat("ñ", 121), true},
		{"ten thousand letters", strings.Repeat("x", 10_000), true},
		{"an escape sequence", "eva\x1b[31m", true},
		{"a second line", "eva\nsystem", true},
		{"letters that change the direction", "eva\u202eave", true},
		{"letters without width", "e\u200bva", true},
		{"invalid UTF-8", "ev\xff", true},
		{"the program", "system", true},
		{"the program in capitals", "SYSTEM", true},
		{"the program in wide letters", "ｓｙｓｔｅｍ", true},
		{"the program with a long s", "ſystem", true},
		{"nobody", "Anonymous", true},
		{"a command", "cli:root", true},
		{"a command in capitals", "CLI:root", true},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			err := account.CheckExternalName(tc.name)
			if tc.refused && fault.KindOf(err) != fault.Forbidden || !tc.refused && err != nil {
				t.Errorf("%.40q: %v", tc.name, err)
			}
		})
	}
}

func TestActorsThatAreNoUsersAreReserved(t *testing.T) {
	for _, actor := range []account.Actor{account.System, account.Anonymous, account.Operator("root")} {
		if err := account.CheckExternalName(actor.Username); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("%s: %v", actor.Username, err)
		}
	}
}

func TestIdentityIsOfIssuerAndSubject(t *testing.T) {
	seen := map[account.Identity]bool{}
	for _, of := range [][2]string{{"https://a", "1"}, {"https://b", "1"}, {"https://a", "2"}, {"https://a1", ""}} {
		seen[account.IdentityOf(of[0], of[1])] = true
	}
	if len(seen) != 4 {
		t.Errorf("%d identities, want 4", len(seen))
	}
}

func TestMarkedNameIsOneThatMayBe(t *testing.T) {
	for _, name := range []string{"eva@juzgado.gov.co", strings.Repeat("ñ", 120)} {
		marked := account.IdentityOf("https://a", "1").Mark(name)
		if err := account.CheckExternalName(marked); err != nil || marked == name || !utf8.ValidString(marked) {
			t.Errorf("%s: %v", marked, err)
		}
	}
}
