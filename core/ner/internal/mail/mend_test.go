package mail

import "testing"

func TestNamesInAnAddressAreMended(t *testing.T) {
	names := []string{"yamile", "hoyos", "saldarriaga", "gloria", "ines", "oyola", "ruiz", "johana", "tique", "sanchez"}
	for _, c := range []struct {
		rule, local string
		clean       bool // the text was read well
		want        string
	}{
		{"letters that scanners confuse", "vamilchovos", true, "yamilehoyos"},
		{"between other names", "gloriainesoycla", true, "gloriainesoyola"},
		{"two letters read as one", "blancasaldarnaga", true, "blancasaldarriaga"},
		{"the first letter read as two", "gloria.jjaldarriaga", true, "gloria.saldarriaga"},
		{"a digit for the last letter", "florsanche76955", true, "florsanchez6955"},
		{"at the beginning", "uque.ruiz", true, "tique.ruiz"},
		{"two letters read as one that looks like both", "blancasaldarmaga", true, "blancasaldarriaga"},
		{"that needs a text poorly read", "blancasaldarrixga", false, "blancasaldarriaga"},
		{"a name spelled otherwise", "jhoana_ruiz", true, "jhoana_ruiz"},
		{"a name cut short", "yamil22", true, "yamil22"},
		{"the point before a longer one", "joh.analuna", true, "joh.analuna"},
		{"nobody's name", "tienda.rosas", false, "tienda.rosas"},
	} {
		if got := mendLocal(c.local, names, !c.clean); got != c.want {
			t.Errorf("%s: %s became %s, want %s", c.rule, c.local, got, c.want)
		}
	}
}

func TestTheLastLetterMayBeOfTheSign(t *testing.T) {
	names := []string{"elsa", "cuesta"}
	for local, want := range map[string]string{
		"elsa_cuestal": "elsa_cuesta",
		"elsacuestal":  "elsacuesta",
		"elsa_cuesta":  "elsa_cuesta",
		"elsa_cuesta2": "elsa_cuesta2",
		"rosal":        "rosal",
	} {
		if got := withoutSign(local, names); got != want {
			t.Errorf("%s became %s, want %s", local, got, want)
		}
	}
}

func TestAnInitialReadAsTwoLetters(t *testing.T) {
	names := []string{"dario", "forero"}
	for local, want := range map[string]string{
		"clforero_16": "dforero_16",
		"clforeros":   "dforeros",
		"clarosa":     "clarosa", // nobody's name behind it
		"rmforero":    "rmforero",
	} {
		if got := mendJoined(local, names, "df"); got != want {
			t.Errorf("%s became %s, want %s", local, got, want)
		}
	}
}

func TestALetterAmongTheDigits(t *testing.T) {
	names := []string{"claudia", "hinestroza"}
	for local, want := range map[string]string{
		"claudias110":   "claudia5110",
		"claudias8110":  "claudia8110", // seen twice
		"hinestrozal23": "hinestroza123",
		"claudia_9z6":   "claudia_926",
		"claudia96o":    "claudia960",
		"claudias6":     "claudia56",
		"claudia5l":     "claudia51",
		"claudiam110":   "claudiam110",   // no digit looks so
		"hinestrozai23": "hinestrozai23", // an initial
		"claudials23":   "claudials23",
		"perezl23":      "perezl23", // behind nobody's name
		"hinestrozahs":  "hinestrozahs",
	} {
		if got := mendDigits(local, names, "chi"); got != want {
			t.Errorf("%s became %s, want %s", local, got, want)
		}
	}
}

func TestAnLBehindANameIsAOne(t *testing.T) {
	names := []string{"karen", "zuluaga", "paola", "abigail", "abigai"}
	for local, want := range map[string]string{
		"karen.zuluagal":  "karen.zuluaga1",
		"karen_l":         "karen_l", // behind a sign it is an initial
		"tiendal":         "tiendal", // nobody's name
		"zuluaga.abigail": "zuluaga.abigail",
	} {
		if got := mendOne(local, names, "kza"); got != want {
			t.Errorf("%s became %s, want %s", local, got, want)
		}
	}
	if got := mendOne("zuluagal", names, "kzl"); got != "zuluagal" {
		t.Errorf("an initial became %s", got)
	}
}

func TestDomainsEndWithATopLevel(t *testing.T) {
	for domain, want := range map[string]bool{
		"gmail.com":              true,
		"caicedorenteria.legal":  true,
		"torrado.abogado":        true,
		"personeria.gov.example": true,
		"cali.co":                true,
		"gmail.comcelular":       false, // a word glued to it
		"outlook.estelefono":     false,
		"colegio":                false,
		"colegio.c0m":            false,
		"colegio.x":              false,
	} {
		if got := validDomain(domain); got != want {
			t.Errorf("%s is valid: %v", domain, got)
		}
	}
}
