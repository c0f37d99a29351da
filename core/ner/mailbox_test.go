package ner

import (
	"strings"
	"testing"
)

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
		text := NewText("")
		if !c.clean {
			text = NewText("la acclon dc tutcla quc sc p resenta c0n1ra cl ac cionado dc la EPS quc m e n iega cl m edic amento")
			if text.Noise == 0 {
				t.Fatal("the text counts as read well")
			}
		}
		if got := (&ballot{text: text}).mendLocal(c.local, names); got != c.want {
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

func TestALowLineSeenTwiceIsOne(t *testing.T) {
	for local, want := range map[string]string{
		"luzmary__benavides":  "luzmary_benavides",
		"luzmary__benavides7": "luzmary_benavides7",
		"luzmary__tienda":     "luzmary__tienda",
		"x__benavides":        "x__benavides",
		"luzmary._benavides":  "luzmary_benavides",
		"luzmary_benavides":   "luzmary_benavides",
	} {
		address := &candidate{Entity: Entity{Field: Email, Value: local + "@correo.co", Raw: local + "@correo.co"}}
		b := &ballot{text: NewText(""), candidates: []*candidate{{Entity: Entity{Field: Plaintiff, Value: "Luz Mary Benavides"}, best: 0.9}, address}}
		if b.mendEmails(); address.Value != want+"@correo.co" {
			t.Errorf("%s became %s, want %s", local, address.Value, want)
		}
	}
}

// Of a letter beside a name, and of one among digits, nothing tells in a text that
// was read well that it was misread.
func TestInitialsOfPrintedAddressesStayAsTheyAre(t *testing.T) {
	const paper = "ACCIONANTE: ELIANA FORERO RUIZ\nACCIONADO: NUEVA EPS\n\nELIANA FORERO RUIZ, identificada con C.C. 52.000.111, interpongo acción de tutela contra NUEVA EPS.\n\n" +
		"NOTIFICACIONES\nLa accionante: correo "
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for address, misread := range map[string]string{"foreroz10@gmail.com": "foreroz10"} {
		if got := e.Extract(paper + address + "\n").Value(Email); got != address {
			t.Errorf("%s became %s", address, got)
		}
		poor := strings.NewReplacer("ACCIONANTE", "ACCl0NANTE", "identificada", "identlficad0", "interpongo", "interp0ng0", "NOTIFICACIONES", "N0TlFICACI0NES").Replace(paper)
		if got := e.Extract(poor + address + "\n").Value(Email); strings.HasPrefix(got, misread+"@") {
			t.Errorf("%s is not mended in a text that was read poorly", address)
		}
	}
}

// An address is read whole, also over two lines, and without what stands before it.
func TestAddressIsReadWholeOrNotAtAll(t *testing.T) {
	for rule, c := range map[string]struct{ text, want string }{
		"behind a telephone":            {"Tel. 310 555 0199. carlos.soto@gmail.com", "carlos.soto@gmail.com"},
		"behind a number":               {"Calle 5 No. 10-20. carlos.soto@gmail.com", "carlos.soto@gmail.com"},
		"behind a telephone, one line":  {"Tel. 310 555 0199.\ncarlos.soto@gmail.com", "carlos.soto@gmail.com"},
		"behind a sentence":             {"Recibo avisos en mi correo.\ncarlos.soto@gmail.com", "carlos.soto@gmail.com"},
		"behind the address of a page":  {"Página: www.soto.com\ncarlos.soto@gmail.com", "carlos.soto@gmail.com"},
		"behind a page without www":     {"Página: soto.com.co\ncarlos.soto@gmail.com", "carlos.soto@gmail.com"},
		"a blank that a scanner saw":    {"Correo: carlos. soto@gmail.com", "carlos.soto@gmail.com"},
		"broken behind the sign":        {"Correo: carlos.soto.gil80@\ngmail.com", "carlos.soto.gil80@gmail.com"},
		"broken behind the sign, other": {"Correo: carlos.soto.gil80@\nsotoygil.com.co", "carlos.soto.gil80@sotoygil.com.co"},
		"broken before the sign":        {"Correo: carlos.soto.gil80\n@gmail.com", "carlos.soto.gil80@gmail.com"},
		"broken in the domain":          {"Correo: carlos.soto.gil80@gmail.\ncom", "carlos.soto.gil80@gmail.com"},
		"broken before the country":     {"Correo: carlos.soto.gil80@yahoo.com.\nco", "carlos.soto.gil80@yahoo.com.co"},
		"a point of the sentence":       {"Correo: carlos.soto.gil80@gmail.com.\nConforme a la ley", "carlos.soto.gil80@gmail.com"},
		"broken behind a point":         {"Correo: carlos.soto.\ngil80@gmail.com", "carlos.soto.gil80@gmail.com"},
		"broken behind the first point": {"Correo electrónico: carlos.\nsotogil80@gmail.com", "carlos.sotogil80@gmail.com"},
		"broken before a point":         {"Correo: carlos.soto\n.gil80@gmail.com", "carlos.soto.gil80@gmail.com"},
		"broken behind an underscore":   {"Correo: carlos_\nsotogil80@gmail.com", "carlos_sotogil80@gmail.com"},
		"a label of its own line":       {"Correo electrónico del accionante\ncarlos.soto@gmail.com", "carlos.soto@gmail.com"},
	} {
		var got []string
		x := NewText(c.text + "\n")
		x.emails(0, x.Len(), func(e email) { got = append(got, e.value) })
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %q, want %q", rule, got, c.want)
		}
	}
}
