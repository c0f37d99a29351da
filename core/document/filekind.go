package document

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
)

// FileKind is a supported file format.
type FileKind string

const (
	PDF  FileKind = "pdf"
	JPEG FileKind = "jpg"
	PNG  FileKind = "png"
	TIFF FileKind = "tif" // may have several pages
	DOCX FileKind = "docx"

	// EML is a message (RFC 5322), MSG one that Outlook saved, ZIP an archive: they hold files.
	EML FileKind = "eml"
	MSG FileKind = "msg"
	ZIP FileKind = "archive"

	// Album is a zip archive of images, uncompressed, in the order of their pages. The service makes
	// it of images that are uploaded together; see AlbumEntry.
	Album FileKind = "zip"
)

// MaxImages bounds the images of an album.
const MaxImages = 50

// AlbumEntry returns the name of an image in an album; n counts from 1.
func AlbumEntry(n int, kind FileKind) string {
	return fmt.Sprintf("%s%02d%s", albumEntry, n, kind.Extension())
}

const albumEntry = "pagina-"

// HeadLength is how many leading bytes of a file KindOf reads: the first names in an archive are in
// them.
const HeadLength = 4096

// signatureWithin is where the signature of a PDF has to be, as PDF readers commonly allow.
const signatureWithin = 1024

// Extension returns the file name extension of the kind, with its dot.
func (k FileKind) Extension() string { return "." + string(k) }

// MediaType returns the media type of RFC 6838.
func (k FileKind) MediaType() string {
	switch k {
	case JPEG:
		return "image/jpeg"
	case PNG:
		return "image/png"
	case TIFF:
		return "image/tiff"
	case EML:
		return "message/rfc822"
	case MSG:
		return "application/vnd.ms-outlook"
	case DOCX:
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case Album:
		return "application/zip"
	}
	return "application/pdf"
}

// FileKinds lists the kinds that are read from files of users.
func FileKinds() []FileKind { return append([]FileKind{PDF, DOCX}, ImageKinds()...) }

// ImageKinds lists the kinds that an album holds.
func ImageKinds() []FileKind { return []FileKind{JPEG, PNG, TIFF} }

// OriginalKinds lists the kinds of stored originals.
func OriginalKinds() []FileKind { return append(FileKinds(), Album, EML, MSG) }

// KindOfOriginal returns the kind of a stored original from its key, or "".
func KindOfOriginal(key string) FileKind {
	switch ending := FileKind(extension(key)); ending {
	case Album, EML, MSG:
		return ending
	}
	return KindByName(key)
}

// KindByName returns the kind of FileKinds for the extension of a name or path, or "".
func KindByName(name string) FileKind {
	switch extension(name) {
	case "pdf":
		return PDF
	case "jpg", "jpeg":
		return JPEG
	case "png":
		return PNG
	case "tif", "tiff":
		return TIFF
	case "docx":
		return DOCX
	}
	return ""
}

func extension(name string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
}

// KindOf returns the kind of a file from its first bytes (see HeadLength). An unsupported file
// returns fault.Unprocessable with a Spanish message that names its format; name is used only if
// the bytes are ambiguous.
func KindOf(head []byte, name string) (FileKind, error) {
	head = head[:min(len(head), HeadLength)]
	switch {
	case len(head) == 0:
		return "", fault.New(fault.Unprocessable, "empty_file", "El archivo está vacío; elija el PDF, el documento de Word o la imagen del escrito.")
	case startsWith(head, "\xff\xd8\xff"):
		return JPEG, nil
	case startsWith(head, "\x89PNG\r\n\x1a\n"):
		return PNG, nil
	case startsWith(head, "II*\x00"), startsWith(head, "MM\x00*"):
		return TIFF, nil
	case isAlbum(head):
		return Album, nil
	case isWord(head, extension(name)):
		return DOCX, nil
	case extension(name) == "eml" && isMessage(head, "eml"):
		return EML, nil
	case extension(name) == "msg" && startsWith(head, compound):
		return MSG, nil
	case !startsWith(head, zipEntry) && bytes.Contains(head[:min(len(head), signatureWithin)], []byte("%PDF-")):
		return PDF, nil
	}
	is, advice := describe(head, extension(name))
	if KindByName(name) == PDF && strings.HasPrefix(is, "es ") {
		is += ", no un PDF"
	}
	return "", fault.New(fault.Unprocessable, "not_a_pdf", "El archivo "+is+": "+advice+" y vuelva a enviarlo.")
}

// AcceptedKind returns the kind of a file if its first bytes and the extension of its name are of
// accepted kinds. Otherwise it returns fault.Unprocessable with code and a Spanish message.
func AcceptedKind(head []byte, name string, accepted []FileKind, code string) (FileKind, error) {
	kind, err := KindOf(head, name)
	if f, ok := fault.As(err); ok && f.Code == "not_a_pdf" {
		return "", fault.New(f.Kind, code, f.Message)
	}
	if err != nil {
		return "", err
	}
	if !slices.Contains(accepted, kind) {
		return "", fault.New(fault.Unprocessable, code, "El archivo es "+kind.described()+". "+sendingAdvice(kind))
	}
	if !slices.Contains(accepted, KindOfOriginal(name)) {
		var endings []string
		for _, k := range accepted {
			endings = append(endings, k.Extension())
		}
		return "", fault.New(fault.Unprocessable, code, "El nombre del archivo no termina en "+strings.Join(endings, ", ")+
			"; póngale el nombre que corresponde y vuelva a enviarlo.")
	}
	return kind, nil
}

