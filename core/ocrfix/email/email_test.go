package email

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// best returns what is decided for the readings of the page's and of the line's model; ""
// for none. An empty reading is left out.
func best(page, line string, names Names) string {
	var readings []Reading
	for _, r := range []Reading{{Text: page}, {Text: line, KnowsAt: true}} {
		if r.Text != "" {
			readings = append(readings, r)
		}
	}
	if c, ok := Best(readings, names); ok {
		return c.Text
	}
	return ""
}

func TestBestOfTwoReadings(t *testing.T) {
	for rule, tt := range map[string]struct{ page, line, want string }{
		"both agree":                             {"ana.ruizQgmail.com", "ana.ruiz@gmail.com", "ana.ruiz@gmail.com"},
		"letters of the page's model":            {"notificacionesEdrosumed.com.co,", "nouficactones@drosumed.com.co,", "notificaciones@drosumed.com.co,"},
		"signs of whichever has them":            {"xerazo3698hotmail.com", "xerazo_3698@hotmailcom", "xerazo_3698@hotmail.com"},
		"a sign in a gap":                        {"ana ruizOgmail.com", "ana.ruiz@gmail.com", "ana.ruiz@gmail.com"},
		"two characters for the @":               {"romero.rubiela00(2outlook.com", "romero.rubiela00@outlook.com", "romero.rubiela00@outlook.com"},
		"digits of the line's model":             {"julioS26hotmail.com", "julio526@hotmail.com", "julio526@hotmail.com"},
		"a letter for a digit in one of them":    {"parra5Cmisena.edu.co", "parraS@misena.edu.co", "parra5@misena.edu.co"},
		"a stroke for a one":                     {"duvan!0€yahoo.es", "duvan10@yahoo.es", "duvan10@yahoo.es"},
		"a stroke beside a one is noise":         {"sanchezs17€ yahoo.com.", "sanchezs!17@ yahoo.com.", "sanchezs17@yahoo.com."},
		"no capital among lower case":            {"juridicafMoressabana.com", "juridica@floressabana.com", "juridica@floressabana.com"},
		"a known provider":                       {"teheran€outlvok.com.", "teheran@outlook.com.", "teheran@outlook.com."},
		"a provider that both misread":           {"ana17€gmaii.com", "ana17@gmaii.com", "ana17@gmail.com"},
		"a provider that is not known stays":     {"ana17€ymail.com", "ana17@ymail.com", "ana17@ymail.com"},
		"the dots of a domain lost in gaps":      {"repartoubate Ocendoj.ramajudicial gov co", "repartoubate@cendoj.ramajudicial gov co", "repartoubate@cendoj.ramajudicial.gov.co"},
		"an official end that both misread":      {"repartoubate cendoj.ramajudicial.20v.co", "repartoubate @cendoj.ramajudicial.g0v.co", "repartoubate@cendoj.ramajudicial.gov.co"},
		"a comma for a dot":                      {"tutelas€ elahorro.gov,co", "tutelas@elahorro.gov.co", "tutelas@elahorro.gov.co"},
		"capitals":                               {"NICOLAS6(6YAHOO.ES", "NICOLAS6@YAHOO.ES", "NICOLAS6@YAHOO.ES"},
		"an accent":                              {"santíago214€yahoo.com.", "santiago2l4@yahoo.com.", "santiago214@yahoo.com."},
		"two letters for one":                    {"notificacionesEgobernacion.com", "notificaciones@gobemacion.com", "notificaciones@gobernacion.com"},
		"two signs of a kind are one":            {"ana..ruizfmisena.edu.co", "ana..ruiz@misena.edu.co", "ana.ruiz@misena.edu.co"},
		"the bracket that must begin it":         {"selianacamargo€misena.edu.co>", "selianacamargo@misena.edu.co>", "<elianacamargo@misena.edu.co>"},
		"a label before it":                      {"Correo:anaruizOgmail.com", "Correo:anaruiz@gmail.com", "Correo:anaruiz@gmail.com"},
		"the page's model saw nothing":           {"", "ana.ruiz@gmail.com", "ana.ruiz@gmail.com"},
		"readings of two addresses":              {"notificacionesEbanco.com.co", "carlos@gmail.com", ""},
		"nothing before the @":                   {"Emisena.edu.co", "@misena.edu.co", ""},
		"no domain":                              {"anaruizO", "anaruiz@", ""},
		"nothing at all":                         {"", "", ""},
		"longer than any address":                {strings.Repeat("a", 200) + "Ogmail.com", strings.Repeat("a", 200) + "@gmail.com", ""},
		"a site's address":                       {"www.ramajudicial.gov.co", "www.ramajudicial.gov.co", ""},
		"no @ in either, a sign before provider": {"ana.ruizOgmail.com", "ana.ruizQgmail.com", "ana.ruiz@gmail.com"},
	} {
		if got := best(tt.page, tt.line, nil); got != tt.want {
			t.Errorf("%s: %q and %q make %q, want %q", rule, tt.page, tt.line, got, tt.want)
		}
	}
}

