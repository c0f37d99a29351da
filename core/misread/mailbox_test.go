package misread

import (
	"strings"
	"testing"
)

func TestFiguresBehindANameInAnAddress(t *testing.T) {
	page := NewPage(strings.Fields("Accionante: ELSA JULIO RÍOS que suscribe esta Andrea Daza Cardona, Noemí Zuluaga Leal; correo de la valentina Duque y Rosas"))
	for address, want := range map[string]string{
		"julio.elsaS73@gmail.com":  "julio.elsa573@gmail.com",
		"daza.andreal3@gmail.com.": "daza.andrea13@gmail.com.",
		"noemil0@misena.edu.co":    "noemil0@misena.edu.co", // of Leal
		"duqueS@yahoo.es":          "duque5@yahoo.es",
		"duques@yahoo.es":          "duques@yahoo.es",
		"CARDONAS6@MISENA.EDU.CO.": "CARDONA56@MISENA.EDU.CO.",
		"CARDONAS@MISENA.EDU.CO.":  "CARDONAS@MISENA.EDU.CO.",
		"rosas6@gmail.com":         "rosas6@gmail.com", // Rosas it is
		"elsa_l3@gmail.com":        "elsa_13@gmail.com",
		"riosl@gmail.com":          "rios1@gmail.com",
		"valentinal9@gmail.com":    "valentinal9@gmail.com", // no name, as it is written
		"elsa73@gmail.com":         "elsa73@gmail.com",
		"tiendal3@gmail.com":       "tiendal3@gmail.com",
		"CAMILACARDONAS6@YAHOO.ES": "CAMILACARDONAS6@YAHOO.ES", // of a Camila whom the page does not name
		"elsal3":                   "elsal3",
	} {
		if got := page.Numbered(address); got != want {
			t.Errorf("%s became %s, want %s", address, got, want)
		}
	}
}
