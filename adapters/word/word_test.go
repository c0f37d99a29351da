package word_test

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/word"
	"github.com/cotejo/cotejo/testkit/docx"
)

func read(t *testing.T, parts docx.Parts) word.Document {
	t.Helper()
	d, err := readBytes(parts.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func readBytes(file []byte) (word.Document, error) {
	return word.Read(bytes.NewReader(file), int64(len(file)))
}

// body returns the XHTML between the tags of the body.
func body(d word.Document) string {
	_, s, _ := strings.Cut(string(d.HTML), "<body>")
	return strings.TrimSuffix(s, "</body></html>")
}

func item(level, text string) string {
	return docx.Paragraph(`<w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="1"/></w:numPr></w:pPr>` + docx.Run(text))
}

func TestWhatAReaderSees(t *testing.T) {
	p, r := docx.Paragraph, docx.Run
	for rule, tc := range map[string]struct{ content, want string }{
		"paragraphs":              {docx.Text("Señor juez\nSoy Ana"), "<p>Señor juez</p><p>Soy Ana</p>"},
		"an empty line":           {p(""), "<p>&#160;</p>"},
		"signs of XML":            {p(r("a<b & «c»")), "<p>a&lt;b &amp; «c»</p>"},
		"deleted and added":       {p(r("la ") + "<w:del><w:r><w:delText>EPS</w:delText></w:r></w:del><w:ins>" + r("IPS") + "</w:ins>"), "<p>la IPS</p>"},
		"hidden":                  {p(r("no se ve", "<w:vanish/>")), `<p><span style="color:#ffffff;">no se ve</span></p>`},
		"shown in spite of style": {p(r("se ve", `<w:vanish w:val="0"/>`)), "<p>se ve</p>"},
		"white":                   {p(r("blanco", `<w:color w:val="FFFFFF"/>`)), `<p><span style="color:#FFFFFF;">blanco</span></p>`},
		"capitals":                {p(r("María Peña", "<w:caps/>")), "<p>MARÍA PEÑA</p>"},
		"tabs and breaks":         {p("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>"), "<p>a b<br/>c</p>"},
		"tabs of the ruler":       {p(`<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>` + r("a")), "<p>a</p>"},
		"a page that ends":        {p(r("a") + `<w:r><w:br w:type="page"/></w:r>` + r("b")), `<p>a</p><div style="page-break-after:always"></div><p>b</p>`},
		"a table": {"<w:tbl><w:tr><w:tc>" + p(r("C.C.")) + "</w:tc><w:tc><w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr>" + p(r("52.418.903")) + "</w:tc></w:tr></w:tbl>",
			`<table><tr><td><p>C.C.</p></td><td colspan="2"><p>52.418.903</p></td></tr></table>`},
		"white in a table with a style": {`<w:tbl><w:tblPr><w:tblStyle w:val="Grid4"/></w:tblPr><w:tr><w:tc>` + p(r("ACCIONANTE", `<w:color w:val="FFFFFF"/>`)) + "</w:tc></w:tr></w:tbl>",
			"<table><tr><td><p>ACCIONANTE</p></td></tr></table>"},
		"fields that are filled in": {p("<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>" + r("Ana Ruiz") + "</w:sdtContent></w:sdt>"), "<p>Ana Ruiz</p>"},
		"fields that are not":       {p(r("Nombre: ") + "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>" + r("Haga clic aquí") + "</w:sdtContent></w:sdt>"), "<p>Nombre: </p>"},
		"a date that is computed":   {p(`<w:r><w:instrText> DATE </w:instrText></w:r>` + r("14 de mayo")), "<p>14 de mayo</p>"},
		"links":                     {p(`<w:hyperlink r:id="rId9">` + r("ana@correo.co") + "</w:hyperlink>"), "<p>ana@correo.co</p>"},
		"a text box, once": {p(r("Señor") + `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>` + p(r("URGENTE")) +
			`</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>` + p(r("URGENTE")) + `</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>` + r(" juez")),
			"<p>Señor juez</p><p>URGENTE</p>"},
	} {
		t.Run(rule, func(t *testing.T) {
			if got := body(read(t, docx.Body(tc.content))); got != tc.want {
				t.Errorf("%s\nwant %s", got, tc.want)
			}
		})
	}
}

// TestNumbersOfLists numbers paragraphs as Word shows them.
func TestNumbersOfLists(t *testing.T) {
	level := func(n, format, text string) string {
		return `<w:lvl w:ilvl="` + n + `"><w:start w:val="1"/><w:numFmt w:val="` + format + `"/><w:lvlText w:val="` + text + `"/></w:lvl>`
	}
	for rule, tc := range map[string]struct {
		levels, content string
		want            []string
	}{
		"numbers":      {level("0", "decimal", "%1."), item("0", "a") + item("0", "b"), []string{"1. a", "2. b"}},
		"words":        {level("0", "ordinalText", "%1:"), item("0", "a") + docx.Text("entre") + item("0", "b"), []string{"Primero: a", "entre", "Segundo: b"}},
		"letters":      {level("0", "lowerLetter", "%1)"), item("0", "a") + item("0", "b"), []string{"a) a", "b) b"}},
		"Roman":        {level("0", "upperRoman", "%1."), strings.Repeat(item("0", "a"), 4), []string{"I. a", "II. a", "III. a", "IV. a"}},
		"bullets":      {level("0", "bullet", "\uf0b7"), item("0", "a"), []string{"• a"}},
		"two levels":   {level("0", "decimal", "%1.") + level("1", "decimal", "%1.%2."), item("0", "a") + item("1", "b") + item("1", "c") + item("0", "d") + item("1", "e"), []string{"1. a", "1.1. b", "1.2. c", "2. d", "2.1. e"}},
		"without sign": {level("0", "none", ""), item("0", "a"), []string{"a"}},
	} {
		t.Run(rule, func(t *testing.T) {
			d := read(t, docx.Body(tc.content).Link("rId1", "numbering", "word/numbering.xml",
				docx.Root("numbering", `<w:abstractNum w:abstractNumId="0">`+tc.levels+`</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`)))
			if got, want := body(d), "<p>"+strings.Join(tc.want, "</p><p>")+"</p>"; got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		})
	}
}

// TestStylesGiveTheirFormat numbers and hides what a style says, also one on which it is based.
func TestStylesGiveTheirFormat(t *testing.T) {
	d := read(t, docx.Body(docx.Paragraph(`<w:pPr><w:pStyle w:val="Hecho"/></w:pPr>`+docx.Run("uno"))+docx.Paragraph(docx.Run("dos", `<w:rStyle w:val="Oculto"/>`))).
		Link("rId1", "styles", "word/styles.xml", docx.Root("styles", `<w:style w:type="paragraph" w:styleId="Lista"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`+
			`<w:style w:type="paragraph" w:styleId="Hecho"><w:basedOn w:val="Lista"/><w:rPr><w:b/></w:rPr></w:style><w:style w:type="character" w:styleId="Oculto"><w:rPr><w:vanish/></w:rPr></w:style>`)).
		Link("rId2", "numbering", "word/numbering.xml", docx.Root("numbering", `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>`+
			`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`)))
	if got, want := body(d), `<p>1. <b>uno</b></p><p><span style="color:#ffffff;">dos</span></p>`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestNothingIsLost has headers, notes and pictures, and names what is not converted.
func TestNothingIsLost(t *testing.T) {
	picture := func(id string) string {
		return docx.Paragraph(`<w:r><w:drawing><wp:inline><wp:extent cx="1270000" cy="635000"/><a:blip r:embed="` + id + `"/></wp:inline></w:drawing></w:r>`)
	}
	d := read(t, docx.Body(docx.Paragraph(docx.Run("nota")+`<w:r><w:footnoteReference w:id="2"/></w:r>`)+picture("rId1")+picture("rId2")+
		docx.Paragraph(`<w:r><w:object><o:OLEObject r:id="rId3"/></w:object></w:r>`)+
		`<w:sectPr><w:headerReference r:id="rId4"/><w:footerReference r:id="rId5"/><w:pgSz w:w="12240" w:h="18720"/></w:sectPr>`).
		Link("rId1", "image", "word/media/foto 1.png", "PNG").Link("rId2", "image", "word/media/firma.emf", "EMF").
		Link("rId3", "oleObject", "word/embeddings/hoja.xlsx", "XLSX").
		Link("rId4", "header", "word/header1.xml", docx.Root("hdr", docx.Text("Abogados Asociados"))).
		Link("rId5", "footer", "word/footer1.xml", docx.Root("ftr", docx.Text("Calle 1 # 2-3"))).
		Link("rId6", "footnotes", "word/footnotes.xml", docx.Root("footnotes", `<w:footnote w:id="0">`+docx.Text("separador")+`</w:footnote><w:footnote w:id="2">`+docx.Text("T-760 de 2008")+`</w:footnote>`)))
	want := `<p>Abogados Asociados</p><p>nota [2]</p><p><img src="word/media/foto%201.png" style="width:100.0pt;height:50.0pt"/></p><p>&#160;</p><p>&#160;</p><p>[2] T-760 de 2008</p><p>Calle 1 # 2-3</p>`
	if got := body(d); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if want := []string{"firma.emf", "hoja.xlsx"}; !slices.Equal(d.LeftOut, want) {
		t.Errorf("left out %q, want %q", d.LeftOut, want)
	}
	if d.Width != 612 || d.Height != 936 {
		t.Errorf("pages of %g × %g points", d.Width, d.Height)
	}
}

func TestFilesThatAreNoDocuments(t *testing.T) {
	whole := docx.Body(docx.Text("Señor juez")).Bytes()
	for rule, tc := range map[string]struct {
		file []byte
		want error // nil: any
	}{
		"no archive":              {[]byte("Señor juez"), nil},
		"cut":                     {whole[:len(whole)/2], nil},
		"another kind of archive": {docx.Parts{"word/document.xml": `<w:workbook/>`}.Bytes(), word.ErrNotWord},
		"XML that breaks off":     {docx.Parts{"word/document.xml": `<w:document><w:body><w:p>`}.Bytes(), nil},
		"elements without end":    {docx.Body(strings.Repeat("<w:p>", 10_000)).Bytes(), word.ErrTooBig},
	} {
		t.Run(rule, func(t *testing.T) {
			if _, err := readBytes(tc.file); err == nil || tc.want != nil && !errors.Is(err, tc.want) {
				t.Errorf("%v, want %v", err, tc.want)
			}
		})
	}
}

var tags = regexp.MustCompile(`<(/?)([a-z]+)[^>]*?(/?)>`)

// FuzzRead: whatever the body is, there is an error, or XHTML whose text is escaped.
func FuzzRead(f *testing.F) {
	f.Add(docx.Text("Señor juez"))
	f.Add(item("0", "uno") + "<w:tbl><w:tr><w:tc>" + docx.Text("a") + "</w:tc></w:tr></w:tbl>")
	f.Add(docx.Paragraph(`<w:r><w:drawing><w:txbxContent>` + docx.Text("b") + `</w:txbxContent></w:drawing></w:r>`))
	f.Fuzz(func(t *testing.T, content string) {
		d, err := readBytes(docx.Body(content).Bytes())
		if err != nil {
			return
		}
		allowed := []string{"html", "head", "style", "body", "p", "br", "table", "tr", "td", "span", "b", "i", "img", "div"}
		for _, tag := range tags.FindAllSubmatch(d.HTML, -1) {
			if !slices.Contains(allowed, string(tag[2])) {
				t.Fatalf("%q in %s", tag[0], d.HTML)
			}
		}
	})
}
