package document_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestFilesAreNamedAsWhatTheyAre(t *testing.T) {
	const compound = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	entry := func(name string) string { return "PK\x03\x04" + strings.Repeat("\x00", 26) + name }
	office := entry("[Content_Types].xml")
	for _, tc := range []struct {
		head, name string
		kind       document.FileKind
		says       string // of a file that is not read
	}{
		{"%PDF-1.7\n", "a.pdf", document.PDF, ""},
		{strings.Repeat("\n", 1000) + "%PDF-1.7", "a", document.PDF, ""},
		{strings.Repeat("\n", 1024) + "%PDF-1.7", "a.pdf", "", "es un texto sin formato"},
		{"\xff\xd8\xff\xe0\x00\x10JFIF", "a.pdf", document.JPEG, ""},
		{"\x89PNG\r\n\x1a\n%PDF-1.7", "a.pdf", document.PNG, ""},
		{"II*\x00\x08\x00\x00\x00", "a", document.TIFF, ""},
		{"MM\x00*\x00\x00\x00\x08", "a", document.TIFF, ""},
		{"GIF89a", "a.pdf", "", "El archivo es una imagen GIF, no un PDF: guárdela como JPG, PNG o PDF"},
		{"RIFF\x00\x00\x00\x00WEBPVP8 ", "a.webp", "", "es una imagen WebP"},
		{"\x00\x00\x00\x18ftypheic\x00\x00", "IMG_1.HEIC", "", "es una imagen HEIC"},
		{"\x00\x00\x00\x18ftypmp42\x00\x00", "a.mp4", "", "es un video"},
		{"BM\x36\x00", "a.bmp", "", "es una imagen BMP"},
		{"BMW vende carros", "a.txt", "", "es un texto sin formato"},
		{office, "tutela.docx", document.DOCX, ""},
		{office, "tutela.DOCX", document.DOCX, ""},
		{office, "tutela.docm", "", "es un documento de Word con macros o una plantilla: guárdelo como PDF"},
		{compound, "tutela.docx", "", "es un documento de Word protegido con contraseña: quítesela"},
		{office, "tabla.xlsx", "", "es un libro de Excel:"},
		{office, "tutela.pdf", "", "es un documento de Office, no un PDF"},
		{office + entry("_rels/.rels") + entry("xl/workbook.xml"), "tutela.pdf", "", "El archivo es un libro de Excel, no un PDF: guárdelo como PDF"},
		{entry("docProps/app.xml") + strings.Repeat("x", 3000) + entry("word/document.xml"), "tutela.pdf", document.DOCX, ""},
		{office + entry("ppt/presentation.xml"), "a.bin", "", "es una presentación de PowerPoint:"},
		{office + strings.Repeat("x", document.HeadLength) + entry("xl/workbook.xml"), "a.pdf", "", "es un documento de Office, no un PDF"},
		{entry("tutela.pdf") + entry("anexos/xl/tabla"), "a.pdf", "", "es un archivo comprimido ZIP, no un PDF: ábralo"},
		{entry("tutela.pdf%PDF-1.7"), "a.pdf", "", "es un archivo comprimido ZIP, no un PDF"},
		{"PK\x03\x04PK\x03\x04", "a.pdf", "", "es un archivo comprimido ZIP, no un PDF"},
		{compound, "tutela.doc", "", "es un documento de Word 97-2003: guárdelo como documento de Word (.docx) o como PDF"},
		{compound, "correo.msg", document.MSG, ""},
		{compound, "tutela", "", "es un documento de Office"},
		{"PK\x03\x04\x14\x00\x00\x00\x00\x00" + strings.Repeat("\x00", 20) + "mimetypeapplication/vnd.oasis.opendocument.text", "a.odt", "", "es un documento de LibreOffice"},
		{"PK\x03\x04\x14" + strings.Repeat("\x00", 25) + "a.pdf", "a.zip", "", "es un archivo comprimido ZIP: ábralo, saque los PDF"},
		{"PK\x03\x04\x14\x00\x08\x00\x00\x00" + strings.Repeat("\x00", 20) + "pagina-01.jpg", "a.pdf", document.Album, ""},
		{"PK\x03\x04\x14\x00\x08\x00\x08\x00" + strings.Repeat("\x00", 20) + "pagina-01.jpg", "a.zip", "", "es un archivo comprimido ZIP"},
		{"Rar!\x1a\x07", "a.rar", "", "es un archivo comprimido RAR"},
		{"\x78\x9f\x3e\x22\x0a\x00", "winmail.dat", "", "es un winmail.dat, en el que Outlook empaca los archivos de un correo"},
		{"{\\rtf1", "a.rtf", "", "es un documento RTF"},
		{"\xef\xbb\xbf <!DOCTYPE HTML>", "a.htm", "", "es una página web"},
		{"From: ana@x.co\r\n", "a.eml", document.EML, ""},
		{"Señor juez: buenas tardes\r\n", "a.eml", "", "es un correo"},
		{"From: ana@x.co\r\nTo: juzgado@y.co\r\n\r\nSeñor juez", "a.txt", "", "es un texto sin formato"},
		{"Señor juez:", "a.pdf", "", "es un texto sin formato"},
		{"Se\xf1or juez:", "a.txt", "", "es un texto sin formato"},
		{"\x00\x01\x02", "a.pdf", "", "no es un PDF, un documento de Word ni una imagen"},
		{"", "a.pdf", "", "está vacío"},
	} {
		kind, err := document.KindOf([]byte(tc.head), tc.name)
		f, failed := fault.As(err)
		if kind != tc.kind || failed == (tc.kind != "") || failed && (f.Kind != fault.Unprocessable || !strings.Contains(f.Message, tc.says)) {
			t.Errorf("%.40q called %s: %q, %v; want %q, %q", tc.head, tc.name, kind, err, tc.kind, tc.says)
		}
	}
}

