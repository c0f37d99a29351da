package excel

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Records of BIFF8 that a reader of values needs (MS-XLS, 2.3).
const (
	recFormula  = 0x0006
	recEOF      = 0x000A
	recDateMode = 0x0022
	recFilePass = 0x002F
	recContinue = 0x003C
	recSheet    = 0x0085
	recMulRK    = 0x00BD
	recRString  = 0x00D6
	recXF       = 0x00E0
	recMerged   = 0x00E5
	recSST      = 0x00FC
	recLabelSST = 0x00FD
	recNumber   = 0x0203
	recLabel    = 0x0204
	recBoolErr  = 0x0205
	recString   = 0x0207
	recRK       = 0x027E
	recFormat   = 0x041E
	recBOF      = 0x0809
)

const (
	biff8      = 0x0600
	kindSheet  = 0x0010 // of a substream, as its BOF has it
	maxStream  = 256 << 20
	recordHead = 4
)

// oldBook is an open .xls: a stream of records, of which the first part holds
// what the sheets after it share.
type oldBook struct {
	in     *bufio.Reader
	at     int64      // bytes read from it
	cipher *xlsCipher // nil where the stream is not encrypted
	depth  int        // of substreams
	sheets int        // that have begun
	inside bool

	strings   stringTable
	formats   map[int]numberFormat // the workbook's own
	styles    []numberFormat       // by extended format
	since1904 bool

	names   []sheet // of the sheets with cells, as the first part lists them
	visit   func(spreadsheet.Row) error
	rows    map[int][]spreadsheet.Cell // of the sheet that is read, which may come in any order
	number  int                        // of the row that cells are put in
	merged  merges
	pending int // column of a formula whose text comes next; -1
}

// record is what the stream consists of. data is good until the next one.
type record struct {
	kind int
	data []byte
}

func readXLS(stream io.Reader, visit func(spreadsheet.Row) error) error {
	b := &oldBook{in: bufio.NewReaderSize(io.LimitReader(stream, maxStream), 64<<10), formats: map[int]numberFormat{}, visit: visit, pending: -1}
	for begun := false; ; begun = true {
		r, err := b.next()
		if errors.Is(err, io.EOF) && begun && b.depth == 0 {
			return nil
		}
		if err != nil {
			return unexpectedEnd(err)
		}
		if !begun && r.kind != recBOF {
			return errors.New("the stream does not begin as a workbook")
		}
		if err := b.take(r); err != nil {
			return err
		}
		if b.sheets > maxSheets {
			return nil
		}
	}
}

// next reads a record, without what continues it.
func (b *oldBook) next() (record, error) {
	head := make([]byte, recordHead)
	if _, err := io.ReadFull(b.in, head); err != nil {
		return record{}, err
	}
	r := record{int(binary.LittleEndian.Uint16(head)), make([]byte, binary.LittleEndian.Uint16(head[2:]))}
	if r.kind == 0 && len(r.data) == 0 && b.depth == 0 {
		return record{}, io.EOF // some programs fill the stream up with zeros
	}
	if _, err := io.ReadFull(b.in, r.data); err != nil {
		return r, unexpectedEnd(err)
	}
	if b.cipher != nil && r.kind != recBOF { // nothing else that is read stays readable (MS-XLS, 2.2.10)
		b.cipher.decrypt(r.data, b.at+recordHead)
	}
	b.at += recordHead + int64(len(r.data))
	return r, nil
}

// continued returns a record's data and those of the records that continue it.
func (b *oldBook) continued(first []byte) ([][]byte, error) {
	segments := [][]byte{first}
	for {
		head, err := b.in.Peek(recordHead)
		if err != nil || binary.LittleEndian.Uint16(head) != recContinue {
			return segments, nil // an error will come again
		}
		r, err := b.next()
		if err != nil {
			return nil, err
		}
		segments = append(segments, r.data)
	}
}

var errShort = errors.New("a record is too short")

