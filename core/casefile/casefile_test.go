package casefile_test

import (
	"encoding/xml"
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/casefile"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

const radicado = "11001-31-03-012-2026-00345-00"

var received = time.Date(2026, time.February, 3, 23, 30, 0, 0, document.Colombia())

func paper(t document.Type, radicado string, pages int) document.Document {
	d := document.Document{ID: "a", FileName: "escrito.pdf", Type: t, Radicado: radicado, OriginalKey: "a/b.pdf", SHA256: "ab12", CreatedAt: received}
	for i := range pages {
		d.Pages = append(d.Pages, document.PageInfo{Number: i + 1, Source: document.TextLayer})
	}
	return d
}

func TestFolderAndNamesFollowProtocol(t *testing.T) {
	for _, tc := range []struct {
		rule      string
		documents []document.Document
		stage     casefile.Stage
		want      string // path of the last document
	}{
		{"the 23 digits, the stage and the main book", []document.Document{paper(document.Tutela, radicado, 1)}, casefile.FirstInstance,
			"11001310301220260034500/01PrimeraInstancia/C01Principal/01Tutela20260203.pdf"},
		{"another stage", []document.Document{paper(document.Impugnacion, radicado, 1)}, casefile.SecondInstance,
			"11001310301220260034500/02SegundaInstancia/C01Principal/01Impugnacion20260203.pdf"},
		{"a capital for each word of the kind", []document.Document{paper(document.DerechoPeticion, radicado, 1)}, casefile.FirstInstance,
			"11001310301220260034500/01PrimeraInstancia/C01Principal/01DerechoPeticion20260203.pdf"},
		{"numbers in the order given", []document.Document{paper(document.Tutela, radicado, 1), paper(document.Sentencia, radicado, 1)}, casefile.FirstInstance,
			"11001310301220260034500/01PrimeraInstancia/C01Principal/02Sentencia20260203.pdf"},
		{"a document without radicado is of the case of the others", []document.Document{paper(document.Tutela, "", 1), paper(document.Tutela, radicado, 1)}, casefile.FirstInstance,
			"11001310301220260034500/01PrimeraInstancia/C01Principal/02Tutela20260203.pdf"},
		{"the instance of a radicado is not another case", []document.Document{paper(document.Tutela, radicado, 1), paper(document.Tutela, radicado[:len(radicado)-1]+"1", 1)}, casefile.FirstInstance,
			"11001310301220260034500/01PrimeraInstancia/C01Principal/02Tutela20260203.pdf"},
		{"no whole radicado", []document.Document{paper(document.Tutela, "2026-00345", 1)}, casefile.FirstInstance,
			"SinRadicado/01PrimeraInstancia/C01Principal/01Tutela20260203.pdf"},
		{"a long kind is cut", []document.Document{paper("solicitud_de_medida_cautelar_innominada_urgente", radicado, 1)}, casefile.FirstInstance,
			"11001310301220260034500/01PrimeraInstancia/C01Principal/01SolicitudDeMedidaCautelarInnom20260203.pdf"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			f, err := casefile.New(tc.documents, tc.stage, received)
			if err != nil {
				t.Fatal(err)
			}
			if got := path.Join(f.Folder(), f.Entries[len(f.Entries)-1].Name); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestDocumentsOfTwoCasesAreRefused(t *testing.T) {
	_, err := casefile.New([]document.Document{paper(document.Tutela, radicado, 1), paper(document.Tutela, "11001-31-03-012-2026-00346-00", 1)}, casefile.FirstInstance, received)
	if f, ok := fault.As(err); !ok || f.Code != "different_cases" {
		t.Errorf("got %v", err)
	}
}

var protocolName = regexp.MustCompile(`^[0-9]{2,3}([A-Z0-9][A-Za-z0-9]*)[0-9]{8}\.pdf$`)

func TestNamesAndPagesHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var documents []document.Document
		for range rapid.IntRange(1, 120).Draw(t, "documents") {
			kind := rapid.StringMatching(`[a-z][a-z0-9]{0,9}([_-][a-z0-9]{1,9}){0,4}`).Draw(t, "kind")
			documents = append(documents, paper(document.Type(kind), radicado, rapid.IntRange(1, 30).Draw(t, "pages")))
		}
		f, err := casefile.New(documents, casefile.FirstInstance, received)
		if err != nil {
			t.Fatal(err)
		}
		seen, next := map[string]bool{}, 1
		for i, e := range f.Entries {
			name := strings.TrimSuffix(e.Name, ".pdf")
			if len(name) > 40 || !protocolName.MatchString(e.Name) || seen[e.Name] {
				t.Fatalf("name %q", e.Name)
			}
			if e.Order != i+1 || e.First != next || e.Last-e.First+1 != len(documents[i].Pages) {
				t.Fatalf("entry %+v, the pages go on at %d", e, next)
			}
			seen[e.Name], next = true, e.Last+1
		}
	})
}

func TestIndexTellsOfEachDocument(t *testing.T) {
	scan := paper(document.Sentencia, radicado, 3)
	scan.OriginalKey, scan.Pages[1].Source = "b/c.tiff", document.OCR
	f, err := casefile.New([]document.Document{paper(document.Tutela, radicado, 2), scan}, casefile.FirstInstance, received)
	if err != nil {
		t.Fatal(err)
	}
	f.Entries[0].Size, f.Entries[1].Size = 1025, 4096
	text, err := f.XML()
	if err != nil {
		t.Fatal(err)
	}
	var index struct {
		XMLName  xml.Name `xml:"TipoDocumentoFoliado"`
		Document []struct {
			Nombre string `xml:"Nombre_Documento"`
			Huella string `xml:"Valor_Huella"`
			Fecha  string `xml:"Fecha_Creacion_Documento"`
			Inicio int    `xml:"Pagina_Inicio"`
			Fin    int    `xml:"Pagina_Fin"`
			Tamano string `xml:"Tamano"`
			Origen string `xml:"Origen"`
			Clase  string `xml:"Formato"`
		} `xml:"DocumentoIndizado"`
	}
	if err := xml.Unmarshal(text, &index); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(index.Document)
	want := "[{01Tutela20260203.pdf ab12 2026-02-03 1 2 2 KB Electrónico PDF} {02Sentencia20260203.tif ab12 2026-02-03 3 5 4 KB Digitalizado TIF}]"
	if got != want {
		t.Errorf("the XML has\n%s, want\n%s", got, want)
	}
	var rows []string
	err = f.Rows(func(cells []spreadsheet.Cell) error {
		if len(cells) != len(casefile.Table().Columns) {
			t.Errorf("%d cells", len(cells))
		}
		rows = append(rows, fmt.Sprint(cells[0].Value, cells[3].Value, cells[4].Value, cells[5].Value, cells[6].Value))
		return nil
	})
	if err != nil || fmt.Sprint(rows) != "[01Tutela20260203.pdf1212 02Sentencia20260203.tif2335]" {
		t.Errorf("rows %v, %v", rows, err)
	}
}