func TestAcceptedKind(t *testing.T) {
	images := document.ImageKinds()
	pdf := []document.FileKind{document.PDF}
	for _, tc := range []struct {
		head, name string
		accepted   []document.FileKind
		kind       document.FileKind
		says       string // if it is not accepted
	}{
		{"%PDF-1.7", "a.PDF", pdf, document.PDF, ""},
		{"%PDF-1.7", "a.jpg", pdf, "", "no termina en .pdf;"},
		{"%PDF-1.7", "a.pdf", images, "", "es un PDF."},
		{"\x89PNG\r\n\x1a\n", "a.pdf", pdf, "", "es una imagen PNG. Envíe las fotografías"},
		{"\xff\xd8\xff", "a.jpg", pdf, "", "es una imagen JPG."},
		{"\xff\xd8\xff", "a.png", images, document.JPEG, ""},
		{"\xff\xd8\xff", "a.pdf", images, "", "no termina en .jpg, .png, .tif;"},
		{"GIF89a", "a.gif", images, "", "es una imagen GIF"},
		{"PK\x03\x04", "a.docx", pdf, "", "es un documento de Word. Envíelo con los demás archivos (POST /documents/files)"},
	} {
		kind, err := document.AcceptedKind([]byte(tc.head), tc.name, tc.accepted, "refused")
		f, failed := fault.As(err)
		if kind != tc.kind || failed == (tc.kind != "") || failed && (f.Code != "refused" || !strings.Contains(f.Message, tc.says)) {
			t.Errorf("%.40q called %s: %q, %v; want %q, %q", tc.head, tc.name, kind, err, tc.kind, tc.says)
		}
	}
}

func TestContainerKind(t *testing.T) {
	entry := func(name string) string { return "PK\x03\x04" + strings.Repeat("\x00", 26) + name }
	for _, tc := range []struct {
		head, name string
		kind       document.FileKind
	}{
		{"From: ana@x.co\r\n", "a.eml", document.EML},
		{"Received: from x\r\nFrom: ana@x.co\r\n\r\nSe\xf1or juez", "a.EML", document.EML},
		{"From: ana@x.co\nTo: j@y.co\n\nSeñor juez", "", document.EML},
		{"Asunto: tutela\nSeñor juez", "a.eml", ""},
		{"Señor juez\n\nFrom: ana@x.co\nTo: j@y.co", "a.txt", ""},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.msg", document.MSG},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc", ""},
		{entry("tutela.pdf"), "a.zip", document.ZIP},
		{entry("tutela.pdf"), "", document.ZIP},
		{entry("pagina-01.jpg"), "fotografias.zip", document.ZIP},
		{entry("[Content_Types].xml") + entry("word/document.xml"), "a.docx", ""},
		{entry("[Content_Types].xml") + entry("xl/workbook.xml"), "a.xlsx", ""},
		{"%PDF-1.7", "a.eml", ""},
		{"%PDF-1.7\nFrom: ana@x.co\nTo: j@y.co\n", "a.pdf", ""},
		{"From ana@x.co Mon Mar 2\nFrom: ana@x.co\nTo: j@y.co\n", "a", document.EML},
		{"", "a.eml", ""},
	} {
		if got := document.ContainerKind([]byte(tc.head), tc.name); got != tc.kind {
			t.Errorf("%.30q called %q: %q, want %q", tc.head, tc.name, got, tc.kind)
		}
	}
}

func TestKindByName(t *testing.T) {
	for name, want := range map[string]document.FileKind{"a.pdf": document.PDF, "b/A.PDF": document.PDF, "a.jpg": document.JPEG, "a.JPEG": document.JPEG,
		"a.png": document.PNG, "a.tif": document.TIFF, "a.docx": document.DOCX, "a.doc": "", "a.Tiff": document.TIFF, "a.gif": "", "pdf": "", "a.pdf.exe": "", "": ""} {
		if got := document.KindByName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for _, k := range document.OriginalKinds() {
		if document.KindOfOriginal("x"+k.Extension()) != k || !strings.Contains(k.MediaType(), "/") {
			t.Errorf("%s: extension %s, media type %s", k, k.Extension(), k.MediaType())
		}
	}
}