func (k FileKind) described() string {
	switch k {
	case PDF:
		return "un PDF"
	case DOCX:
		return "un documento de Word"
	case EML, MSG:
		return "un correo"
	case Album:
		return "un archivo comprimido ZIP"
	}
	return "una imagen " + strings.ToUpper(string(k))
}

// sendingAdvice says how to send a file of a kind.
func sendingAdvice(k FileKind) string {
	switch k {
	case PDF:
		return "Envíelo con los demás PDF, uno por uno (POST /documents/process)."
	case DOCX, EML, MSG:
		return "Envíelo con los demás archivos (POST /documents/files), o guárdelo como PDF."
	case Album:
		return "Ábralo, saque las imágenes que contiene y envíelas juntas (POST /documents/images)."
	}
	return "Envíe las fotografías de un mismo documento juntas, como imágenes (POST /documents/images), o guárdelas como PDF."
}

// ContainerKind returns EML, MSG or ZIP for a file that holds others, else "".
func ContainerKind(head []byte, name string) FileKind {
	head = head[:min(len(head), HeadLength)]
	ending := extension(name)
	switch {
	case startsWith(head, zipEntry) && !isWord(head, ending):
		if is, _ := describe(head, ending); is == isArchive {
			return ZIP
		}
	case ending == "msg" && startsWith(head, compound):
		return MSG
	case isMessage(head, ending):
		return EML
	}
	return ""
}

// HoldsFiles reports whether the name of a file says that it holds others.
func HoldsFiles(name string) bool {
	ending := extension(name)
	return ending == string(EML) || ending == string(MSG) || ending == "zip"
}