func (b *oldBook) take(r record) error {
	switch r.kind {
	case recBOF:
		return b.begin(r.data)
	case recEOF:
		return b.end()
	case recFilePass:
		if b.cipher = newXLSCipher(r.data); b.cipher == nil {
			return encrypted(nil)
		}
		return nil
	}
	switch {
	case b.depth != 1: // a chart within a sheet
		return nil
	case b.sheets == 0:
		return b.global(r)
	case b.inside:
		return b.cells(r)
	}
	return nil
}

func (b *oldBook) begin(data []byte) error {
	if len(data) < 4 {
		return errShort
	}
	if binary.LittleEndian.Uint16(data) != biff8 {
		return tooOld()
	}
	if b.depth++; b.depth == 1 {
		if binary.LittleEndian.Uint16(data[2:]) == kindSheet {
			b.inside = true
			b.rows, b.number, b.merged, b.pending = map[int][]spreadsheet.Cell{}, 0, merges{}, -1
			b.sheets++
		}
	}
	return nil
}

func (b *oldBook) end() error {
	if b.depth--; b.depth < 0 {
		return errors.New("more end tags than start tags")
	}
	if b.depth == 0 && b.inside {
		b.inside = false
		return b.hand()
	}
	return nil
}

// global takes what all sheets share.
func (b *oldBook) global(r record) error {
	switch r.kind {
	case recDateMode:
		b.since1904 = len(r.data) >= 2 && binary.LittleEndian.Uint16(r.data) == 1
	case recFormat:
		if len(r.data) < 2 {
			return errShort
		}
		s := segments{rest: [][]byte{r.data[2:]}}
		code, err := s.text(int(s.uint16()))
		if err != nil {
			return err
		}
		b.formats[int(binary.LittleEndian.Uint16(r.data))] = formatOf(code)
	case recXF:
		if len(r.data) < 4 {
			return errShort
		}
		id := int(binary.LittleEndian.Uint16(r.data[2:]))
		b.styles = append(b.styles, styleOf(id, b.formats))
	case recSheet:
		return b.name(r.data)
	case recSST:
		all, err := b.continued(r.data)
		if err != nil {
			return err
		}
		return b.sharedStrings(&segments{rest: all})
	}
	return nil
}

// name takes what the workbook says of a sheet (MS-XLS, 2.4.28).
func (b *oldBook) name(data []byte) error {
	if len(data) < 8 {
		return errShort
	}
	if data[5] != 0 {
		return nil // a chart, a macro
	}
	s := segments{rest: [][]byte{data[7:]}}
	name, err := s.text(int(data[6]))
	b.names = append(b.names, sheet{name: name, hidden: data[4]&3 != 0})
	return err
}

func (b *oldBook) sharedStrings(s *segments) error {
	s.skip(4) // how often they are used
	const mostMissing = 1000
	all := s.uint32()
	for n := range all {
		if s.err == nil && !s.hasMore() && all-n <= mostMissing {
			return nil // some programs count more than they write; Excel opens such a workbook
		}
		text, err := s.richText()
		if err != nil {
			return err
		}
		if err := b.strings.add(text); err != nil {
			return err
		}
	}
	return s.err
}

