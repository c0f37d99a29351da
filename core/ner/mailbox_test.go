package ner

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/mail"
)

func TestALowLineSeenTwiceIsOne(t *testing.T) {
	for local, want := range map[string]string{
		"luzmary__benavides":  "luzmary_benavides",
		"luzmary__benavides7": "luzmary_benavides7",
		"luzmary__tienda":     "luzmary__tienda",
		"x__benavides":        "x__benavides",
		"luzmary._benavides":  "luzmary_benavides",
		"luzmary_benavides":   "luzmary_benavides",
	} {
		address := &candidate{Entity: Entity{Field: Email, Value: local + "@correo.co", Raw: local + "@correo.co", End: 1}}
		b := &ballot{text: NewText("x", Span{End: 1}), candidates: []*candidate{{Entity: Entity{Field: Plaintiff, Value: "Luz Mary Benavides"}, best: 0.9}, address}}
		if b.mendEmails(); address.Value != want+"@correo.co" {
			t.Errorf("%s became %s, want %s", local, address.Value, want)
		}
	}
}

// Of a letter beside a name, and of one among digits, nothing tells in a text that
// was read well that it was misread.
func TestInitialsOfPrintedAddressesStayAsTheyAre(t *testing.T) {
	const paper = "ACCIONANTE: ELIANA FORERO RUIZ\nACCIONADO: NUEVA EPS\n\nELIANA FORERO RUIZ, identificada con C.C. 52.000.111, interpongo acción de tutela contra NUEVA EPS.\n\n" +
		"NOTIFICACIONES\nLa accionante recibe notificaciones en el correo electrónico "
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for address, misread := range map[string]string{"foreroz10@gmail.com": "foreroz10"} {
		if got := e.Extract(paper + address + "\n").Value(Email); got != address {
			t.Errorf("%s became %s", address, got)
		}
		poor := strings.NewReplacer("ACCIONANTE", "ACCl0NANTE", "identificada", "identlficad0", "interpongo", "interp0ng0", "NOTIFICACIONES", "N0TlFICACI0NES").Replace(paper)
		if got := recognised(e, poor+address+"\n").Value(Email); strings.HasPrefix(got, misread+"@") {
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
		mail.Addresses(x.Text, 0, x.Len(), func(e mail.Address) { got = append(got, e.Value) })
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %q, want %q", rule, got, c.want)
		}
	}
}
