package excel_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// stream writes the records of an old workbook.
type stream struct{ bytes.Buffer }

func (s *stream) record(kind int, data ...any) {
	var b bytes.Buffer
	for _, d := range data {
		if text, ok := d.(string); ok {
			b.WriteString(text)
		} else if err := binary.Write(&b, binary.LittleEndian, d); err != nil {
			panic(err)
		}
	}
	binary.Write(s, binary.LittleEndian, []uint16{uint16(kind), uint16(b.Len())})
	s.Write(b.Bytes())
}

func (s *stream) begin(kind uint16) {
	s.record(0x0809, uint16(0x0600), kind, uint16(0), uint16(0), uint32(0), uint32(0))
}
func (s *stream) end() { s.record(0x000A) }

func wide(s string) string {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, utf16.Encode([]rune(s)))
	return b.String()
}

// oldBook makes a workbook of two sheets with each kind of cell.
func oldBook() []byte { return compound(oldStream()) }

func oldStream() []byte {
	var s stream
	s.begin(5)
	s.record(0x041E, uint16(164), uint16(10), uint8(0), "yyyy\\-mm\\-")
	s.record(0x00E0, uint16(0), uint16(0), strings.Repeat("\x00", 16)) // 0: general
	s.record(0x00E0, uint16(0), uint16(164), strings.Repeat("\x00", 16))
	s.record(0x00E0, uint16(0), uint16(14), strings.Repeat("\x00", 16))
	// The second text is wide, has a format and goes on, narrow, in the next record.
	s.record(0x00FC, uint32(3), uint32(3), uint16(10), uint8(0), "demandante", uint16(9), uint8(1|8), uint16(1), wide("Ana Ló"))
	s.record(0x003C, uint8(0), "pez", uint32(0), uint16(4), uint8(4), uint32(2), "radi", "zz")
	s.end()
	s.begin(0x10)
	s.record(0x00FD, uint16(0), uint16(0), uint16(0), uint32(0))
	s.record(0x00FD, uint16(0), uint16(2), uint16(0), uint32(2))
	s.record(0x0204, uint16(0), uint16(3), uint16(0), uint16(2), uint8(1), wide("ñ文"))
	s.record(0x00FD, uint16(1), uint16(0), uint16(0), uint32(1))
	s.record(0x0203, uint16(1), uint16(1), uint16(0), 52418903.0)
	s.record(0x027E, uint16(1), uint16(2), uint16(1), uint32(46085<<2|2))
	s.record(0x00BD, uint16(1), uint16(3), uint16(0), uint32(150<<2|3), uint16(2), uint32(math.Float64bits(0.5)>>32), uint16(4))
	s.record(0x0205, uint16(1), uint16(5), uint16(0), uint8(1), uint8(0))
	s.record(0x0205, uint16(1), uint16(6), uint16(0), uint8(0x2A), uint8(1))
	s.record(0x0006, uint16(1), uint16(7), uint16(0), 7.5, uint16(0), uint32(0))
	s.record(0x0006, uint16(1), uint16(8), uint16(0), "\x00\x00\x00\x00\x00\x00\xff\xff", uint16(0), uint32(0))
	s.record(0x0207, uint16(5), uint8(0), "suma!")
	s.begin(0x20) // a chart within the sheet
	s.record(0x0203, uint16(0), uint16(0), uint16(0), 1.0)
	s.end()
	s.end()
	s.begin(0x10)
	s.record(0x0203, uint16(6), uint16(0), uint16(0), 1.1001310300220269e22)
	s.end()
	return s.Bytes()
}

