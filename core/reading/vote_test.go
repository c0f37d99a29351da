package reading

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAnAddressBeginsAsMostReadingsDo(t *testing.T) {
	for _, c := range []struct {
		rule, address, want string
		signed, unsigned    []string
	}{
		{"two figures of both readings are one", "ana.ruiz77760@gmail.com.", "ana.ruiz760@gmail.com.",
			[]string{"ana.ruiz760@gmail.com.", "ana.ruiz760@gmail.com."}, []string{"ana.ruiz7?7600Ogmail.com.", "ana.ruiz76000gmail.com."}},
		{"one that is repeated", "ana.ruiz9@hotmail.com", "ana.ruiz99@hotmail.com",
			[]string{"ana.ruizg9@hotmail.com", "ana.ruiz99@hotmail.com"}, []string{"ana.ruiz9%0hotmail.com", "ana.ruiz99Ghotmail.com"}},
		{"signs are no difference", "<ana_ruiz775@gmail.com>", "<anaruiz75@gmail.com>",
			[]string{"<anaruiz75@gmail.com>", "<anaruiz15@gmail.com>"}, []string{"<anaruiz775Ogmail.com>", "<ana_ruiz75Ogmail.com>"}},
		{"it could be either", "ana4791@hotmail.com", "ana4791@hotmail.com",
			[]string{"ana47911@hotmail.com", "ana4791@hotmail.com"}, []string{"ana479114hotmail.com", "ana479118hotmail.com"}},
		{"the model that sees letters sees others", "wcorrea@gmail.com", "wcorrea@gmail.com",
			[]string{"weorrea@gmail.com", "weorrea@gmail.com"}, []string{"wcorreaOgmail.com", "wcorreaGgmail.com"}},
		{"nothing is read", "ana@gmail.com", "ana@gmail.com", []string{"", ""}, []string{"", ""}},
	} {
		if got := agreed(c.address, c.signed, c.unsigned); got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
}

func TestTheProviderThatSomeReadingHas(t *testing.T) {
	for _, c := range [][3]string{
		{"ana@gmazi.com.", "ana@gmaii.com.", "ana@gmail.com."},
		{"ana@ymail.com", "ana@ymaii.com", "ana@ymail.com"}, // another provider, perhaps
		{"ana@hotmail.com", "ana@gmaii.com", "ana@hotmail.com"},
		{"ana@gmazi.com", "", "ana@gmazi.com"},
	} {
		if got := provided(c[0], []string{"", c[1]}); got != c[2] {
			t.Errorf("%s, read %s, became %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// Whatever the readings are, an address keeps its brackets, one "@" and what stands behind it.
func TestReadingsSpoilNoAddress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zñA-Z0-9._@?|<(€-]{0,30}`)
		address := rapid.StringMatching(`[<(]?[a-z0-9._-]{1,12}@[a-z.]{1,12}[.,>]?`).Draw(t, "address")
		likely := rapid.SampledFrom([]string{"@gmaii.com", "@hotmail.com.", "@x.co", "Ogmail.com", ""})
		read := func(name string) string { return text.Draw(t, name) + likely.Draw(t, name+" at") }
		signed, unsigned := []string{read("first"), read("third")}, []string{read("second"), read("fourth")}
		got := provided(agreed(address, signed, unsigned), append(signed, unsigned...))
		if strings.Count(got, "@") != 1 || got[0] != address[0] && (address[0] == '<' || address[0] == '(') {
			t.Errorf("%q became %q", address, got)
		}
	})
}