// isMessage reports whether a text begins with the header of a message.
func isMessage(head []byte, ending string) bool {
	if !isText(head) && ending != "eml" {
		return false
	}
	header, _, _ := bytes.Cut(bytes.ReplaceAll(bytes.TrimLeft(head, "\r\n"), []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	if !beginsMessage.Match(header) {
		return false
	}
	fields := 0
	for line := range bytes.SplitSeq(header, []byte("\n")) {
		name, _, isField := bytes.Cut(line, []byte(":"))
		if isField && slices.Contains(messageFields, strings.ToLower(string(name))) {
			fields++
		}
	}
	return fields >= 2 || fields == 1 && ending == "eml"
}

// beginsMessage matches the first field of a header (RFC 5322), or the line before it in a mailbox.
var beginsMessage = regexp.MustCompile(`^(?:[!-9;-~]+[ \t]*:|From )`)

// messageFields are fields that messages have and other texts hardly.
var messageFields = []string{"from", "to", "subject", "date", "received", "message-id", "mime-version", "content-type", "return-path", "delivered-to"}

// isAlbum reports whether a file begins as an album does: a zip archive whose
// first entry is stored uncompressed and named by AlbumEntry.
func isAlbum(head []byte) bool {
	const method, name = 8, 30
	return len(head) > name && startsWith(head, zipEntry) && binary.LittleEndian.Uint16(head[method:]) == 0 && startsWith(head[name:], albumEntry)
}

// isWord reports whether a file begins as a Word document does that has no macros.
func isWord(head []byte, ending string) bool {
	if !startsWith(head, zipEntry) || ending == "docm" || ending == "dotx" || ending == "dotm" {
		return false
	}
	is, _ := describeZip(head)
	return ending == "docx" || is == wordDocument
}

// signature is how an unsupported format begins.
type signature struct {
	at      int
	bytes   string
	is      string
	advice  string
	endings []string // of names; for what shares its beginning with others. none: any
}

const (
	wordDocument = "es un documento de Word"
	isArchive    = "es un archivo comprimido ZIP"
)

const (
	saveAsPDF    = "guárdelo como PDF"
	saveAsImage  = "guárdela como JPG, PNG o PDF"
	unpack       = "ábralo, saque los PDF que contiene"
	printAsPDF   = "imprímala como PDF"
	askForOthers = "pida a quien lo envió que mande el correo sin formato de Outlook, o los archivos como PDF,"
	noTextInside = "envíe el escrito en PDF o en imagen"
)

// signatures are tried in order; the first match counts.
var signatures = []signature{
	{0, "GIF8", "es una imagen GIF", saveAsImage, nil},
	{0, "BM", "es una imagen BMP", saveAsImage, []string{"bmp", "dib", "pdf"}},
	{8, "WEBP", "es una imagen WebP", saveAsImage, nil},
	{8, "WAVE", "es una grabación de audio", noTextInside, nil},
	{4, "ftyphei", "es una imagen HEIC, como las de iPhone", saveAsImage, nil},
	{4, "ftyphev", "es una imagen HEIC, como las de iPhone", saveAsImage, nil},
	{4, "ftypmif1", "es una imagen HEIC, como las de iPhone", saveAsImage, nil},
	{4, "ftypavif", "es una imagen AVIF", saveAsImage, nil},
	{4, "ftypM4A", "es una grabación de audio", noTextInside, nil},
	{4, "ftyp", "es un video", noTextInside, nil},
	{0, "\x00\x00\x00\x0cjP  ", "es una imagen JPEG 2000", saveAsImage, nil},
	{0, "II+\x00", "es una imagen BigTIFF", saveAsImage, nil},
	{0, "MM\x00+", "es una imagen BigTIFF", saveAsImage, nil},
	{0, "ID3", "es una grabación de audio", noTextInside, nil},
	{0, "OggS", "es una grabación de audio", noTextInside, nil},
	{0, "\x78\x9f\x3e\x22", "es un winmail.dat, en el que Outlook empaca los archivos de un correo", askForOthers, nil}, // MS-OXTNEF 2.1.3.1
	{0, "{\\rtf", "es un documento RTF", saveAsPDF, nil},
	{0, "%!PS", "es un documento PostScript", saveAsPDF, nil},
	{0, "Rar!", "es un archivo comprimido RAR", unpack, nil},
	{0, "7z\xbc\xaf", "es un archivo comprimido 7z", unpack, nil},
	{0, "\x1f\x8b", "es un archivo comprimido", unpack, nil},
	{38, "application/vnd.oasis.opendocument.text", "es un documento de LibreOffice", saveAsPDF, nil},
	{38, "application/vnd.oasis.opendocument.spreadsheet", "es una hoja de cálculo de LibreOffice", saveAsPDF, nil},
	{0, zipEntry, wordDocument + " con macros o una plantilla", saveAsPDF, []string{"docm", "dotm", "dotx"}},
	{0, zipEntry, "es un libro de Excel", saveAsPDF, []string{"xlsx", "xlsm", "xlsb"}},
	{0, zipEntry, "es una presentación de PowerPoint", saveAsPDF, []string{"pptx", "ppsx"}},
	{0, compound, "es un documento de Word protegido con contraseña", "quítesela o guárdelo como PDF", []string{"docx"}},
	{0, compound, wordDocument + " 97-2003", "guárdelo como documento de Word (.docx) o como PDF", []string{"doc", "dot"}},
	{0, compound, "es un libro de Excel", saveAsPDF, []string{"xls"}},
	{0, compound, "es una presentación de PowerPoint", saveAsPDF, []string{"ppt", "pps"}},
	{0, compound, "es un documento de Office", saveAsPDF, nil},
}

const (
	// zipEntry begins each file in a zip archive (APPNOTE.TXT, 4.3.7).
	zipEntry = "PK\x03\x04"
	// compound is the signature of Office documents until 2003.
	compound = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
)

// describeZip names an archive by the first files in it, of which Office documents have some in a
// folder of their program.
func describeZip(head []byte) (is, advice string) {
	is, advice = isArchive, unpack
	for entry := range bytes.SplitSeq(head, []byte(zipEntry)) {
		const nameAt = 30 - len(zipEntry)
		if len(entry) < nameAt {
			continue
		}
		name := entry[nameAt:]
		switch {
		case startsWith(name, "word/"):
			return wordDocument, saveAsPDF
		case startsWith(name, "xl/"):
			return "es un libro de Excel", saveAsPDF
		case startsWith(name, "ppt/"):
			return "es una presentación de PowerPoint", saveAsPDF
		case startsWith(name, "[Content_Types].xml"), startsWith(name, "_rels/"):
			is, advice = "es un documento de Office", saveAsPDF
		}
	}
	return is, advice
}

func describe(head []byte, ending string) (is, advice string) {
	for _, s := range signatures {
		if len(head) > s.at && startsWith(head[s.at:], s.bytes) && (s.endings == nil || slices.Contains(s.endings, ending)) {
			return s.is, s.advice
		}
	}
	if startsWith(head, zipEntry) {
		return describeZip(head)
	}
	start := strings.ToLower(string(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n")))
	switch {
	case strings.HasPrefix(start, "<!doctype html"), strings.HasPrefix(start, "<html"):
		return "es una página web", printAsPDF
	case ending == "eml" && isText(head):
		return "es un correo", saveAsPDF
	case isText(head):
		return "es un texto sin formato", saveAsPDF
	}
	return "no es un PDF, un documento de Word ni una imagen JPG, PNG o TIFF", saveAsPDF
}

// IsPlainText reports whether a file begins as readable text.
func IsPlainText(content []byte) bool { return isText(content[:min(len(content), HeadLength)]) }

func startsWith(head []byte, s string) bool { return bytes.HasPrefix(head, []byte(s)) }

// isText reports whether head is the beginning of readable text: UTF-8 or Latin-1 without control
// characters.
func isText(head []byte) bool {
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f' || r == 0x7f || r == utf8.RuneError && head[0] < 0xa0 && utf8.FullRune(head) {
			return false
		}
		head = head[size:]
	}
	return true
}
