package excel_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/testkit/hostilebook"
)

// hostileBook is a workbook that must be refused, or do no harm.
type hostileBook struct {
	name    string
	content []byte
	code    string // of the refusal; empty where it is read
}

// hostile makes workbooks that try to harm their reader.
func hostile(t testing.TB) []hostileBook {
	good := write(t, texts("2026-7", "Ana López", "x"))
	cells := func(inner string) []byte {
		return rewritten(t, good, "xl/worksheets/sheet1.xml", sheetXML(inner))
	}
	secret := book(t, func(f *excelize.File) { f.SetCellValue("Sheet1", "A1", "x") })
	var protected bytes.Buffer
	f, err := excelize.OpenReader(bytes.NewReader(secret))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(&protected, excelize.Options{Password: "secreto"}); err != nil {
		t.Fatal(err)
	}
	sheets := func(n int) []byte {
		var list, rels strings.Builder
		for i := range n {
			fmt.Fprintf(&list, `<sheet name="s%d" sheetId="%d" r:id="rId1"/>`, i, i+1)
		}
		rels.WriteString(`<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`)
		return rewritten(t, rewritten(t, good, "xl/workbook.xml", `<workbook><sheets>`+list.String()+`</sheets></workbook>`), "xl/_rels/workbook.xml.rels", rels.String())
	}
	return []hostileBook{
		{"nothing", nil, "empty_file"},
		{"one byte", []byte("P"), "not_a_spreadsheet"},
		{"a PDF", []byte("%PDF-1.7\n"), "not_a_spreadsheet"},
		{"a table in HTML, as some programs call .xls", []byte("<html><table><tr><td>1</td></tr></table></html>"), "not_a_spreadsheet"},
		{"comma-separated values", []byte("numero_acta,demandante,demandado\n1,a,b\n"), "not_a_spreadsheet"},
		{"an archive of something else", archive(t, map[string]string{"a.txt": "x"}), "not_a_spreadsheet"},
		{"a text document", archive(t, map[string]string{"_rels/.rels": `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>`,
			"word/document.xml": `<document/>`}), "not_a_spreadsheet"},
		{"encrypted", protected.Bytes(), "workbook_encrypted"},
		{"an old one, encrypted", compound(sealed(oldStream(), "other", classicKeys)), "workbook_encrypted"},
		{"cut in half", good[:len(good)/2], "workbook_damaged"},
		{"the head of an archive alone", good[:10], "workbook_damaged"},
		{"the head of a compound file alone", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "workbook_damaged"},
		{"a compound file of noise", append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), bytes.Repeat([]byte("ab"), 4000)...), "workbook_damaged"},
		{"bytes changed in the sheet", damagedSheet(good), "workbook_damaged"},
		{"XML that ends early", rewritten(t, good, "xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>`), "workbook_damaged"},
		{"no XML", rewritten(t, good, "xl/worksheets/sheet1.xml", "hola"), "workbook_damaged"},
		{"a missing sheet", rewritten(t, good, "xl/worksheets/sheet1.xml", ""), "workbook_damaged"},
		{"entities that grow", rewritten(t, good, "xl/worksheets/sheet1.xml",
			`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&b;</v></c></row></sheetData></worksheet>`), "workbook_damaged"},
		{"an entity of the outside", rewritten(t, good, "xl/worksheets/sheet1.xml",
			`<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&a;</v></c></row></sheetData></worksheet>`), "workbook_damaged"},
		{"a row number of 2^31", cells(`<row r="2147483648"><c r="A2147483648"><v>1</v></c></row>`), "workbook_damaged"},
		{"a row number beyond all", cells(`<row r="99999999999999999999"><c><v>1</v></c></row>`), "workbook_damaged"},
		{"a row number below zero", cells(`<row r="-1"><c><v>1</v></c></row>`), "workbook_damaged"},
		{"rows out of order", cells(`<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>`), "workbook_damaged"},
		{"a column beyond all", cells(`<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>`), "workbook_damaged"},
		{"columns out of order", cells(`<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>`), "workbook_damaged"},
		{"a shared text that is not there", cells(`<row r="1"><c r="A1" t="s"><v>7</v></c></row>`), "workbook_damaged"},
		{"a text that never ends", cells(`<row r="1"><c r="A1" t="str"><v>` + strings.Repeat("x", 3<<20) + `</v></c></row>`), "workbook_damaged"},
		{"an attribute that never ends", cells(`<row r="` + strings.Repeat("1", 3<<20) + `"/>`), "workbook_damaged"},
		{"a cell longer than those of Excel", cells(`<row r="1"><c t="inlineStr"><is><t>` + strings.Repeat("ñ", spreadsheet.MaxCell+1) + `</t></is></c></row>`), "cell_too_long"},
		{"a number longer than a cell", cells(`<row r="1"><c><v>` + strings.Repeat("1", spreadsheet.MaxCell+1) + `</v></c></row>`), "cell_too_long"},
		{"the longest cell", cells(`<row r="1"><c t="inlineStr"><is><t>` + strings.Repeat("ñ", spreadsheet.MaxCell) + `</t></is></c></row>`), ""},
		{"absurd dimensions", rewritten(t, good, "xl/worksheets/sheet1.xml", `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c><c/></row></sheetData></worksheet>`), "workbook_damaged"},
		{"its last cell alone", cells(`<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`), ""},
		{"absurd dimensions that are not true", rewritten(t, good, "xl/worksheets/sheet1.xml", `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`), ""},
		{"thousands of sheets", sheets(20_000), ""},
	}
}

