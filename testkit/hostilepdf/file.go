// Package hostilepdf writes PDFs as strangers may: with sizes that nobody has,
// structures without end, streams that unpack to more than there is memory,
// scripts, forms and attachments; and good PDFs with bytes changed.
//
// None of them may do more to the program than end its own reading.
package hostilepdf

import (
	"bytes"
	deflate "compress/flate"
	"encoding/binary"
	"fmt"
	"hash/adler32"
	"strings"
)

// file is a PDF that is being written. Object 1 is its catalogue, object 2 its
// page tree, object 3 its page: each case replaces what it wants different.
type file struct {
	objects map[int]string
	next    int
	trailer string // more of it
}

func newFile() *file {
	f := &file{objects: map[int]string{}, next: 5}
	f.set(1, "<< /Type /Catalog /Pages 2 0 R >>")
	f.set(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>")
	f.page("", "")
	f.stream(4, "", []byte(legible))
	return f
}

// legible draws a line that every reader can read.
const legible = "BT /F1 12 Tf 72 700 Td (ACCIONANTE: ANA LOPEZ RUIZ interpone accion de tutela) Tj ET\n"

func (f *file) set(number int, body string) { f.objects[number] = body }

// page is the page with other keys and other resources.
func (f *file) page(keys, resources string) {
	if !strings.Contains(keys, "/MediaBox") {
		keys += " /MediaBox [0 0 612 792]"
	}
	if !strings.Contains(resources, "/Font") {
		resources += " /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
	}
	f.set(3, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << "+resources+" >> "+keys+" >>")
}

// add appends an object and returns its number.
func (f *file) add(body string) int {
	f.next++
	f.set(f.next-1, body)
	return f.next - 1
}

func (f *file) stream(number int, keys string, data []byte) {
	f.set(number, fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", keys, len(data), data))
}

func (f *file) addStream(keys string, data []byte) int {
	f.next++
	f.stream(f.next-1, keys, data)
	return f.next - 1
}

// bytes writes the objects with a correct table and trailer.
func (f *file) bytes() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, f.next)
	for n := 1; n < f.next; n++ {
		if body, ok := f.objects[n]; ok {
			offsets[n] = b.Len()
			fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, body)
		}
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", f.next)
	for _, at := range offsets[1:] {
		fmt.Fprintf(&b, "%010d %05d %c \n", at, 0, map[bool]byte{true: 'f', false: 'n'}[at == 0])
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", f.next, f.trailer, start)
	return b.Bytes()
}

// flate packs a piece that is repeated: it is packed once, and what that gives
// is repeated. Packing a gigabyte would take longer than reading it.
func flate(piece []byte, times int) []byte {
	var packed bytes.Buffer
	w, err := deflate.NewWriter(&packed, deflate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	if _, err := w.Write(piece); err != nil {
		panic(err) // a buffer takes everything
	}
	if err := w.Flush(); err != nil { // without the mark of the end
		panic(err)
	}
	const modulus = 65521 // of Adler's checksum, in which a piece is a step
	once := adler32.Checksum(piece)
	step, length := once&0xffff+modulus-1, uint32(len(piece)%modulus)
	low, high := uint32(1), uint32(0)
	for range times {
		// high grows by the piece's own, which began with a low of 1, and by the rest of low.
		high = (high + once>>16 + uint32(uint64(length)*uint64(low+modulus-1)%modulus)) % modulus
		low = (low + step) % modulus
	}
	out := append([]byte{0x78, 0x01}, bytes.Repeat(packed.Bytes(), times)...)
	out = append(out, 0x03, 0x00) // an empty last block
	return binary.BigEndian.AppendUint32(out, high<<16|low)
}