func TestBestWithoutAt(t *testing.T) {
	for rule, tt := range map[string]struct{ read, want string }{
		"a capital before a provider":     {"eperdomo84Ooutlook.com.", "eperdomo84@outlook.com."},
		"a sign before a provider":        {"eperdomo84€outlook.com", "eperdomo84@outlook.com"},
		"a word of its own":               {"ana.ruiz O gmail.com", "ana.ruiz@gmail.com"},
		"a round letter among capitals":   {"LOAIZAGGMAIL . COM", "LOAIZA@GMAIL.COM"},
		"a gap in the provider":           {"ana_30Oout look.es", "ana_30@outlook.es"},
		"an office, behind a gap":         {"tutelas O alcaldia.gov.co", "tutelas@alcaldia.gov.co"},
		"… at its first letter":           {"juridica Qicetex.com.co.", "juridica@icetex.com.co."},
		"an office, with no gap":          {"tutelasOfamisanar.gov.co", ""},
		"a name before an O":              {"Ana O gmail.com", ""},
		"too little before it":            {"aOgmail.com", ""},
		"lower case tells nothing":        {"anaogmail.com", ""},
		"a domain of which nothing known": {"ana O tienda.com", ""},
	} {
		if got := best(tt.read, "", nil); got != tt.want {
			t.Errorf("%s: %q makes %q, want %q", rule, tt.read, got, tt.want)
		}
	}
}

func TestBestKnowsNames(t *testing.T) {
	names := NewNames(strings.Fields("Accionante: Wilson Correa Soto, y Ligia Torres Mejía; Lucía Báez. Recibirá notificaciones; PLANEACION"))
	for rule, tt := range map[string]struct{ page, line, want string }{
		"a letter that both misread":          {"weorrea_41Ogmail.com", "weorrea_41@gmail.com", "wcorrea_41@gmail.com"},
		"… among capitals":                    {"WILSON.CORRFAQGMAIL.COM", "WILSON.CORRFA@GMAIL.COM", "WILSON.CORREA@GMAIL.COM"},
		"a figure behind a name":              {"sotol3€yahoo.es", "sotol3@yahoo.es", "soto13@yahoo.es"},
		"… but not an initial":                {"mejial3€yahoo.es", "mejial3@yahoo.es", "mejial3@yahoo.es"},
		"an initial beside a name":            {"Ibaez_46€gmail.com", "Ibaez_46@gmail.com", "lbaez_46@gmail.com"},
		"the reading that makes a name":       {"ligratorresOgmail.com", "ligiatorres@gmail.com", "ligiatorres@gmail.com"},
		"a long word of the page":             {"notificactonesOx.gov.co", "notificactones@x.gov.co", "notificaciones@x.gov.co"},
		"in a domain":                         {"tutelasOplancacion.gov.co", "tutelas@plancacion.gov.co", "tutelas@planeacion.gov.co"},
		"not at a provider":                   {"marioOgmall.com", "mario@gmail.com", "mario@gmail.com"},
		"a name that looks otherwise":         {"wsatoOgmail.com", "wsato@gmail.com", "wsato@gmail.com"},
		"a name of nobody":                    {"tiendaOgmail.com", "tienda@gmail.com", "tienda@gmail.com"},
		"figures behind a name are no letter": {"torres93Ogmail.com", "torres93@gmail.com", "torres93@gmail.com"},
		"a name that is printed stays":        {"ligia.torresOgmail.com", "ligia.torres@gmail.com", "ligia.torres@gmail.com"},
	} {
		if got := best(tt.page, tt.line, names); got != tt.want {
			t.Errorf("%s: %q and %q make %q, want %q", rule, tt.page, tt.line, got, tt.want)
		}
	}
}

