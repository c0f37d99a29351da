package hostilepdf

import (
	"bytes"
	"compress/zlib"
	"io"
	"testing"
)

// What is packed in steps unpacks to the whole, whose checksum the reader verifies.
func TestPackedPiecesUnpack(t *testing.T) {
	for _, c := range []struct {
		piece []byte
		times int
	}{{nil, 3}, {[]byte("a"), 0}, {[]byte("q Q "), 1}, {[]byte("<a>"), 70_000}, {bytes.Repeat([]byte{0xff, 7}, 1<<17), 5}} {
		r, err := zlib.NewReader(bytes.NewReader(flate(c.piece, c.times)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, bytes.Repeat(c.piece, c.times)) {
			t.Errorf("%d times %d bytes: %d bytes, %v", c.times, len(c.piece), len(got), err)
		}
	}
}