func TestRowsOfAnOldWorkbook(t *testing.T) {
	want := []spreadsheet.Row{
		{Number: 1, Cells: []spreadsheet.Cell{cell(spreadsheet.Text, "demandante"), {}, cell(spreadsheet.Text, "radi"), cell(spreadsheet.Text, "ñ文")}},
		{Number: 2, Cells: []spreadsheet.Cell{cell(spreadsheet.Text, "Ana López"), cell(spreadsheet.Number, "5.2418903e+07"), cell(spreadsheet.Date, "46085"),
			cell(spreadsheet.Number, "1.5"), cell(spreadsheet.Date, "0.5"), cell(spreadsheet.Bool, "1"), cell(spreadsheet.Failure, "#N/A"), cell(spreadsheet.Number, "7.5"), cell(spreadsheet.Text, "suma!")}},
		{Sheet: 1, Number: 7, Cells: []spreadsheet.Cell{cell(spreadsheet.Number, "1.100131030022027e+22")}},
	}
	if got := mustRead(t, oldBook()); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestAnOldWorkbookNamesItsSheetsAndMergesCells(t *testing.T) {
	var s stream
	s.begin(5)
	s.record(0x0085, uint32(0), uint8(1), uint8(0), uint8(6), uint8(0), "Vieja!")
	s.record(0x0085, uint32(0), uint8(0), uint8(2), uint8(3), uint8(0), "Gra") // a chart
	s.record(0x0085, uint32(0), uint8(0), uint8(0), uint8(2), uint8(1), wide("Añ"))
	s.end()
	for range 2 {
		s.begin(0x10)
		s.record(0x0203, uint16(2), uint16(1), uint16(0), 3.0) // rows in any order
		s.record(0x0203, uint16(0), uint16(0), uint16(0), 1.0)
		s.record(0x0203, uint16(1), uint16(1), uint16(0), 2.0)
		s.record(0x00E5, uint16(1), uint16(0), uint16(1), uint16(0), uint16(0))
		s.end()
	}
	got := mustRead(t, compound(s.Bytes()))
	if len(got) != 6 || !got[0].Hidden || got[3].Hidden || got[0].SheetName != "Vieja!" || got[3].SheetName != "Añ" {
		t.Fatalf("%+v", got)
	}
	if up, below, last := got[3], got[4], got[5]; up.Number != 1 || below.Number != 2 || last.Number != 3 || below.Cell(0).Value != "1" || !below.Cell(0).Continued || last.Cell(0).Continued {
		t.Errorf("%+v", got[3:])
	}
}

func TestHostileOldWorkbooks(t *testing.T) {
	one := func(write func(s *stream)) []byte {
		var s stream
		s.begin(5)
		s.end()
		s.begin(0x10)
		write(&s)
		s.end()
		return compound(s.Bytes())
	}
	var old, open, shared stream
	old.record(0x0809, uint16(0x0500), uint16(5), uint32(0))
	open.begin(5)
	shared.begin(5)
	shared.record(0x00FC, uint32(1), uint32(math.MaxUint32), uint16(3), uint8(0), "abc")
	shared.end()
	for _, c := range []struct {
		name    string
		content []byte
		code    string
	}{
		{"of Excel 95", compound(old.Bytes()), "workbook_too_old"},
		{"without an end", compound(open.Bytes()), "workbook_damaged"},
		{"of noise", compound(bytes.Repeat([]byte{0xAB}, 5000)), "workbook_damaged"},
		{"of nothing", compound(nil), "workbook_damaged"},
		{"four thousand million texts", compound(shared.Bytes()), "workbook_damaged"},
		{"a text that is not there", one(func(s *stream) { s.record(0x00FD, uint16(0), uint16(0), uint16(0), uint32(9)) }), "workbook_damaged"},
		{"a record that is too short", one(func(s *stream) { s.record(0x0203, uint16(0)) }), "workbook_damaged"},
		{"a text that is longer than its record", one(func(s *stream) { s.record(0x0204, uint16(0), uint16(0), uint16(0), uint16(60000), uint8(1), "ab") }), "workbook_damaged"},
		{"a cell longer than those of Excel", one(func(s *stream) {
			s.record(0x0204, uint16(0), uint16(0), uint16(0), uint16(spreadsheet.MaxCell+1), uint8(0), strings.Repeat("x", spreadsheet.MaxCell+1))
		}), "cell_too_long"},
		{"more end tags than start tags", one(func(s *stream) { s.end(); s.end() }), "workbook_damaged"},
	} {
		_, err := read(t, c.content)
		if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || f.Code != c.code {
			t.Errorf("%s: got %v, want %s", c.name, err, c.code)
		}
	}
}

// compound puts a stream named Workbook into a compound file (MS-CFB) with
// sectors of 512 bytes: a table of sectors, a directory, and the stream, which
// is filled up so that it needs no small sectors.
func compound(content []byte) []byte {
	const sector, free, chainEnd, tableSector = 512, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
	content = append(content, make([]byte, max(4096-len(content), 0))...)
	sectors := (len(content) + sector - 1) / sector
	tables := (sectors + 2 + 126) / 127 // of 128 entries, itself included
	first := uint32(tables + 1)

	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			binary.Write(&b, binary.LittleEndian, v)
		}
	}
	put([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 16), uint16(0x3E), uint16(3), uint16(0xFFFE), uint16(9), uint16(6), make([]byte, 6),
		uint32(0), uint32(tables), uint32(tables), uint32(0), uint32(4096), uint32(chainEnd), uint32(0), uint32(chainEnd), uint32(0))
	for i := range 109 {
		if i < tables {
			put(uint32(i))
		} else {
			put(uint32(free))
		}
	}
	for i := range tables * 128 {
		switch {
		case i < tables:
			put(uint32(tableSector))
		case i == tables, i == tables+sectors:
			put(uint32(chainEnd))
		case i < tables+sectors:
			put(uint32(i + 1))
		default:
			put(uint32(free))
		}
	}
	entry := func(name string, kind uint8, child, start uint32, size uint64) {
		encoded := wide(name)
		put([]byte(encoded), make([]byte, 64-len(encoded)), uint16(len(encoded)+2), kind, uint8(1), uint32(free), uint32(free), child,
			make([]byte, 36), start, size)
	}
	entry("Root Entry", 5, 1, chainEnd, 0)
	entry("Workbook", 2, free, first, uint64(len(content)))
	put(make([]byte, 256))
	put(content, make([]byte, sectors*sector-len(content)))
	return b.Bytes()
}
