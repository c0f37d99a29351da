package hostilepdf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// decoders are streams whose parameters promise more than there is.
func decoders(add adder) {
	few := flate(make([]byte, 4096), 1)
	for _, parms := range []string{"/Predictor 12 /Columns 2147483647", "/Predictor 15 /Colors 2147483647 /BitsPerComponent 16 /Columns 65535",
		"/Predictor 2 /Columns -1", "/Predictor 10 /Columns 0 /Colors 0 /BitsPerComponent 0"} {
		add("a predictor: "+parms, false, func(f *file) { f.stream(4, "/Filter /FlateDecode /DecodeParms << "+parms+" >>", few) })
	}
	add("a fax of 2,000,000,000 columns", false, func(f *file) {
		n := f.addStream("/Type /XObject /Subtype /Image /Width 2000000000 /Height 2000000000 /ColorSpace /DeviceGray /BitsPerComponent 1 "+
			"/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 2000000000 /Rows 2000000000 >>", bytes.Repeat([]byte{0x55}, 4096))
		f.page("", fmt.Sprintf("/XObject << /Im %d 0 R >>", n))
		f.stream(4, "", []byte("q 612 0 0 792 0 0 cm /Im Do Q"))
	})
	add("a JPEG of 65,500 by 65,500", false, func(f *file) { f.fullPage("DCTDecode", jpegHeader(65500)) })
	add("a JBIG2 page of four thousand million rows", false, func(f *file) {
		segment := []byte{0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19} // page information of 19 bytes
		for _, side := range []uint32{0xffffffff, 0xfffffff0, 0, 0} {
			segment = binary.BigEndian.AppendUint32(segment, side)
		}
		f.fullPage("JBIG2Decode", append(segment, 0, 0, 0))
	})
	add("a length below nothing", false, func(f *file) { f.set(4, "<< /Length -2147483648 >>\nstream\n"+legible+"\nendstream") })
	add("contents in 100,000 pieces", false, func(f *file) {
		f.set(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ["+strings.Repeat("4 0 R ", 100_000)+"] >>")
	})
	add("a table in a stream of fields as wide as memory", false, func(f *file) {
		n := f.addStream("/Type /XRef /Size 2147483647 /W [2147483647 2147483647 2147483647] /Index [0 2147483647] /Root 1 0 R", []byte("x"))
		f.trailer = fmt.Sprintf("/XRefStm %d", n)
	})
	add("an object stream of two thousand million objects", false, func(f *file) {
		n := f.addStream("/Type /ObjStm /N 2147483647 /First -5", []byte("4 0 (x)"))
		f.set(3, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", n))
	})
}

// fullPage draws a picture of such a filter over the page.
func (f *file) fullPage(filter string, data []byte) {
	n := f.addStream("/Type /XObject /Subtype /Image /Width 65500 /Height 65500 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /"+filter, data)
	f.page("", fmt.Sprintf("/XObject << /Im %d 0 R >>", n))
	f.stream(4, "", []byte("q 612 0 0 792 0 0 cm /Im Do Q"))
}

// jpegHeader begins a progressive picture of that size, and ends there.
func jpegHeader(side uint16) []byte {
	b := []byte{0xff, 0xd8, 0xff, 0xc2, 0, 11, 8}
	b = binary.BigEndian.AppendUint16(b, side)
	b = binary.BigEndian.AppendUint16(b, side)
	return append(b, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0)
}

// paints are colours, shadings and fonts that compute without end.
func paints(add adder) {
	add("a function that is stitched of itself", false, func(f *file) {
		n := f.next
		f.add(fmt.Sprintf("<< /FunctionType 3 /Domain [0 1] /Functions [%d 0 R %d 0 R] /Bounds [.5] /Encode [0 1 0 1] >>", n, n))
		f.page("", fmt.Sprintf("/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 612 792] /Function %d 0 R >> >>", n))
		f.stream(4, "", []byte("/S sh "+legible))
	})
	add("a calculator of 200,000 brackets", false, func(f *file) {
		n := f.addStream("/FunctionType 4 /Domain [0 1] /Range [0 1]", []byte(strings.Repeat("{", 200_000)+strings.Repeat("}", 200_000)))
		f.page("", fmt.Sprintf("/ColorSpace << /C [/Separation /Spot /DeviceGray %d 0 R] >>", n))
		f.stream(4, "", []byte("/C cs 1 scn 0 0 612 792 re f "+legible))
	})
	add("a mesh of a million patches", false, func(f *file) {
		n := f.addStream(
			"/ShadingType 7 /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 612 0 792 0 1] /Filter /FlateDecode",
			flate(bytes.Repeat([]byte{0, 1, 200, 90, 7, 255, 3}, 1<<14), 300),
		)
		f.page("", fmt.Sprintf("/Shading << /S %d 0 R >>", n))
		f.stream(4, "", []byte("/S sh "+legible))
	})
	add("a colour that is based on itself", false, func(f *file) {
		n := f.next
		f.add(fmt.Sprintf("[/Indexed %d 0 R 255 (x)]", n))
		f.page("", fmt.Sprintf("/ColorSpace << /C %d 0 R >>", n))
		f.stream(4, "", []byte("/C cs 1 sc 0 0 612 792 re f "+legible))
	})
	add("a mask that is drawn through itself", false, func(f *file) {
		n := f.next
		f.addStream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency >> "+
			"/Resources << /ExtGState << /G << /SMask << /S /Luminosity /G %d 0 R >> >> >> >>", n), []byte("/G gs 0 0 612 792 re f"))
		f.page("", fmt.Sprintf("/XObject << /X %d 0 R >>", n))
		f.stream(4, "", []byte("/X Do "+legible))
	})
	for _, kind := range []string{"FontFile", "FontFile2", "FontFile3"} {
		add("a font of rubbish, "+kind, false, func(f *file) {
			n := f.addStream(
				"/Subtype /Type1C /Length1 999999999 /Length2 999999999 /Length3 0",
				append([]byte("\x00\x01\x00\x00\xff\xff"), bytes.Repeat([]byte("glyf\xff\xff\xff\xf0"), 4096)...),
			)
			f.page("", fmt.Sprintf("/Font << /F1 << /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar -5 /LastChar 2147483647 /Widths [1e38] "+
				"/FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 /%s %d 0 R >> >> >>", kind, n))
		})
	}
	add("a map of characters that uses itself", false, func(f *file) {
		n := f.next
		f.addStream(fmt.Sprintf("/Type /CMap /CMapName /Own /UseCMap %d 0 R", n), []byte("begincmap /Own usecmap endcmap"))
		f.page(
			"",
			fmt.Sprintf(
				"/Font << /F1 << /Type /Font /Subtype /Type0 /BaseFont /X /Encoding %d 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X "+
					"/CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> /W [0 2147483647 9] >>] >> >>",
				n,
			),
		)
	})
	add("layers that depend on each other", true, func(f *file) {
		n := f.next
		f.add(fmt.Sprintf("<< /Type /OCMD /OCGs %d 0 R /VE [/And %d 0 R %d 0 R] >>", n, n, n))
		f.set(1, fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [%d 0 R] /D << /Order [%d 0 R [%d 0 R]] >> >> >>", n, n, n))
	})
	add("an outline that is its own next", true, func(f *file) {
		n := f.next
		f.add(fmt.Sprintf("<< /Title (x) /Parent %d 0 R /First %d 0 R /Last %d 0 R /Next %d 0 R /Prev %d 0 R >>", n, n, n, n, n))
		f.set(1, fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /Outlines %d 0 R /PageLabels << /Kids [%d 0 R] >> /Dests %d 0 R >>", n, n, n))
	})
	add("a note whose looks are the page", false, func(f *file) {
		f.page("/Annots [<< /Type /Annot /Subtype /Stamp /Rect [0 0 612 792] /AP << /N 3 0 R >> /Popup 3 0 R >>]", "")
	})
}