func TestHostileWorkbooks(t *testing.T) {
	for _, h := range hostile(t) {
		t.Run(h.name, func(t *testing.T) {
			rows, err := read(t, h.content)
			if h.code == "" {
				if err != nil || len(rows) > 200 {
					t.Errorf("%d rows, %v", len(rows), err)
				}
				return
			}
			if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || f.Code != h.code {
				t.Errorf("got %v, want %s", err, h.code)
			}
		})
	}
}

// A workbook of some kilobytes that unpacks to gigabytes is refused once it has
// gone on for long enough.
func TestABombIsRefused(t *testing.T) {
	excel.SetMaxDense(t, 4<<20) // what goes through the decoder of XML is watched for races byte by byte
	bomb, err := hostilebook.Swollen("xl/worksheets/sheet1.xml", `<worksheet><sheetData>`, `<a>`+strings.Repeat(" ", 1<<20)+`</a>`, 5)
	if err != nil {
		t.Fatal(err)
	}
	_, err = read(t, bomb)
	if f, ok := fault.As(err); !ok || f.Code != "workbook_too_big" {
		t.Errorf("%d bytes: got %v", len(bomb), err)
	}
}

// Cells that share a text take a few bytes each, and the time of that text.
func TestSharedTextIsBounded(t *testing.T) {
	excel.SetMaxText(t, 20*spreadsheet.MaxCell)
	text := strings.Repeat("x", spreadsheet.MaxCell)
	good := rewritten(t, write(t, texts("2026-7", "Ana López", "x")), "xl/sharedStrings.xml", `<sst><si><t>`+text+`</t></si></sst>`)
	good = rewritten(t, good, "xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>`+
		`<Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`)
	for cells, code := range map[int]string{20: "", 21: "workbook_too_big"} {
		var old stream
		old.begin(5)
		old.record(0x00FC, uint32(1), uint32(1), uint16(len(text)), uint8(0), text)
		old.end()
		old.begin(0x10)
		for row := range cells {
			old.record(0x00FD, uint16(row), uint16(0), uint16(0), uint32(0))
		}
		old.end()
		for kind, content := range map[string][]byte{
			"xls":  compound(old.Bytes()),
			"xlsx": rewritten(t, good, "xl/worksheets/sheet1.xml", sheetXML(strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, cells))),
		} {
			rows, err := read(t, content)
			if f, ok := fault.As(err); ok != (code != "") || ok && f.Code != code || !ok && (err != nil || len(rows) != cells) {
				t.Errorf("%d cells of .%s: %d rows, %v", cells, kind, len(rows), err)
			}
		}
	}
}

func wantRefusal(t testing.TB, err error) {
	t.Helper()
	if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || f.Message == "" {
		t.Fatalf("%v is no refusal", err)
	}
}

func sheetXML(inner string) string {
	return `<worksheet><sheetData>` + inner + `</sheetData></worksheet>`
}

func archive(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range parts {
		out, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(out, content)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// rewritten puts another part in the place of one; an empty one takes it out.
func rewritten(t testing.TB, workbook []byte, part, content string) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(workbook), int64(len(workbook)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(all)
	}
	if parts[part] = content; content == "" {
		delete(parts, part)
	}
	return archive(t, parts)
}

// damagedSheet changes bytes of the packed sheet.
func damagedSheet(workbook []byte) []byte {
	out := bytes.Clone(workbook)
	at := bytes.Index(out, []byte("xl/worksheets/sheet1.xml")) + 200
	for i := range 40 {
		out[at+i] ^= 0xFF
	}
	return out
}
