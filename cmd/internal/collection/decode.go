package collection

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Decoder reads a text as UTF-8, without its byte order mark. The text is in UTF-8,
// UTF-16 or Windows-1252, which old programs write. No character is lost in silence. What has no mark
// is decided chunk by chunk: a stream may have no end.
type Decoder struct {
	in   *bufio.Reader
	note func(string)

	used, cut int    // bytes in the buffer of in: those of out, and of a character cut behind them
	out       []byte // not yet returned; the buffer of in or decoded
	decoded   []byte
	err       error // of in; io.EOF included

	started bool
	mark    int64 // bytes of the byte order mark
	changed bool  // places in the text are no longer those in the source
	guessed bool
	damaged bool // has U+FFFD

	// evidence is below 0 when fewer of the last characters beyond ASCII were UTF-8 than
	// were not. It is bounded, so that a file appended to one in another encoding is recognised.
	evidence int
}

const (
	chunkSize   = 64 << 10
	maxEvidence = 8
)

const (
	noteWindows1252 = "no está en UTF-8: se leyó como windows-1252, en el que guarda Excel; compruebe las tildes y las eñes"
	noteUTF16       = "no dice en qué codificación está: se leyó como UTF-16; compruebe las tildes y las eñes"
)

// NoteDamaged is the note on a text with U+FFFD.
const NoteDamaged = "tiene caracteres dañados, que se leyeron como «\ufffd»: compruebe los nombres y los números"

// Decode returns a Decoder. It passes note a Spanish message, once each, when the encoding is
// a guess and when there is U+FFFD, for half a character of UTF-16 too; note may be nil.
func Decode(in io.Reader, note func(string)) *Decoder {
	const tie = -1 // a tie is Windows-1252: in it, a capital before a quotation mark looks like UTF-8
	return &Decoder{in: bufio.NewReaderSize(in, chunkSize), note: note, evidence: tie}
}

// Place returns where in the source a byte of the text stands. It is known while all that
// was read is UTF-8.
func (d *Decoder) Place(at int64) (place int64, known bool) { return at + d.mark, !d.changed }

// Read implements io.Reader.
func (d *Decoder) Read(p []byte) (int, error) {
	if !d.started {
		d.start()
	}
	for len(d.out) == 0 {
		if d.err != nil {
			return 0, d.err
		}
		d.fill()
	}
	n := copy(p, d.out)
	d.out = d.out[n:]
	return n, nil
}

func (d *Decoder) start() {
	d.started = true
	const mark = "\ufeff"
	b, _ := d.in.Peek(4) // fill meets the error again
	switch {
	case bytes.HasPrefix(b, []byte(mark)):
		d.mark = int64(len(mark))
		d.in.Discard(len(mark))
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}):
		d.readUTF16(unicode.LittleEndian)
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		d.readUTF16(unicode.BigEndian)
	case len(b) == 4 && b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0:
		d.guess(noteUTF16)
		d.readUTF16(unicode.LittleEndian)
	case len(b) == 4 && b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0:
		d.guess(noteUTF16)
		d.readUTF16(unicode.BigEndian)
	}
}

func (d *Decoder) readUTF16(order unicode.Endianness) {
	d.changed = true
	d.in = bufio.NewReaderSize(unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(d.in), chunkSize)
}

func (d *Decoder) guess(note string) {
	if d.note != nil && !d.guessed {
		d.note(note)
	}
	d.guessed = true
}

// fill decodes the next chunk: what one reading of the source gives.
func (d *Decoder) fill() {
	d.in.Discard(d.used)
	_, d.err = d.in.Peek(d.cut + 1)
	chunk, _ := d.in.Peek(d.in.Buffered())
	d.cut = 0
	if d.err == nil {
		d.cut = cutAtEnd(chunk)
	}
	chunk = chunk[:len(chunk)-d.cut]
	d.used, d.out = len(chunk), d.decode(chunk)
	if d.note != nil && !d.damaged && bytes.Contains(d.out, []byte("\ufffd")) {
		d.damaged = true
		d.note(NoteDamaged)
	}
}

// cutAtEnd returns how many bytes at the end of b begin a character that b does not hold whole.
func cutAtEnd(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if end := b[len(b)-n:]; utf8.RuneStart(end[0]) {
			if utf8.FullRune(end) {
				return 0
			}
			return n
		}
	}
	return 0
}

func (d *Decoder) decode(chunk []byte) []byte {
	valid, invalid := beyondASCII(chunk)
	d.evidence = min(max(d.evidence+valid-invalid, -maxEvidence), maxEvidence)
	if invalid == 0 && (valid == 0 || d.evidence >= 0) {
		return chunk
	}
	d.guess(noteWindows1252)
	d.changed, d.decoded = true, d.decoded[:0]
	for len(chunk) > 0 {
		r, size := utf8.DecodeRune(chunk)
		if r == utf8.RuneError && size == 1 || size > 1 && d.evidence < 0 {
			r, size = fromWindows1252(chunk[0]), 1
		}
		d.decoded = utf8.AppendRune(d.decoded, r)
		chunk = chunk[size:]
	}
	return d.decoded
}

// fromWindows1252 maps the bytes without a letter to controls, as Windows does.
func fromWindows1252(b byte) rune {
	if r := charmap.Windows1252.DecodeByte(b); r != utf8.RuneError {
		return r
	}
	return rune(b)
}

// beyondASCII counts the characters of UTF-8 beyond ASCII and the bytes that are part of
// none. Without such bytes it stops counting at maxEvidence.
func beyondASCII(b []byte) (valid, invalid int) {
	all := utf8.Valid(b)
	for len(b) > 0 && !(all && valid == maxEvidence) {
		r, size := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && size == 1:
			invalid++
		case size > 1:
			valid++
		}
		b = b[size:]
	}
	return valid, invalid
}
