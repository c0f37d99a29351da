package hostilepdf

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	"github.com/cotejo/cotejo/testkit/paper"
)

// Images returns hostile files that begin as images do. The same call gives the
// same bytes.
func Images() []Case {
	sheet := image.NewGray(image.Rect(0, 0, 850, 1100))
	for i := range sheet.Pix {
		sheet.Pix[i] = 255 - byte(i%850/100*i/90000)
	}
	photo, page := encoded(sheet, "jpeg"), encoded(sheet, "png")
	tiff := paper.TIFF([]*image.Gray{sheet, sheet, sheet}, 100)
	cases := []Case{
		{"a PNG of 100,000 pixels a side in a kilobyte", claiming(page, 100_000, 100_000)[:1000], false},
		{"a PNG of 2,147,483,647 pixels a side", claiming(page, 1<<31-1, 1<<31-1), false},
		{"a PNG of no height", claiming(page, 850, 0), false},
		{"a PNG of one line of 100 million pixels", claiming(page, 100_000_000, 1), false},
		{"a PNG with more pixels than it has", claiming(page, 9000, 9000), false},
		{"a PNG that decodes to much more than it says", bomb(100, 100, 1024), false},
		{"a PNG whose profile is a bomb", profiled(page), false},
		{"a JPEG of 65,500 pixels a side", bytes.Replace(photo, []byte{0xff, 0xc0, 0, 11, 8, 1100 >> 8, 1100 & 0xff, 850 >> 8, 850 & 0xff},
			[]byte{0xff, 0xc0, 0, 11, 8, 0xff, 0xdc, 0xff, 0xdc}, 1), false},
		{"a JPEG of 10,000 scans", scans(photo, 10_000), false},
		{"a JPEG of markers alone", append([]byte{0xff, 0xd8}, bytes.Repeat([]byte{0xff, 0xe0, 0, 2}, 100_000)...), false},
		{"a TIFF whose second page is the first", chained(tiff, 1), false},
		{"a TIFF whose third page is the second", chained(tiff, 2), false},
		{"a TIFF of 60,000 pages", pagesOfOne(60_000), false},
		{"a TIFF whose directory is behind its end", append([]byte("II*\x00"), 0xff, 0xff, 0xff, 0x7f), false},
		{"a TIFF of 60,000 pixels a side", sized(tiff, 60_000, 60_000), false},
		{"a TIFF of 4,294,967,295 pixels a side", sized(tiff, 1<<32-1, 1<<32-1), false},
		{"a TIFF of no width", sized(tiff, 0, 1100), false},
		{"a TIFF with more pixels than it has", sized(tiff, 9000, 9000), false},
	}
	for _, image := range []struct {
		kind  string
		whole []byte
	}{{"JPEG", photo}, {"PNG", page}, {"TIFF", tiff}} {
		whole := image.whole
		for _, part := range []struct {
			name string
			size int
		}{{"eight bytes", 8}, {"100 bytes", 100}, {"half", len(whole) / 2}, {"all but the end", len(whole) - 20}} {
			cases = append(cases, Case{part.name + " of a " + image.kind, whole[:part.size], false})
		}
		noisy := bytes.Clone(whole)
		for i := 200; i < len(noisy); i += 97 {
			noisy[i] ^= byte(i)
		}
		cases = append(cases, Case{"a " + image.kind + " with errors everywhere", noisy, false})
	}
	return cases
}

func encoded(img image.Image, kind string) []byte {
	var b bytes.Buffer
	if kind == "jpeg" {
		_ = jpeg.Encode(&b, img, nil) // to memory
	} else {
		_ = png.Encode(&b, img)
	}
	return b.Bytes()
}

// claiming is a PNG whose header says another size.
func claiming(whole []byte, width, height uint32) []byte {
	b := bytes.Clone(whole)
	binary.BigEndian.PutUint32(b[16:], width)
	binary.BigEndian.PutUint32(b[20:], height)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func chunk(kind string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, kind...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// bomb is a PNG whose data are so many megabytes, whatever its size.
func bomb(width, height uint32, megabytes int) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	b := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, 8, 0, 0, 0, 0))...)
	b = append(b, chunk("IDAT", flate(make([]byte, 1<<20), megabytes))...)
	return append(b, chunk("IEND", nil)...)
}

// profiled is a PNG with a colour profile of a gigabyte.
func profiled(whole []byte) []byte {
	const header = 33 // the signature and IHDR
	profile := append([]byte("x\x00\x00"), flate(make([]byte, 1<<20), 1024)...)
	return append(append(bytes.Clone(whole[:header]), chunk("iCCP", profile)...), whole[header:]...)
}

// scans is a JPEG whose picture is sent again and again.
func scans(whole []byte, n int) []byte {
	at := bytes.Index(whole, []byte{0xff, 0xda})
	head := bytes.Replace(bytes.Clone(whole[:at]), []byte{0xff, 0xc0}, []byte{0xff, 0xc2}, 1) // progressive
	scan := []byte{0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0}
	return append(append(head, bytes.Repeat(scan, n)...), 0xff, 0xd9)
}

// directories are where those of a TIFF begin.
func directories(tiff []byte) (at []int) {
	for next := binary.LittleEndian.Uint32(tiff[4:]); next != 0; {
		at = append(at, int(next))
		next = binary.LittleEndian.Uint32(tiff[directoryEnd(tiff, int(next)):])
	}
	return at
}

// directoryEnd returns the offset of the field with the next directory.
func directoryEnd(tiff []byte, directory int) int {
	return directory + 2 + 12*int(binary.LittleEndian.Uint16(tiff[directory:]))
}

// chained is a TIFF whose page n is followed by itself, or by the one before it.
func chained(tiff []byte, n int) []byte {
	b, at := bytes.Clone(tiff), directories(tiff)
	binary.LittleEndian.PutUint32(b[directoryEnd(b, at[n]):], uint32(at[n-1]))
	return b
}

// sized is a TIFF whose pages say another size.
func sized(tiff []byte, width, height uint32) []byte {
	b := bytes.Clone(tiff)
	for _, at := range directories(tiff) {
		binary.LittleEndian.PutUint32(b[at+2+8:], width)
		binary.LittleEndian.PutUint32(b[at+2+12+8:], height)
	}
	return b
}

// pagesOfOne is a TIFF of that many directories of one pixel each.
func pagesOfOne(n int) []byte {
	dot := image.NewGray(image.Rect(0, 0, 1, 1))
	dot.SetGray(0, 0, color.Gray{Y: 9})
	one := paper.TIFF([]*image.Gray{dot}, 100)
	at := directories(one)[0]
	directory := one[at:]
	b := bytes.Clone(one[:at])
	for i := range n {
		next := binary.LittleEndian.AppendUint32(nil, uint32(len(b)+len(directory)))
		b = append(append(b, directory[:len(directory)-4]...), next...)
		if i == n-1 {
			binary.LittleEndian.PutUint32(b[len(b)-4:], 0)
		}
	}
	return b
}
