package pdftext

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
)

const filing = `Señor JUEZ CIVIL MUNICIPAL DE CÚCUTA (REPARTO) E. S. D. REF: ACCIÓN DE TUTELA. ACCIONANTE: ROSA PEÑA.
 ROSA PEÑA, mayor de edad, identificada con la cédula de ciudadanía No. 52.000.111 de Cali, actuando en nombre propio,
 interpongo acción de tutela contra la EPS, para que se proteja mi derecho a la salud, que está en riesgo desde hace meses.`

// misreadFiling is how a poor scan of it reads to a machine that does not clean it first.
const misreadFiling = `Señor JUEZ CIVIL MUNICIPAL DE CUCUTA (REPARTO) E. S. D. REF: ACCION DE TUTELA. ACClONANTE: ROSA PENA.
 ROSA PENA, mayor de edad, identificada con la cedu1a de ciudadania No. 52.000.111 de Cali, actuandc en nombre propio,
 interpongo acci6n de tutela contra la EPS, para que se proteja mi derecho a la sa|ud, que esta en riesgo desde hace meses.`

// layerOf is a letter-sized page with the words of text.
func layerOf(text string, images ...document.PlacedImage) document.PageLayer {
	l := document.PageLayer{Width: 612, Height: 792, Text: text, Images: images}
	start := 0
	for _, w := range strings.Fields(text) {
		start += strings.Index(text[start:], w)
		at := utf8.RuneCountInString(text[:start])
		l.Words = append(l.Words, document.Word{Text: w, Confidence: 1, Start: at, End: at + utf8.RuneCountInString(w)})
		start += len(w)
	}
	return l
}

// picture covers a share of a letter-sized page, from the top.
func picture(share float64) document.PlacedImage {
	return document.PlacedImage{Box: document.Box{X1: 612, Y1: 792 * share}, PixelsX: 1700, PixelsY: int(2200 * share)}
}