// cells takes a record of a sheet.
func (b *oldBook) cells(r record) error {
	le := binary.LittleEndian
	if r.kind == recString && b.pending >= 0 {
		all, err := b.continued(r.data)
		if err != nil {
			return err
		}
		s := segments{rest: all}
		text, err := s.text(int(s.uint16()))
		if err != nil {
			return err
		}
		b.put(b.pending, spreadsheet.Cell{Kind: spreadsheet.Text, Value: text})
		b.pending = -1
		return nil
	}
	if r.kind == recMerged {
		return b.merge(r.data)
	}
	need := map[int]int{recNumber: 14, recRK: 10, recMulRK: 12, recLabelSST: 10, recLabel: 9, recRString: 9, recBoolErr: 8, recFormula: 14}[r.kind]
	if need == 0 {
		return nil
	}
	if len(r.data) < need {
		return errShort
	}
	row, column, style := int(le.Uint16(r.data))+1, int(le.Uint16(r.data[2:])), int(le.Uint16(r.data[4:]))
	b.number, b.pending = row, -1
	switch value := r.data[6:]; r.kind {
	case recNumber:
		b.put(column, b.numeric(math.Float64frombits(le.Uint64(value)), style))
	case recRK:
		b.put(column, b.numeric(rk(le.Uint32(value)), style))
	case recMulRK:
		for many := r.data[4 : len(r.data)-2]; len(many) >= 6; many = many[6:] {
			b.put(column, b.numeric(rk(le.Uint32(many[2:])), int(le.Uint16(many))))
			column++
		}
	case recLabelSST:
		text, ok := b.strings.at(int(le.Uint32(value)))
		if !ok {
			return fmt.Errorf("there is no shared text %d", le.Uint32(value))
		}
		b.put(column, spreadsheet.Cell{Kind: spreadsheet.Text, Value: text})
	case recLabel, recRString:
		all, err := b.continued(value)
		if err != nil {
			return err
		}
		s := segments{rest: all}
		text, err := s.text(int(s.uint16()))
		if err != nil {
			return err
		}
		b.put(column, spreadsheet.Cell{Kind: spreadsheet.Text, Value: text})
	case recBoolErr:
		b.put(column, boolOrFailure(value[0], value[1] != 0))
	case recFormula:
		b.formula(column, style, value[:8])
	}
	return nil
}

// formula takes what a formula came to when the workbook was saved.
func (b *oldBook) formula(column, style int, result []byte) {
	if binary.LittleEndian.Uint16(result[6:]) != 0xFFFF {
		b.put(column, b.numeric(math.Float64frombits(binary.LittleEndian.Uint64(result)), style))
		return
	}
	switch result[0] {
	case 0: // a text, in the next record
		b.pending = column
	case 1, 2:
		b.put(column, boolOrFailure(result[2], result[0] == 2))
	}
}

// merge takes merged cells (MS-XLS, 2.4.168).
func (b *oldBook) merge(data []byte) error {
	if len(data) < 2 {
		return errShort
	}
	le := binary.LittleEndian
	for data = data[2:]; len(data) >= 8; data = data[8:] {
		b.merged.add(area{top: int(le.Uint16(data)) + 1, bottom: int(le.Uint16(data[2:])) + 1, left: int(le.Uint16(data[4:])), right: int(le.Uint16(data[6:]))})
	}
	return nil
}

// hand hands over the rows of the sheet that ends, in their order.
func (b *oldBook) hand() error {
	row := spreadsheet.Row{Sheet: b.sheets - 1, Since1904: b.since1904}
	if b.sheets <= len(b.names) {
		row.SheetName, row.Hidden = b.names[b.sheets-1].name, b.names[b.sheets-1].hidden
	}
	for _, number := range slices.Sorted(maps.Keys(b.rows)) {
		row.Number, row.Cells = number, b.merged.fill(number, b.rows[number])
		if err := b.visit(row); err != nil {
			return err
		}
	}
	return nil
}

func (b *oldBook) put(column int, c spreadsheet.Cell) {
	if column >= maxColumns || c.Value == "" {
		return
	}
	cells := b.rows[b.number]
	for len(cells) <= column {
		cells = append(cells, spreadsheet.Cell{})
	}
	cells[column] = c
	b.rows[b.number] = cells
}

func (b *oldBook) numeric(n float64, style int) spreadsheet.Cell {
	return formatAt(b.styles, style).cell(strconv.FormatFloat(n, 'g', -1, 64))
}

// rk unpacks a number of 30 bits.
func rk(v uint32) float64 {
	var n float64
	if v&2 != 0 {
		n = float64(int32(v) >> 2)
	} else {
		n = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&1 != 0 {
		n /= 100
	}
	return n
}

// failures are how failed formulas are shown.
var failures = map[byte]string{0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A"}

func boolOrFailure(value byte, failed bool) spreadsheet.Cell {
	if failed {
		text, ok := failures[value]
		if !ok {
			text = "#ERROR"
		}
		return spreadsheet.Cell{Kind: spreadsheet.Failure, Value: text}
	}
	return spreadsheet.Cell{Kind: spreadsheet.Bool, Value: strconv.Itoa(int(value & 1))}
}
