package misread

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFiguresBehindANameInAnAddress(t *testing.T) {
	page := NewNames(strings.Fields("Accionante: ELSA JULIO RÍOS que suscribe esta Andrea Daza Cardona, Noemí Zuluaga Leal; correo de la valentina Duque y Rosas"))
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
		"ELSAO@GMAIL.COM":          "ELSA0@GMAIL.COM",
		"elsadelriol7@gmail.com":   "elsadelriol7@gmail.com", // nobody's name is Rio
		"elsarS6@gmail.com":        "elsar56@gmail.com",      // behind an initial, too
		"elsal3":                   "elsal3",
		"delcardonaS1@yahoo.com":   "delcardona51@yahoo.com", // a particle first
		"zuluagaL":                 "zuluagaL",
		"dazaS97@gmail.com":        "daza597@gmail.com",
		"noemiS9@gmail.com":        "noemi59@gmail.com",
		"elsa_riosj8@gmail.com":    "elsa_riosj8@gmail.com",
		"noemi.zuluagal8@gmail.co": "noemi.zuluaga18@gmail.co", // though Leal stands beside: an initial goes with one name
		"duqueU8@gmail.com":        "duque08@gmail.com",
		"DUQUED8@GMAIL.COM":        "DUQUED8@GMAIL.COM",
		"karenS@gmail.com":         "karen5@gmail.com", // whoever that is
		"KARENS@GMAIL.COM":         "KARENS@GMAIL.COM",
	} {
		if got := page.Numbered(address); got != want {
			t.Errorf("%s became %s, want %s", address, got, want)
		}
	}
}

func TestALetterOfANameInAnAddress(t *testing.T) {
	page := NewNames(strings.Fields("Accionante: Wilson Correa Soto, Lina Niño; Clara Lima Lina Cima"))
	for address, want := range map[string]string{
		"weorrea_4120@gmail.com": "wcorrea_4120@gmail.com",
		"WILSON.CORRFA@GMAIL.CO": "WILSON.CORREA@GMAIL.CO",
		"corr3a@gmail.com":       "corr3a@gmail.com",
		"xeorrea@gmail.com":      "xeorrea@gmail.com", // of somebody else's initial
		"tienda.eorrea@yahoo.es": "tienda.eorrea@yahoo.es",
		"correa.l1na@gmail.com":  "correa.lina@gmail.com",
		"eima@gmail.com":         "cima@gmail.com",
		"correa@gmail.com":       "correa@gmail.com",
		"weorrea":                "weorrea",
		"Isoto_46@gmail.com":     "lsoto_46@gmail.com", // nobody's initial, but no capital either
		"Itienda_46@gmail.com":   "Itienda_46@gmail.com",
		"Ilima_46@gmail.com":     "llima_46@gmail.com",   // nobody writes one capital
		"corrca.vvilson@yahoo":   "corrca.vvilson@yahoo", // two are not right
		"wiison.correa@yahoo.es": "wilson.correa@yahoo.es",
		"wsato@gmail.com":        "wsato@gmail.com", // nor is one that looks otherwise
		"isotc_46@gmail.com":     "isotc_46@gmail.com",
		"lcorrca@gmail.com":      "lcorrca@gmail.com",
		"jlirna@gmail.com":       "jlirna@gmail.com",
		"clirna@gmail.com":       "clima@gmail.com", // two letters for one
		"ilirnb@gmail.com":       "ilirnb@gmail.com",
	} {
		if got := page.Respelled(address); got != want {
			t.Errorf("%s became %s, want %s", address, got, want)
		}
	}
}

func TestAnInitialThatIsALineUpright(t *testing.T) {
	page := NewNames(strings.Fields("Lucía Inés Báez"))
	for address, want := range map[string]string{
		"Ibaez_46@gmail.com": "lbaez_46@gmail.com", // nobody writes one capital
		"ibaez_46@gmail.com": "ibaez_46@gmail.com",
		"ibaez_46@GMAIL.COM": "ibaez_46@GMAIL.COM",
		"IBAEZ_46@GMAIL.COM": "IBAEZ_46@GMAIL.COM",
		"jbacz_46@gmail.com": "ibaez_46@gmail.com", // and a letter of the name
	} {
		if got := page.Respelled(address); got != want {
			t.Errorf("%s became %s, want %s", address, got, want)
		}
	}
}

func TestNamesOfOnePageAreThoseOfTheNext(t *testing.T) {
	names := NewNames(strings.Fields("correo weorrea@gmail.com"), strings.Fields("ACCIONANTE: WILSON CORREA SOTO"))
	if got := names.Respelled("weorrea@gmail.com"); got != "wcorrea@gmail.com" {
		t.Error(got)
	}
}

func TestInitialsAreThoseOfWordsBesideAName(t *testing.T) {
	names := NewNames(strings.Fields("Accionante: Luis de la Rosa Báez, Nora Díaz. Sentencia del Juez y Parra, Con Luz"))
	for local, want := range map[string]int{
		"lbaez": 5, "rbaez": 5, "abaez": 4, "nbaez": 4, "sdiaz": 4, "ndiaz": 5, "jparra": 6, "delrosa": 7, "labaez": 4, "conbaez": 4,
	} {
		if got, _ := names.Explained(local); got != want {
			t.Errorf("%s: %d letters, want %d", local, got, want)
		}
	}
}

func TestWhatOfAnAddressNamesExplain(t *testing.T) {
	page := NewNames(strings.Fields("la señora María de los Ángeles Gil Peña, C.C. 12 de Cali, y su abogado, de la firma tienda; Luis Ruiz"))
	for local, want := range map[string]int{
		"gil":               3,
		"mariagil":          8,
		"MARIA.GIL22":       8,
		"agil":              4, // an initial beside the name
		"xgil":              3,
		"lgil":              3,  // of somebody named elsewhere
		"mariadelosangeles": 17, // with the particles between
		"mariadclosangeles": 12,
		"tienda":            0,
		"pena_gil":          7,
	} {
		if got, _ := page.Explained(local); got != want {
			t.Errorf("%s: %d letters, want %d", local, got, want)
		}
	}
}

func TestAnAddressMayBeAnything(t *testing.T) {
	page := NewNames(strings.Fields("Accionante: Elsa Julio Kelvin Ríos"))
	rapid.Check(t, func(t *rapid.T) {
		signs := rapid.SampledFrom([]rune("elsajuliokvn.rS519@İK€ñ"))
		address := rapid.StringOfN(signs, 1, 80, -1).Draw(t, "address")
		for _, got := range []string{page.Numbered(address), page.Respelled(address)} {
			if n := utf8.RuneCountInString(got) - utf8.RuneCountInString(address); n < -1 || n > 1 {
				t.Fatalf("%q became %q", address, got)
			}
		}
		for i := 1; i < len(address); i++ {
			page.Between(address, i)
		}
	})
}