func TestJudge(t *testing.T) {
	gibberish := strings.Repeat("Wklv lv qrw Vsdqlvk ", 12)
	tests := map[string]struct {
		layer  document.PageLayer
		trust  Trust
		reason Reason
	}{
		"a word processor's page":               {layerOf(filing), TrustLayer, ReasonSound},
		"capitals without accents are no loss":  {layerOf("ACCION DE TUTELA CEDULA DE CIUDADANIA NUMERO 5, PETICION, SEÑOR JUEZ"), TrustLayer, ReasonSound},
		"a page with a letterhead's logo":       {layerOf(filing, picture(.1)), TrustLayer, ReasonSound},
		"a table of contents":                   {layerOf("HECHOS ........................ 1 PRETENSIONES .................... 2"), TrustLayer, ReasonSound},
		"a line to sign on":                     {layerOf("______________________________ Firma"), TrustLayer, ReasonSound},
		"a page of figures":                     {layerOf("1.234.567 89 2024-00123 $450.000 10 20 30"), TrustLayer, ReasonSound},
		"an empty page":                         {layerOf(""), TrustPicture, ReasonEmpty},
		"a scan":                                {layerOf("", picture(1)), TrustPicture, ReasonEmpty},
		"a scan in strips":                      {layerOf("Folio 3", picture(.3), picture(.3), picture(.3)), TrustPicture, ReasonThin},
		"a scan with a stamp of text":           {layerOf("Rama Judicial Radicado 2024-00123 Folio 12", picture(1)), TrustPicture, ReasonThin},
		"a scan whose hidden text is good":      {layerOf(filing, picture(1)), TrustLayer, ReasonSoundScan},
		"a scan whose hidden text is misread":   {layerOf(misreadFiling, picture(1)), TrustBetter, ReasonMisread},
		"a scan that was read on its head":      {layerOf(strings.Repeat("OPO} uOD SOYy ATIZN oJadsaJ SVNSGHYO VZIEV UJWISIP eun de ", 5), picture(1)), TrustBetter, ReasonMisread},
		"addresses and numbers are not misread": {layerOf(filing+" ana.ruiz88@gmail.com Cra. 52B-34 T-025 de 2004 $450.000 2do 1er PhD", picture(1)), TrustLayer, ReasonSoundScan},
		"what looks misread and is no scan":     {layerOf(misreadFiling), TrustLayer, ReasonSound},
		"letters without Unicode":               {layerOf(strings.NewReplacer("ó", "\ufffd", "é", "\ufffd", "í", "\ufffd").Replace(filing)), TrustPicture, ReasonUnmapped},
		"letters in the private area":           {layerOf(strings.ReplaceAll(filing, "a", "\uf061")), TrustPicture, ReasonUnmapped},
		"one odd bullet is no reason":           {layerOf(filing + filing + " \uf0b7"), TrustLayer, ReasonSound},
		"glyph numbers":                         {layerOf("(cid:12)(cid:45)(cid:7) (cid:12)"), TrustPicture, ReasonUnmapped},
		"codes instead of letters":              {layerOf(`"7+%- !&#$ (*^ %%& #@!`), TrustBetter, ReasonNoLetters},
		"accented letters dropped":              {layerOf("Seor JUEZ, accin de tutela, identificada con la cdula de ciudadana"), TrustPicture, ReasonDropped},
		"words run together":                    {layerOf("identificadaconlacéduladeciudadanía actuandoennombrepropiointerpongoacción"), TrustPicture, ReasonNoSpaces},
		"an alphabet shifted by three":          {layerOf(gibberish), TrustBetter, ReasonNoLanguage},
		"a short page shifted by three":         {layerOf("DFFLRQ GH WXWHOD FRQWUD OD HSV\nURVDOED SLQHGD, FHGXOD GH FLXGDGDQLD"), TrustBetter, ReasonShifted},
		"two lines of one wrong font":           {layerOf(filing + "\nDFFLRQ GH WXWHOD FRQWUD OD HSV\nURVDOED SLQHGD, FHGXOD GH FLXGDGDQLD"), TrustBetter, ReasonShifted},
		"names of tests are no wrong font":      {layerOf(filing + "\nTSH, LDH, VIH, PCR, VDRL: normales"), TrustLayer, ReasonSound},
		"a scan's letters with blanks between":  {layerOf(filing+"\nR O S A P E Ñ A 5 2 0 0 0 1 1 1", picture(1)), TrustPicture, ReasonSpaced},
		"a printed heading with blanks between": {layerOf("R E P Ú B L I C A D E C O L O M B I A\n" + filing), TrustLayer, ReasonSound},
		"a page without size and with text":     {document.PageLayer{Text: filing, Words: layerOf(filing).Words}, TrustLayer, ReasonSound},
		"an image outside the page covers none": {layerOf("Folio 3", document.PlacedImage{Box: document.Box{X0: 700, X1: 1400, Y1: 792}}), TrustLayer, ReasonSound},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := Judge(tt.layer)
			if v.Trust != tt.trust || v.Reason != tt.reason {
				t.Errorf("got %v %s, want %v %s", v.Trust, v.Reason, tt.trust, tt.reason)
			}
		})
	}
}

func TestResolution(t *testing.T) {
	scan := func(w, h float64, x, y int) document.PageLayer {
		return document.PageLayer{Width: w, Height: h, Images: []document.PlacedImage{
			{Box: document.Box{X1: w, Y1: h}, PixelsX: x, PixelsY: y}}}
	}
	tests := map[string]struct {
		layer document.PageLayer
		want  float64
	}{
		"a page without pictures":          {layerOf(filing), 300},
		"a scan has its own resolution":    {scan(612, 792, 1700, 2200), 200},
		"whichever way it lies":            {scan(792, 612, 1700, 2200), 200},
		"a low one":                        {scan(612, 1008, 850, 1400), 100},
		"a high one is brought down":       {scan(612, 792, 5100, 6600), 300},
		"a tiny sheet keeps its pixels":    {scan(120, 86, 4000, 2866), 2400},
		"a poster is brought to what fits": {scan(14400, 14400, 60000, 60000), 22.36},
		"a page without size":              {document.PageLayer{}, 300},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := resolution(tt.layer); got < tt.want*.995 || got > tt.want*1.005 {
				t.Errorf("%.2f dpi, want %.2f", got, tt.want)
			}
		})
	}
}

func ExampleJudge() {
	v := Judge(layerOf("Seor JUEZ, interpongo accin de tutela"))
	fmt.Println(v.Reason, v.Trust == TrustPicture)
	// Output: dropped true
}
