// Package hostilebook writes workbooks that are small as files and that unpack to
// more than there is memory.
package hostilebook

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Book is a hostile workbook. Name says what is wrong with it.
type Book struct {
	Name    string
	File    string // name of the file, with its extension
	Content []byte
}

const (
	sheet   = "xl/worksheets/sheet1.xml"
	strs    = "xl/sharedStrings.xml"
	styles  = "xl/styles.xml"
	openRow = `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>`
)

// Books returns one workbook of each kind; each unpacks to some hundred megabytes. The same
// call returns the same bytes.
func Books() ([]Book, error) {
	var books []Book
	for _, b := range []struct{ name, part, head, filler string }{
		{"spaces between rows", sheet, "<worksheet><sheetData>", "<a>" + strings.Repeat(" ", 1<<20) + "</a>"},
		{"one cell of half a gigabyte", sheet, openRow, strings.Repeat("x", 1<<20)},
		{"empty cells without end", sheet, `<worksheet><sheetData><row r="1">`, strings.Repeat("<c/>", 1<<18)},
		{"empty rows without end", sheet, "<worksheet><sheetData>", strings.Repeat("<row/>", 1<<17)},
		{"nested elements without end", sheet, "<worksheet>", strings.Repeat("<a>", 1<<18)},
		{"merged cells without end", sheet, "<worksheet><sheetData/><mergeCells>", strings.Repeat(`<mergeCell ref="A1:XFD1048576"/>`, 1<<15)},
		{"shared texts without end", strs, "<sst>", strings.Repeat("<si><t>tutela</t></si>", 1<<16)},
		{"one shared text of half a gigabyte", strs, "<sst><si><t>", strings.Repeat("x", 1<<20)},
		{"a shared text of runs without end", strs, "<sst><si>", strings.Repeat("<r><t>x</t></r>", 1<<16)},
		{"styles without end", styles, "<styleSheet><cellXfs>", strings.Repeat(`<xf numFmtId="14"/>`, 1<<16)},
		{"formats without end", styles, "<styleSheet><numFmts>", strings.Repeat(`<numFmt numFmtId="200" formatCode="yyyy"/>`, 1<<15)},
		{"a list of sheets without end", "xl/workbook.xml", "<workbook><sheets>", strings.Repeat(`<sheet name="a" sheetId="1" r:id="rId1"/>`, 1<<15)},
		{"relations without end", "xl/_rels/workbook.xml.rels", "<Relationships>", strings.Repeat(`<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>`, 1<<14)},
		{"types without end", "[Content_Types].xml", "<Types>", strings.Repeat(`<Default Extension="xml" ContentType="x"/>`, 1<<15)},
	} {
		content, err := Swollen(b.part, b.head, b.filler, 512<<20/len(b.filler))
		if err != nil {
			return nil, err
		}
		books = append(books, Book{b.name, "libro.xlsx", content})
	}
	many, err := manyParts(200_000)
	if err != nil {
		return nil, err
	}
	return append(books, Book{"an archive of 200,000 parts", "libro.xlsx", many},
		Book{"an old workbook whose sectors follow themselves", "libro.xls", loopingSectors()},
		Book{"an old workbook of 4 GB, as it says", "libro.xls", vastDirectory()}), nil
}

// Swollen returns a good workbook, one of whose parts is replaced by head and n
// times filler. The filler is compressed once, whatever n.
func Swollen(part, head, filler string, n int) ([]byte, error) {
	var b bytes.Buffer
	z, err := goodBut(&b, part)
	if err != nil {
		return nil, err
	}
	packed := append(packedOnce(head), bytes.Repeat(packedOnce(filler), n)...)
	packed = append(packed, 1, 0, 0, 0xff, 0xff) // an empty last block
	sum := crc32.NewIEEE()
	io.WriteString(sum, head)
	for range n {
		io.WriteString(sum, filler)
	}
	out, err := z.CreateRaw(&zip.FileHeader{Name: part, Method: zip.Deflate, CRC32: sum.Sum32(),
		CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(head) + n*len(filler))})
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(packed); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// packedOnce compresses s up to a byte boundary, so that more blocks may follow.
func packedOnce(s string) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	io.WriteString(w, s)
	if err := w.Flush(); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// goodBut begins an archive with the parts of a good workbook except one.
func goodBut(b *bytes.Buffer, part string) (*zip.Writer, error) {
	f := excelize.NewFile()
	defer f.Close()
	for i, header := range []string{"numero_acta", "demandante", "demandado"} {
		if err := f.SetCellValue("Sheet1", string(rune('A'+i))+"1", header); err != nil {
			return nil, err
		}
	}
	good, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	in, err := zip.NewReader(bytes.NewReader(good.Bytes()), int64(good.Len()))
	if err != nil {
		return nil, err
	}
	z := zip.NewWriter(b)
	for _, p := range in.File {
		if p.Name != part {
			if err := z.Copy(p); err != nil {
				return nil, err
			}
		}
	}
	return z, nil
}

func manyParts(n int) ([]byte, error) {
	var b bytes.Buffer
	z, err := goodBut(&b, "")
	if err != nil {
		return nil, err
	}
	for i := range n {
		if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("xl/media/%d.png", i)}); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return b.Bytes(), err
}

// compoundHeader is the first sector of a compound file (MS-CFB 2.2) with 109
// allocation sectors, all of them sector 0, and its directory in sector 1.
func compoundHeader() []byte {
	h := make([]byte, 512)
	copy(h, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	copy(h[24:], []byte{0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0}) // versions, byte order, sectors of 512 and 64 bytes
	copy(h[44:], []byte{109, 0, 0, 0, 1, 0, 0, 0})
	copy(h[56:], []byte{0, 0x10, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0})
	return h
}

// loopingSectors has an allocation table whose every sector is followed by sector 1.
func loopingSectors() []byte {
	return append(compoundHeader(), bytes.Repeat([]byte{1, 0, 0, 0}, 3*128)...)
}

// vastDirectory has a directory entry "Workbook" of 4 GB that begins in sector 2.
func vastDirectory() []byte {
	fat := bytes.Repeat([]byte{2, 0, 0, 0}, 128)
	copy(fat, []byte{0xfd, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff}) // of sectors 0 and 1
	entry := func(name string, kind, child byte, start, size uint32) []byte {
		e := make([]byte, 128)
		for i := range len(name) {
			e[2*i] = name[i]
		}
		e[64], e[66], e[67] = byte(2*len(name)+2), kind, 1
		copy(e[68:], bytes.Repeat([]byte{0xff}, 12)) // no siblings, no child
		if child != 0 {
			copy(e[76:], []byte{child, 0, 0, 0})
		}
		for i := range 4 {
			e[116+i], e[120+i] = byte(start>>(8*i)), byte(size>>(8*i))
		}
		return e
	}
	out := append(compoundHeader(), fat...)
	out = append(out, entry("Root Entry", 5, 1, 0xfffffffe, 0)...)
	out = append(out, entry("Workbook", 2, 0, 2, 0xffffffff)...)
	return append(out, make([]byte, 256+512)...)
}
