package account_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

func TestDrafts(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(d *account.Draft)
		wrong  string
	}{
		{"as it should be", func(*account.Draft) {}, ""},
		{"an administrator", func(d *account.Draft) { d.Role = account.Administrator }, ""},
		{"a role of the other service", func(d *account.Draft) { d.Role = account.Admin }, "rol"},
		{"no role", func(d *account.Draft) { d.Role = "" }, "rol"},
		{"a password that is refused", func(d *account.Draft) { d.Password = "corta" }, "password"},
		{"no e-mail", func(d *account.Draft) { d.Email = "ana" }, "email"},
		{"no name", func(d *account.Draft) { d.Name = " " }, "nombre"},
		{"a long name", func(d *account.Draft) { d.Name = strings.Repeat("x", 301) }, "nombre"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := account.Draft{Email: " Ana@Juzgado.gov.co", Password: "una clave larga", Name: "Ana", Role: account.Notifier}
			c.change(&d)
			checked, err := d.Checked()
			var wrong string
			if f, ok := fault.As(err); ok {
				wrong = strings.TrimPrefix(f.Details[0].Location, "body.")
				if f.Details[0].Value == d.Password {
					t.Error("the password is repeated")
				}
			}
			if wrong != c.wrong || err == nil && checked.Email != "ana@juzgado.gov.co" {
				t.Errorf("at fault: %q, want %q; %+v", wrong, c.wrong, checked)
			}
		})
	}
}

func TestWhichEmailsAreValid(t *testing.T) {
	for email, want := range map[string]bool{
		"ana@x.co": true, "josé.ñáñez@correo.rama-judicial.gov.co": true, "admin@localhost": true, "a+b@x.co": true,
		"": false, "ana": false, "@x.co": false, "ana@": false, "ana@x": false, "a@b@c.co": false, "a b@x.co": false,
		"a@x..co": false, ".a@x.co": false, "a.@x.co": false, "a..b@x.co": false, "a@-x.co": false, "a@x.co.": false,
		"a@x.co\n": false, "a@x.co\r\nBcc: b@x.co": false, "<a@x.co>": false, `"a b"@x.co`: false, "a@[127.0.0.1]": false,
		"a\u202e@x.co": false, "a\x00@x.co": false, "a@x.co,b@x.co": false, "a;b@x.co": false, "a\xff@x.co": false,
		strings.Repeat("a", 65) + "@x.co": false, "a@" + strings.Repeat("x.", 130) + "co": false,
	} {
		if got := account.ValidEmail(email); got != want {
			t.Errorf("%q is valid: %v", email, got)
		}
	}
}
