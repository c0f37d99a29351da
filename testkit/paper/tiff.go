package paper

import (
	"encoding/binary"
	"image"
)

// TIFF returns the images as the pages of one file, uncompressed: 6.0, little-endian.
func TIFF(images []*image.Gray, dpi int) []byte {
	le := binary.LittleEndian
	out := []byte("II*\x00\x00\x00\x00\x00")
	link := 4 // where the offset of the next directory belongs
	for _, img := range images {
		w, h := img.Rect.Dx(), img.Rect.Dy()
		pixels := len(out)
		for y := range h {
			out = append(out, img.Pix[y*img.Stride:][:w]...)
		}
		if len(out)%2 == 1 {
			out = append(out, 0)
		}
		resolution := len(out)
		out = le.AppendUint32(le.AppendUint32(out, uint32(dpi)), 1)
		le.PutUint32(out[link:], uint32(len(out)))
		const short, long, rational = 3, 4, 5
		tags := [][3]int{{256, long, w}, {257, long, h}, {258, short, 8}, {259, short, 1}, {262, short, 1}, {273, long, pixels},
			{277, short, 1}, {278, long, h}, {279, long, w * h}, {282, rational, resolution}, {283, rational, resolution}, {296, short, 2}}
		out = le.AppendUint16(out, uint16(len(tags)))
		for _, tag := range tags {
			out = le.AppendUint16(le.AppendUint16(out, uint16(tag[0])), uint16(tag[1]))
			out = le.AppendUint32(le.AppendUint32(out, 1), uint32(tag[2]))
		}
		link = len(out)
		out = append(out, 0, 0, 0, 0)
	}
	return out
}
