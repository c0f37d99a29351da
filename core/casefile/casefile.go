// Package casefile lays out the electronic file of a case as Colombian courts keep it:
// folders, file names and index.
//
// Folders and names follow the Protocolo para la gestión de documentos electrónicos,
// digitalización y conformación del expediente electrónico of the Consejo Superior de la
// Judicatura (Acuerdo PCSJA20-11567 of 2020, version 2 of 18 February 2021). The elements of
// the XML index follow the guide to the electronic index of the Archivo General de la Nación.
// docs/es/expediente.md says which parts were checked against which source.
package casefile

import (
	"encoding/xml"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Stage is a stage of the proceedings, and the folder of its papers.
type Stage string

const (
	FirstInstance  Stage = "01PrimeraInstancia"
	SecondInstance Stage = "02SegundaInstancia"
	Extraordinary  Stage = "03RecursosExtraordinarios"
	Enforcement    Stage = "04Ejecucion"
)

// Stages lists the stages in their order.
func Stages() []Stage { return []Stage{FirstInstance, SecondInstance, Extraordinary, Enforcement} }

// mainBook is the folder of the main book (cuaderno principal) of a stage.
const mainBook = "C01Principal"

// indexName is the name of the index of that book, without extension.
const indexName = "00IndiceElectronicoC01"

// maxName is how many characters a name may have, its extension aside.
const maxName = 40

// cuiDigits is the length of a Código Único de Identificación (CUI), the radicado.
const cuiDigits = 23

// noCase is the folder when no document has a radicado of 23 digits.
const noCase = "SinRadicado"

// Request says which documents make a file.
type Request struct {
	IDs   []string
	Stage Stage // the first instance by default
	// Step is called before each original and may wait, so that others are served meanwhile. Its
	// error ends the work. It may be nil.
	Step func() error
	// Space is called before so many bytes of the archive are written to a temporary file. Its error ends the work. It may be nil.
	Space func(bytes int64) error
}

// Entry is a document in the file.
type Entry struct {
	Order       int // from 1
	Name        string
	Document    *document.Document
	Kind        document.FileKind
	Size        int64
	First, Last int // pages, counted through the book
}

// File is the file of a case with one book.
type File struct {
	CUI     string // "" when no document has a radicado of 23 digits
	Stage   Stage
	Made    time.Time
	Entries []Entry
}

// New lays documents out in the order given, which must be that of their receipt. It
// refuses documents of different cases.
func New(documents []document.Document, stage Stage, made time.Time) (*File, error) {
	f := &File{Stage: stage, Made: made}
	width := len(strconv.Itoa(max(10, len(documents))))
	page := 1
	for i := range documents {
		d := &documents[i]
		if cui := cuiOf(d.Radicado); cui != "" {
			// The last two digits are the instance.
			if f.CUI != "" && entity.RadicadoIdentity(f.CUI) != entity.RadicadoIdentity(cui) {
				return nil, fault.New(fault.Unprocessable, "different_cases", fmt.Sprintf(
					"Los documentos son de procesos distintos: %s y %s. Un expediente es de un solo proceso; corrija el radicado o quite «%s».", f.CUI, cui, d.FileName))
			}
			if f.CUI == "" {
				f.CUI = cui
			}
		}
		kind := document.KindOfOriginal(d.OriginalKey)
		f.Entries = append(f.Entries, Entry{
			Order: i + 1, Name: fileName(i+1, width, d) + kind.Extension(), Document: d, Kind: kind, First: page, Last: page + len(d.Pages) - 1,
		})
		page += len(d.Pages)
	}
	return f, nil
}

// cuiOf returns the 23 digits of a whole radicado, else "".
func cuiOf(radicado string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, radicado)
	if len(digits) != cuiDigits {
		return ""
	}
	return digits
}

// fileName is a number, what the paper is and the day it was received: 01Tutela20260203.
func fileName(order, width int, d *document.Document) string {
	number, day := fmt.Sprintf("%0*d", width, order), d.Arrived().In(document.Colombia()).Format("20060102")
	kind := camel(string(d.Type))
	return number + kind[:min(len(kind), maxName-len(number)-len(day))] + day
}

