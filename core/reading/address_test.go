package reading

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
)

func TestTwoReadingsOfOneAddressMakeOne(t *testing.T) {
	tests := map[string]struct{ a, b, want string }{
		"letters are those of the page's model":     {"notificacionesEdrosumed.com.co,", "nouficactones@drosumed.com.co,", "notificaciones@drosumed.com.co,"},
		"signs are those of whichever has them":     {"xerazo3698hotmail.com", "xerazo_3698@hotmailcom", "xerazo_3698@hotmail.com"},
		"a low line is no point":                    {"ana.ruizOgmail.com", "ana_ruiz@gmail.com", "ana_ruiz@gmail.com"},
		"two signs stand for the @":                 {"romero.rubiela00(2outlook.com", "romero.rubiela00@eoutlook.com", "romero.rubiela00@outlook.com"},
		"a sign and the digits before it":           {"CUELLAR.ABELARDO106YAHOO.COM.", "CUELLAR.ABELARDOLO@YAHOO.COM", "CUELLAR.ABELARDO10@YAHOO.COM."},
		"a digit among digits, not a letter":        {"julioS26hotmail.com", "julio526@hotmail.com", "julio526@hotmail.com"},
		"a stroke for a one":                        {"duvan!0€yahoo.es", "duvan10@yahoo.es", "duvan10@yahoo.es"},
		"no capital among small letters":            {"juridicafMoressabana.com", "juridica@floressabana.com", "juridica@floressabana.com"},
		"a domain that is known":                    {"teheran€outlvok.com.", "teheran@outlook.com.", "teheran@outlook.com."},
		"the bracket that must begin it":            {"selianacamargo€misena.edu.co>", "selianacamargo@misena.edu.co>", "<elianacamargo@misena.edu.co>"},
		"a figure that the first lost the @ behind": {"mantillav5gmail.com", "mantillavS@gmail.com", "mantillav5@gmail.com"},
		"a question mark for a seven":               {"delrio?33fhotmail.com.", "rio?33@hotmail.com.", "delrio733@hotmail.com."},
		"a mark for a j":                            {"¡silva_0117Ohotmail.com", "jsilva_0117@hotmail.com", "jsilva_0117@hotmail.com"},
		"no point in the middle of an accent":       {"santíago214ftyahoo.com.", "santiago2l4@yahoo.com.", "santiago214@yahoo.com."},
		"a letter among letters, not a digit":       {"cooporven1rOlive.com", "cooporvenir@live.com", "cooporvenir@live.com"},
		"a domain that the first reading knows":     {"ana17gmail.com.", "ana17@ymail.com", "ana17@gmail.com."},
		"both have it":                              {"ana.ruizQgmail.com", "ana.ruiz@gmail.com", "ana.ruiz@gmail.com"},
		"readings of two addresses":                 {"notificacionesEbanco.com.co", "carlos@gmail.com", ""},
		"nothing before the @":                      {"Emisena.edu.co", "@misena.edu.co", ""},
		"something else than the address in it":     {"Correo:anaOgmail.com", "Correo:ana@gmail.com", ""},
		"small and capital letters are no address":  {"ana.ruizOOUTLOOK.com", "ana.ruiz@outlook.com", "ana.ruiz@OUTLOOK.com"},
	}
	for rule, tt := range tests {
		if got, _ := merged(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: %q and %q make %q, want %q", rule, tt.a, tt.b, got, tt.want)
		}
	}
}

func TestBlocksHoldAllOfBothTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-cA-C@._1ñ|]{0,12}`)
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		var x, y string
		for i, k := range aligned([]rune(a), []rune(b)) {
			if x, y = x+k.a, y+k.b; k.a == "" && k.b == "" || i > 0 && k.same && k.a == "" {
				t.Fatalf("block %d is empty", i)
			}
		}
		if x != a || y != b {
			t.Fatalf("%q and %q became %q and %q", a, b, x, y)
		}
		if whole, ok := merged(a, b); ok && !address.MatchString(whole) {
			t.Fatalf("%q is no address", whole)
		}
	})
}

func TestWhereAnAddressEnds(t *testing.T) {
	for _, tt := range []struct {
		rule   string
		words  []string
		pieces int
	}{
		{"whole", []string{"anaOgmail.com", "y"}, 1},
		{"a gap behind its point", []string{"tutelasEfamisanar.", "com."}, 2},
		{"a gap before its point", []string{"ana", ".es"}, 2},
		{"its point lost", []string{"anaruizEoutlook", "es"}, 2},
		{"its point alone", []string{"anaruizEgmail", ".", "com"}, 3},
		{"a stop alone is none", []string{"tutelas", ".", "com"}, 0},
		{"a sentence ends", []string{"famisanar.", "Celular:"}, 0},
		{"a verb", []string{"quien", "es"}, 0},
	} {
		r := line(tt.words...)
		if got := addressEnd([]rune(r.Text), r.Words, 0); got != tt.pieces {
			t.Errorf("%s: %d, want %d", tt.rule, got, tt.pieces)
		}
	}
}

func TestAddressOfTornWords(t *testing.T) {
	at := func(text string, x0, x1 float64) document.Word {
		return document.Word{Text: text, Box: document.Box{X0: x0, X1: x1, Y1: 22}, Confidence: .8}
	}
	other := []document.Word{at("correo", 0, 58), at("kelly1497", 70, 150), at("@", 152, 170), at("hotmail.com", 172, 290)}
	for rule, tt := range map[string]struct {
		words []document.Word
		want  string
		n     int
	}{
		"a gap that is no space":   {[]document.Word{at("correo", 0, 58), at("kelly", 70, 110), at("14976", 115, 165), at("hotmail.com", 172, 290)}, "kelly1497@hotmail.com", 3},
		"what stands apart is not": {[]document.Word{at("correo", 0, 58), at("kelly14976hotmail.com", 70, 290), at("Celular", 302, 360)}, "kelly1497@hotmail.com", 1},
	} {
		first, s, ok := addressFrom(tt.words, other)
		if !ok || first != 1 || s.words != tt.n || s.text != tt.want || s.rule != ruleSecondLook {
			t.Errorf("%s: %d, %+v, %v", rule, first, s, ok)
		}
	}
	whole := []document.Word{at("kelly1497@hotmail.com.", 70, 360), at("Celular:", 302, 360)} // given the room of both
	if _, s, _ := addressFrom([]document.Word{at("kelly14976", 70, 165), at("hotmail.com.", 172, 290), at("Celular:", 302, 360)}, whole); s.text != "kelly1497@hotmail.com." || s.words != 2 {
		t.Errorf("what stands behind it is its end: %+v", s)
	}
	if _, s, ok := addressFrom([]document.Word{at("kelly1497@hotmail.com", 70, 290)}, other); ok {
		t.Errorf("corrected what was right: %+v", s)
	}
}

// setWords sets words beside each other, each letter ten pixels broad, with so much between.
func setWords(gap float64, texts ...string) (words []document.Word) {
	x := 0.0
	for _, text := range texts {
		end := x + 10*float64(len(text))
		words = append(words, document.Word{Text: text, Confidence: .8, Box: document.Box{X0: x, X1: end, Y1: 20}})
		x = end + gap
	}
	return words
}

func TestPiecesOfAnAddress(t *testing.T) {
	for _, tt := range []struct {
		rule        string
		ours, other []string
		want        string // "" where it is none
	}{
		{"the end of a provider without its point", []string{"Correo", "anaruiz4", "(outlook", "com."}, []string{"Correo", "anaruiz4", "@", "outlook", "com."}, "anaruiz4@outlook.com."},
		{"a provider torn", []string{"Correo", "ana_30fout", "look.es"}, []string{"Correo", "ana_30@out", "look.es"}, "ana_30@outlook.es"},
		{"its first letter torn off", []string{"CORREO:", "NICOLAS6(6", "Y", "AHOO.ES"}, []string{"CORREO:", "NICOLAS6@", "Y", "AHOO.ES"}, "NICOLAS6@YAHOO.ES"},
		{"its point alone", []string{"Correo", "anaruizGgmail", ".", "com"}, []string{"Correo", "anaruiz@gmail", ".", "com"}, "anaruiz@gmail.com"},
		{"the colon before it is no point of it", []string{"Correo.", "ruiz92", "gmail.com"}, []string{"Correo,", "ruiz92@", "gmail.com"}, "ruiz92@gmail.com"},
		{"nor what says what follows", []string{"e-mail", "1", "(hotmail.com"}, []string{"e-mail", "|", "@hotmail.com"}, ""},
	} {
		_, s, ok := addressFrom(setWords(5, tt.ours...), setWords(5, tt.other...))
		if s.text != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %q, want %q", tt.rule, s.text, tt.want)
		}
	}
}

func TestWhatStandsBeforeTheFiguresOfAReading(t *testing.T) {
	for _, tt := range []struct {
		rule  string
		gap   float64
		words []string
		read  string
		first int
	}{
		{"the rest of it", 8, []string{"correo", "adriana371", "(hotmail.com"}, "|@hotmail.com", 1},
		{"with the figures between", 8, []string{"correo", "jenny", "15€", "hotmail.com"}, "15@hotmail.com", 1},
		{"behind a space", 12, []string{"correo", "adriana371", "(hotmail.com"}, "|@hotmail.com", 2},
		{"what says that one follows", 8, []string{"correo", "(hotmail.com"}, "@hotmail.com", 1},
		{"nothing", 8, []string{"(hotmail.com"}, "@hotmail.com", 0},
		{"no figures", 8, []string{"ana", "ruiz(hotmail.com"}, "ruiz@hotmail.com", 1},
		{"figures of which it has more", 8, []string{"ana", "ruiz1187(hotmail.com"}, "187@hotmail.com", 1},
	} {
		words := setWords(tt.gap, tt.words...)
		if got := begun(words, part{len(words) - 1, len(words)}, tt.read); got.first != tt.first || got.end != len(words) {
			t.Errorf("%s: from the %d-th word, want the %d-th", tt.rule, got.first, tt.first)
		}
	}
}

func TestAnAddressWhoseSignNobodySees(t *testing.T) {
	for _, tt := range []struct {
		rule  string
		words []string
		n     int // pieces of its end
		want  string
		takes int
	}{
		{"a letter for it", []string{"Correo", "eperdomo84Ooutlook.com."}, 1, "eperdomo84@outlook.com.", 1},
		{"the rest of it before a gap", []string{"Correo", "eperdomo", "Ooutlook.com."}, 1, "eperdomo@outlook.com.", 2},
		{"no word that says what follows", []string{"correo", "Ooutlook.com."}, 1, "", 0},
		{"a provider torn", []string{"Correo", "ana_30Oout", "look.es"}, 1, "ana_30@outlook.es", 2},
		{"a G among capitals", []string{"CORREO:", "LOAIZAGGMAIL", ".", "COM"}, 3, "LOAIZA@GMAIL.COM", 3},
		{"no provider", []string{"Correo", "tutelasOfamisanar.com"}, 1, "", 0},
	} {
		words := setWords(5, tt.words...)
		_, s, ok := unsignedAddress(words, len(words)-tt.n, tt.n)
		if s.text != tt.want || ok != (tt.want != "") || s.words != tt.takes {
			t.Errorf("%s: %q of %d words, want %q of %d", tt.rule, s.text, s.words, tt.want, tt.takes)
		}
	}
}

func TestSignsThatNoAddressHas(t *testing.T) {
	for from, want := range map[string]string{
		"_ana@gmail.com": "ana@gmail.com", "<.ana@gmail.com>": "<ana@gmail.com>", "ana..ruiz@gmail.com": "ana.ruiz@gmail.com",
		"ana...ruiz@x..co": "ana.ruiz@x.co", "ana__13@gmail.com": "ana_13@gmail.com", "ana_ruiz-@gmail.com": "ana_ruiz-@gmail.com", "": "", "<": "<",
	} {
		if got := tidy(from); got != want {
			t.Errorf("%q became %q, want %q", from, got, want)
		}
	}
}

func TestMostOfFourReadingsOfAnAddress(t *testing.T) {
	for rule, tt := range map[string]struct {
		address          string
		signed, unsigned []string
		want             string
	}{
		"three of them":                       {"tutelas@tomag.com.", []string{"tutelas@fomag.com.", "tutelas@fomag.com."}, []string{"tutelasOtomag.com.", "tutelasOfomag.com."}, "tutelas@fomag.com."},
		"two leave it":                        {"tutclas@inspeccion.gov.co", []string{"tutelas@inspeccion.gov.co", "tutclas@inspeccion.gov.co"}, []string{"tutclasOinspeccion.gov.co", "tutelas€inspeccion.gov.co"}, "tutclas@inspeccion.gov.co"},
		"another sign":                        {"zea-william7@yahoo.com,", []string{"zea-william7@yahoo.com,", "zea.william7@yahoo.com,"}, []string{"zea.william7fyahoo.com,", "zea.william7%yahoo.com,"}, "zea.william7@yahoo.com,"},
		"a sign that three have lost":         {"ana_ruiz@gmail.com", []string{"ana_ruiz@gmail.com", "anaruiz@gmail.com"}, []string{"anaruizOgmail.com", "anaruizOgmail.com"}, "ana_ruiz@gmail.com"},
		"an accent is no vote":                {"luisaliredo@outlook.es", []string{"luisalfredo@outlook.es", "luisalfredo@outlook.es"}, []string{"luisalíredoOoutlook.es", "luisalíredoOoutlook.es"}, "luisalfredo@outlook.es"},
		"nor a capital among small letters":   {"delgado53@outlook.com", []string{"delgado53@outlook.com", "delgadoS3@outlook.com"}, []string{"delgadoS3(outlook.com", "delgadoS3(outlook.com"}, "delgado53@outlook.com"},
		"a figure behind a figure":            {"burbano181@misena.edu.co", []string{"burbanol8l@misena.edu.co", "burbanol8l@misena.edu.co"}, []string{"burbano181fmisena.edu.co", "burbano18lfmisena.edu.co"}, "burbano181@misena.edu.co"},
		"as many for a figure at the end":     {"leidy_guizad@misena.edu.co.", []string{"leidy_guiza0@misena.edu.co.", "leidy_guiza0@misena.edu.co."}, []string{"leidy_guizadfmisena.edu.co.", "leidy_guizadfmisena.edu.co."}, "leidy_guiza0@misena.edu.co."},
		"what is a piece of the sign":         {"pushainaof@gmail.com.", []string{"pushainao@gmail.com.", "pushainao@gmail.com."}, []string{"pushainaoflgmail.com.", "pushainaofgmail.com."}, "pushainao@gmail.com."},
		"a letter that two took for the sign": {"tutelas@expacifico.gov.co", []string{"tutelas@texpacifico.gov.co", "tutelas@texpacifico.gov.co"}, []string{"tutelasOexpacifico.gov.co", "tutelasOexpacifico.gov.co"}, "tutelas@texpacifico.gov.co"},
		"a provider that is known":            {"ana17@gmail.com", []string{"ana17@ymail.com", "ana17@ymail.com"}, []string{"ana17Oymail.com", "ana17Ogmail.com"}, "ana17@gmail.com"},
		"brackets around it stay":             {"<mora@hotmail.com>", []string{"smora@hotmail.com>", "smora@hotmail.com>"}, []string{"<moraOhotmail.com>", "smoraOhotmail.com>"}, "<mora@hotmail.com>"},
		"readings of something else":          {"tutclas@gmail.com", []string{"tutelas@gmail.com", "Calle 45 # 12-30"}, []string{"tutclasOgmail.com", "Celular: 3001234567"}, "tutclas@gmail.com"},
	} {
		if got := voted(tt.address, tt.signed, tt.unsigned); got != tt.want {
			t.Errorf("%s: %s, want %s", rule, got, tt.want)
		}
	}
}

func TestWhenAReadingDisputesAnAddress(t *testing.T) {
	for reading, want := range map[string]bool{
		"ana_ruiz7@fomag.com.co,": false,
		"anaruiz7(Wfomag.com.co":  false, // a low line and the sign lost
		"ana.ruiz7@fomag.com.co":  true,
		"ana_ruizT@fomag.com.co":  true,
		"ana_ruiz7@tomag.com.co":  true,
		"xana_ruiz7@fomag.com.co": true,
	} {
		if got := disputed("<ana_ruiz7@fomag.com.co>.", reading); got != want {
			t.Errorf("%s: %v", reading, got)
		}
	}
	if disputed("ana@gmail.com", "anaOgmai1.com") {
		t.Error("of a known provider nothing is in doubt")
	}
}
