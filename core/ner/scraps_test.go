package ner_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner"
)

// scraps are what the extractors look for, and what comes in between: random
// sequences of them reach far more of the code than random bytes.
var scraps = strings.Split(`ACCIONANTE:|ACCIONADO:|ACCIONADOS|DEMANDANTE|Demandado:|Tutelante :|Actor:|Ref.:|REFERENCIA|RADICADO No.|Rad.|Radicación:|Proceso No.|Expediente|AGENTE OFICIOSO:|Apoderado:|VINCULADOS:|A FAVOR DE|
JUEZ|JUZGADO|JUEZ 5° PENAL MUNICIPAL DE CALI|(REPARTO)|quinto|civil|del circuito|de|la|los|y|e|o|en|el|al|por|con|a|que|su|Señor|SEÑORES|E. S. D.|Doctor|HONORABLE TRIBUNAL SUPERIOR|Corte Constitucional|
Yo,|mayor de edad|identificado con|identificada con la cédula de ciudadanía|C.C.|CC|cédula No.|T.I.|C.E.|NUIP|PPT|NIT|T.P.|tarjeta profesional|expedida en|vecino de|actuando en nombre propio|como agente oficiosa de|apoderado de|representante legal de|mi madre|mi hijo menor|interpongo acción de tutela|contra|CONTRA|vs.|en contra de|instaurada por|promovida por|quien haga sus veces|
ANA|Ana|LÓPEZ|López Ruiz|MARÍA FERNANDA|Rosa|de López|Muñoz|MUN̄OZ|José|Pedro Casas|NUEVA EPS S.A.|SANITAS|EPS|S.A.S.|S. A.|E.S.P.|Banco|SECRETARÍA DE SALUD|MINISTERIO DE|ALCALDÍA|UARIV|- USPEC|HOSPITAL|Medellín|Bogotá D.C.|Chocó|
HECHOS|PRETENSIONES|NOTIFICACIONES|PRUEBAS|ANEXOS|Atentamente,|Firma|FUNDAMENTOS DE DERECHO|correo electrónico|correo:|e-mail|email|@|ana.ruiz|ana_ruiz|gmail.com|@gmail.com|a@b.co|hotmail|.com|.co|notificaciones@nuevaeps.com.co|Q|©|¡|
52.000.111|1'577.279.756|1.032.456.789|52 000 111|5|0|l1|O0|11001-40-03-028-2024-00317-00|11001400302820240031700|11001 40 03|2024|028|317|00317|3001234567|310 123 4567|(601) 234|Calle 45 # 12-30|Carrera 85K No. 46A-66|Cra|#|No.|N°|Nro|№|
.|,|;|:|-|–|/|(|)|"|'|_|*|+|=|?|!|°|º|$|%|&|[|]|¿|…|«|¬|
 |  |	|1.|2)|a)|I.|PRIMERO:|segundo|X|x|S|l|uno|dos mil|veinticuatro|de 2008|T-760|Ley 1564|fecha|teléfono|tel.|celular|dirección|testigo|doctora|Magistrado|Ponente|á|ñ|ü|é|�|€|😀`, "|")

// lineEnds stand for the bytes behind the scraps, and bytes of no letter.
var lineEnds = []string{"\n", "\n", "\n\n", "\f", "\r\n", "|", "\xff", "\u0301", "\u00ad", "\u00a0", "\x00"}

// scrapText writes a text of a scrap for each byte; with a blank between where the
// byte before was even.
func scrapText(data []byte) string {
	var b strings.Builder
	for i, c := range data {
		if n := int(c) - len(scraps); n >= 0 {
			b.WriteString(lineEnds[n%len(lineEnds)])
			continue
		}
		b.WriteString(strings.Trim(scraps[c], "\n"))
		if (i+int(c))%4 != 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Whatever scraps a paper is made of, each extractor and the ensemble read it, and what
// they name stands where they say.
func FuzzScraps(f *testing.F) {
	if len(scraps) > 250 {
		f.Fatal("too many scraps for a byte")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		f.Add(data)
	}
	e := ensemble(f, nil)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := scrapText(data)
		runes, valid := []rune(s), utf8.ValidString(s)
		for _, x := range ner.Extractors() {
			for _, m := range x.Extract(ner.NewText(s)) {
				if m.Start < 0 || m.End > len(runes) || m.Start >= m.End {
					t.Fatalf("%s: %s %q at %d–%d of %d in %q", x.Name(), m.Field, m.Value, m.Start, m.End, len(runes), s)
				}
				if got := string(runes[m.Start:m.End]); valid && got != m.Raw {
					t.Fatalf("%s: %s: raw %q, in the text %q of %q", x.Name(), m.Field, m.Raw, got, s)
				}
			}
		}
		check(t, s, s, e.Extract(s))
	})
}