// camel writes a slug as the protocol does: a capital for each word, nothing between them.
func camel(slug string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(slug, func(r rune) bool { return r == '_' || r == '-' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// Folder is where the file's book stands.
func (f *File) Folder() string {
	root := f.CUI
	if root == "" {
		root = noCase
	}
	return path.Join(root, string(f.Stage), mainBook)
}

// Index is the path of the index with that extension.
func (f *File) Index(extension string) string { return path.Join(f.Folder(), indexName+extension) }

// ArchiveName is the name of an archive with the whole file.
func (f *File) ArchiveName() string {
	root, _, _ := strings.Cut(f.Folder(), "/")
	return root + ".zip"
}

// Origin says how a document came to be: Digitalizado if pages of it are pictures.
func (e Entry) Origin() string {
	for _, p := range e.Document.Pages {
		if p.Source == document.OCR {
			return "Digitalizado"
		}
	}
	return "Electrónico"
}

// received is the day a document was received, in Colombia.
func (e Entry) received() string {
	return e.Document.Arrived().In(document.Colombia()).Format(time.DateOnly)
}

// createdRemark is what the index says of its dates of creation.
const createdRemark = "La fecha de creación es la de recepción: el archivo no dice otra de la que se pueda dar fe."

type xmlIndex struct {
	XMLName  xml.Name    `xml:"TipoDocumentoFoliado"`
	Comment  xml.Comment `xml:",comment"`
	Document []xmlEntry  `xml:"DocumentoIndizado"`
}

type xmlEntry struct {
	ID           string `xml:"Id"`
	Name         string `xml:"Nombre_Documento"`
	Kind         string `xml:"Tipologia_Documental"`
	Created      string `xml:"Fecha_Creacion_Documento"`
	Incorporated string `xml:"Fecha_Incorporacion_Expediente"`
	Digest       string `xml:"Valor_Huella"`
	Algorithm    string `xml:"Funcion_Resumen"`
	Order        int    `xml:"Orden_Documento_Expediente"`
	First        int    `xml:"Pagina_Inicio"`
	Last         int    `xml:"Pagina_Fin"`
	Format       string `xml:"Formato"`
	Size         string `xml:"Tamano"`
	Origin       string `xml:"Origen"`
}

// XML returns the index as XML.
func (f *File) XML() ([]byte, error) {
	index := xmlIndex{Comment: xml.Comment(" " + createdRemark + " ")}
	for _, e := range f.Entries {
		index.Document = append(index.Document, xmlEntry{
			ID: e.Document.ID, Name: e.Name, Kind: string(e.Document.Type), Created: e.received(), Incorporated: f.Made.In(document.Colombia()).Format(time.DateOnly),
			Digest: e.Document.SHA256, Algorithm: "SHA-256", Order: e.Order, First: e.First, Last: e.Last,
			Format: format(e.Kind), Size: size(e.Size), Origin: e.Origin(),
		})
	}
	text, err := xml.MarshalIndent(index, "", "  ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}

func format(k document.FileKind) string {
	return strings.ToUpper(strings.TrimPrefix(k.Extension(), "."))
}

func size(bytes int64) string { return strconv.FormatInt((bytes+1023)/1024, 10) + " KB" }

// Table is the index as a sheet of a workbook, with the columns of the protocol's form.
func Table() spreadsheet.Table {
	column := func(label string, width int) spreadsheet.Column {
		return spreadsheet.Column{Name: label, Label: label, Width: width}
	}
	return spreadsheet.Table{Name: "Índice electrónico", Columns: []spreadsheet.Column{
		column("Nombre Documento", 42), column("Fecha Creación Documento", 14), column("Fecha Incorporación Expediente", 14),
		column("Orden Documento", 11), column("Número Páginas", 10), column("Página Inicio", 10), column("Página Fin", 10),
		column("Formato", 10), column("Tamaño", 12), column("Origen", 14), column("Observaciones", 60),
	}}
}

// Rows calls add with each row of Table.
func (f *File) Rows(add func([]spreadsheet.Cell) error) error {
	text := func(s string) spreadsheet.Cell { return spreadsheet.Cell{Kind: spreadsheet.Text, Value: s} }
	number := func(n int) spreadsheet.Cell {
		return spreadsheet.Cell{Kind: spreadsheet.Number, Value: strconv.Itoa(n)}
	}
	for i, e := range f.Entries {
		remark := "SHA-256 " + e.Document.SHA256
		if i == 0 {
			remark = createdRemark + " " + remark
		}
		err := add([]spreadsheet.Cell{
			text(e.Name), text(e.received()), text(f.Made.In(document.Colombia()).Format(time.DateOnly)),
			number(e.Order), number(len(e.Document.Pages)), number(e.First), number(e.Last),
			text(format(e.Kind)), text(size(e.Size)), text(e.Origin()), text(remark),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