// The parts of the score, each by what makes it larger.
func TestMisreadCosts(t *testing.T) {
	page := func(read string) channel { return channel{fold(read), false} }
	line := func(read string) channel { return channel{fold(read), true} }
	for _, tt := range []struct {
		rule        string
		less, more  channel
		text, other string // other is text where it is empty
	}{
		{"nothing is misread", line("ana@x.co"), line("ana@x.c0"), "ana@x.co", ""},
		{"what looks alike costs less", page("cna@x.co"), page("kna@x.co"), "ena@x.co", ""},
		{"the page's model does not know @", page("anaOx.co"), line("anaOx.co"), "ana@x.co", ""},
		{"a capital for @ is likelier than a small letter", page("anaOx.co"), page("anafx.co"), "ana@x.co", ""},
		{"the line's model knows figures", page("an1@x.co"), line("an1@x.co"), "an7@x.co", ""},
		{"the page's model knows letters", line("ane@x.co"), page("ane@x.co"), "anc@x.co", ""},
		{"a sign is easily lost", line("anaruiz@x.co"), line("an.ruiz@x.co"), "ana.ruiz@x.co", ""},
		{"a gap stands for a sign", line("ana ruiz@x.co"), line("anaruiz@x.co"), "ana.ruiz@x.co", ""},
		{"two letters for one", line("rnar@x.co"), line("ruar@x.co"), "mar@x.co", ""},
		{"one letter for two", line("mar@x.co"), line("kar@x.co"), "rnar@x.co", ""},
		{"figures are read as letters", line("anaS@x.co"), line("ana5@x.co"), "ana5@x.co", "anas@x.co"},
	} {
		other := tt.other
		if other == "" {
			other = tt.text
		}
		if less, more := tt.less.misread(tt.text), tt.more.misread(other); less >= more {
			t.Errorf("%s: %.2f is not less than %.2f", tt.rule, less, more)
		}
	}
}

func TestOddAddressesCostMore(t *testing.T) {
	cost := func(text string) float64 {
		c, _ := scorer{}.score(text, 1e9)
		return c.Cost()
	}
	for _, tt := range [][2]string{
		{"ana@gmail.com", "ana@gmaii.com"},
		{"ana@x.gov.co", "ana@x.20v.co"},
		{"ana@x.gov.co", "ana@x.govco"},
		{"ana@x.com", "ana@x.bo"},
		{"ana@utlook.com", "ana@0utlook.com"},
		{"ana12@x.co", "ana1.2@x.co"},
		{"ana12@x.co", "ana1a@x.co"},
		{"ana@x.co", "anA@x.co"},
		{"ana@x.co", "Ana@x.co"},
		{"ANA@x.co", "ANa@x.co"},
		{"ana.b@x.co", "ana._b@x.co"},
		{"ana@x.co", "ana.@x.co"},
		{"ana@x.co", "an@x.co"},
	} {
		if cost(tt[0]) >= cost(tt[1]) {
			t.Errorf("%s costs %.2f, %s %.2f", tt[0], cost(tt[0]), tt[1], cost(tt[1]))
		}
	}
}

// Whatever is read, the decision is one address with what stands around it, and the same
// readings of it are decided alike.
func TestBestIsAnAddress(t *testing.T) {
	names := NewNames(strings.Fields("Elsa Julio Kelvin Ríos"))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[<(s:]?[a-zñA-Z0-9._@?|}€ -]{0,30}(@| O |O|€|)(gmaii\.com|x\.gov\.co|x co|)[.>»]?`)
		readings := []Reading{{Text: text.Draw(t, "page")}, {Text: text.Draw(t, "line"), KnowsAt: true}}
		c, ok := Best(readings, names)
		if !ok {
			return
		}
		if _, core, _ := unwrap(c.Text, closesBracket(c.Text)); !address.MatchString(core) {
			t.Fatalf("%q is no address", c.Text)
		}
	})
}

// One reading has the bracket behind an address, the other takes the one before it for an "s".
func TestABracketOfOneReadingCountsForAll(t *testing.T) {
	readings := func(page, line string) []Reading { return []Reading{{Text: page}, {Text: line, KnowsAt: true}} }
	if c, ok := Best(readings("@gmaii.com>", "s@gmaii.com"), nil); ok {
		t.Errorf("%q is an address", c.Text)
	}
	if c, _ := Best(readings("sana@gmail.com", "ana@gmail.com>"), nil); c.Text != "<ana@gmail.com" {
		t.Errorf("the address is %q", c.Text)
	}
}

func TestReadingsOfOneTextStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z]{3,8}[._]?[a-z]{3,8}[0-9]{0,3}@(gmail\.com|[a-z]{3,8}\.gov\.co)`).Draw(t, "text")
		if got := best(text, text, nil); got != text {
			t.Fatalf("%s became %s", text, got)
		}
	})
}

func TestBlocksHoldAllOfBothTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-cA-C@._1ñ|]{0,12}`)
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		var x, y string
		for _, k := range aligned(a, b) {
			if x, y = x+k.a, y+k.b; k.a == "" && k.b == "" || k.same != (k.a == k.b) {
				t.Fatalf("a block of %q and %q", k.a, k.b)
			}
		}
		if x != a || y != b {
			t.Fatalf("%q and %q became %q and %q", a, b, x, y)
		}
	})
}

func BenchmarkBest(b *testing.B) {
	names := NewNames(strings.Fields("Accionante: Wilson Correa Soto, y Ligia Torres Mejía; Lucía Báez. Recibirá notificaciones"))
	readings := []Reading{{Text: "weorrea_41O gmail.com."}, {Text: "weorrea_4!@gmail.com.", KnowsAt: true}}
	b.ReportAllocs()
	for b.Loop() {
		Best(readings, names)
	}
}
