package hostilepdf

import (
	"bytes"
	"fmt"
	"strings"
)

// counts are things that honest files have too, a thousand times as many or as long.
func counts(add adder) {
	long := strings.Repeat("n", 1<<20)
	add("names of a megabyte", false, func(f *file) {
		f.page("/"+long+" /"+long, "/Font << /"+long+" << /Type /Font /Subtype /Type1 /BaseFont /"+long+" >> >>")
		f.stream(4, "", []byte("BT /"+long+" 12 Tf 72 700 Td (x) Tj ET"))
	})
	add("a title of eight megabytes", true, func(f *file) {
		n := f.add("<< /Title (" + strings.Repeat("t", 8<<20) + ") /Producer (" + long + ") >>")
		f.trailer = fmt.Sprintf("/Info %d 0 R", n)
	})
	add("metadata of a quarter of a gigabyte", true, func(f *file) {
		n := f.addStream("/Type /Metadata /Subtype /XML /Filter /FlateDecode", flate(bytes.Repeat([]byte("<x:a>"), 1<<18), 200))
		f.set(1, fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /Metadata %d 0 R >>", n))
	})
	// One annotation, as an object of its own, a million times.
	add("a million annotations", false, func(f *file) {
		n := f.add("<< /Type /Annot /Subtype /FreeText /Rect [0 0 99 99] /DA (/Helv 9 Tf) /Contents (tutela) >>")
		f.page("/Annots ["+strings.Repeat(fmt.Sprintf("%d 0 R ", n), 1_000_000)+"]", "")
	})
	add("annotations that each draw a large form", false, func(f *file) {
		form := f.addStream("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Filter /FlateDecode", flate([]byte("0 0 m 612 792 l S "), 1<<15))
		n := f.add(fmt.Sprintf("<< /Type /Annot /Subtype /Stamp /Rect [0 0 612 792] /AP << /N %d 0 R >> >>", form))
		f.page("/Annots ["+strings.Repeat(fmt.Sprintf("%d 0 R ", n), 10_000)+"]", "")
	})
	add("50,000 attachments", true, func(f *file) {
		n := f.addStream("/Type /EmbeddedFile /Filter /FlateDecode", flate(make([]byte, 1<<20), 64))
		spec := fmt.Sprintf("(a) << /Type /Filespec /F (a) /EF << /F %d 0 R >> >> ", n)
		f.set(1, "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names ["+strings.Repeat(spec, 50_000)+"] >> >> >>")
	})
	add("a font of 60,000 drawn letters", false, func(f *file) {
		glyph := f.addStream("/Filter /FlateDecode", flate([]byte("1000 0 0 0 1000 1000 d1 0 0 m 1000 1000 l S "), 1<<14))
		var procs, names strings.Builder
		for n := range 60_000 {
			fmt.Fprintf(&procs, "/g%d %d 0 R ", n, glyph)
			if n < 256 {
				fmt.Fprintf(&names, "/g%d ", n)
			}
		}
		f.page("", "/Font << /F1 << /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 0 /LastChar 255 "+
			"/Widths ["+strings.Repeat("1000 ", 256)+"] /Encoding << /Differences [0 "+names.String()+"] >> /CharProcs << "+procs.String()+" >> >> >>")
		f.stream(4, "", []byte("BT /F1 12 Tf 10 TL 0 780 Td "+strings.Repeat("(abcdefghijklmnopqrstuvwxyz0123456789) Tj T* ", 70)+"ET"))
	})
	add("a font file that unpacks to half a gigabyte", false, func(f *file) {
		n := f.addStream("/Filter /FlateDecode /Length1 536870912", flate(append([]byte("\x00\x01\x00\x00\x00\x40"), make([]byte, 1<<20)...), 512))
		f.page("", fmt.Sprintf("/Font << /F1 << /Type /Font /Subtype /TrueType /BaseFont /X /FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 /FontFile2 %d 0 R >> >> >>", n))
	})
	add("a thousand fonts of their own for a thousand words", false, func(f *file) {
		var fonts, words strings.Builder
		for n := range 1000 {
			font := f.addStream("/Subtype /Type1C /Filter /FlateDecode", flate(bytes.Repeat([]byte{1, 0, 4, 4}, 1<<16), 1))
			fmt.Fprintf(&fonts, "/G%d << /Type /Font /Subtype /Type1 /BaseFont /X%d /FontDescriptor << /Type /FontDescriptor /FontName /X%d /Flags 4 /FontFile3 %d 0 R >> >> ", n, n, n, font)
			fmt.Fprintf(&words, "/G%d 9 Tf (tutela) Tj ", n)
		}
		f.page("", "/Font << "+fonts.String()+" >>")
		f.stream(4, "", []byte("BT 9 700 Td "+words.String()+"ET"))
	})
	add("a thousand pictures of the page", false, func(f *file) {
		n := f.addStream("/Type /XObject /Subtype /Image /Width 5000 /Height 5000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode", flate(make([]byte, 1<<20), 72))
		f.page("", fmt.Sprintf("/XObject << /Im %d 0 R >>", n))
		f.stream(4, "", []byte(strings.Repeat("q 612 0 0 792 0 0 cm /Im Do Q ", 1000)))
	})
	add("letters that each stand for a thousand", false, func(f *file) {
		m := f.addStream("", []byte("1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00> <ff> <"+strings.Repeat("0041", 1000)+"> endbfrange"))
		f.page("", fmt.Sprintf("/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode %d 0 R >> >>", m))
		f.stream(4, "/Filter /FlateDecode", flate([]byte("BT /F1 1 Tf 1 0 0 1 9 9 Tm ("+strings.Repeat("a", 1000)+") Tj ET "), 200))
	})
}
