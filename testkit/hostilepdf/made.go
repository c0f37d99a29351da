package hostilepdf

import (
	"bytes"
	"fmt"
	"strings"
)

// Case is a hostile file. Name says what is wrong with it; Readable reports that
// it must be read all the same, since its page is sound.
type Case struct {
	Name     string
	Content  []byte
	Readable bool
}

// Cases returns one PDF of each kind, some megabytes in all. The same call returns the same
// bytes.
func Cases() []Case {
	var cases []Case
	add := func(name string, readable bool, change func(f *file)) {
		f := newFile()
		change(f)
		cases = append(cases, Case{name, f.bytes(), readable})
	}
	sizes(add)
	trees(add)
	loops(add)
	bombs(add)
	pictures(add)
	actions(add)
	contents(add)
	decoders(add)
	paints(add)
	counts(add)
	return append(cases, scraps()...)
}

type adder func(name string, readable bool, change func(f *file))

// sizes are pages of no paper.
func sizes(add adder) {
	for _, c := range [][2]string{
		{"a box of 100,000 points", "0 0 100000 100000"}, {"a ribbon of 100,000 points", "0 0 100000 10"}, {"a box of 1e38 points", "0 0 1e38 1e38"},
		{"a box of nothing", "0 0 0 0"}, {"a box inside out", "612 792 0 0"}, {"a box far away", "1e9 1e9 1000000612 1000000792"},
		{"a box of two numbers", "0 0"}, {"a box of names", "/A /B /C /D"}, {"a box of digits without end", "0 0 " + strings.Repeat("9", 5000) + " 792"},
	} {
		add(c[0], false, func(f *file) { f.page("/MediaBox ["+c[1]+"]", "") })
	}
	add("a page turned by 45 degrees", false, func(f *file) { f.page("/Rotate 45", "") })
	add("a unit of a million", false, func(f *file) { f.page("/UserUnit 1000000", "") })
}

// trees are page trees with false counts or without end.
func trees(add adder) {
	for _, count := range []string{"-1", "-2147483648", "0", "1999", "2147483647", "99999999999999999999", "1e9", "/Many", "[1]", "2 0 R"} {
		add("a count of "+count, false, func(f *file) { f.set(2, "<< /Type /Pages /Count "+count+" /Kids [3 0 R] >>") })
	}
	add("no count", false, func(f *file) { f.set(2, "<< /Type /Pages /Kids [3 0 R] >>") })
	add("a tree that is its own branch", false, func(f *file) { f.set(2, "<< /Type /Pages /Count 5 /Kids [2 0 R 3 0 R] >>") })
	add("branches that are each other's", false, func(f *file) {
		a, b := f.next, f.next+1
		f.add(fmt.Sprintf("<< /Type /Pages /Parent 2 0 R /Count 9 /Kids [%d 0 R] >>", b))
		f.add(fmt.Sprintf("<< /Type /Pages /Parent 2 0 R /Count 9 /Kids [%d 0 R] >>", a))
		f.set(2, fmt.Sprintf("<< /Type /Pages /Count 9 /Kids [%d 0 R] >>", a))
	})
	add("a tree of 20,000 levels", false, func(f *file) {
		const levels = 20_000
		f.set(2, fmt.Sprintf("<< /Type /Pages /Count 1 /Kids [%d 0 R] >>", f.next))
		for range levels {
			f.add(fmt.Sprintf("<< /Type /Pages /Count 1 /Kids [%d 0 R] >>", f.next+1))
		}
		f.add("<< /Type /Page /MediaBox [0 0 612 792] /Contents 4 0 R >>")
	})
	add("one page 100,000 times", false, func(f *file) {
		f.set(2, "<< /Type /Pages /Count 100000 /Kids ["+strings.Repeat("3 0 R ", 100_000)+"] >>")
	})
	add("no page tree", false, func(f *file) { f.set(1, "<< /Type /Catalog >>") })
	add("a page that is no dictionary", false, func(f *file) { f.set(3, "(page)") })
}

// loops are references that lead back to themselves, and nesting without end.
func loops(add adder) {
	add("an object that is a reference to itself", false, func(f *file) { f.set(4, "4 0 R") })
	add("a length that is the stream's own", false, func(f *file) { f.set(4, "<< /Length 4 0 R >>\nstream\n"+legible+"\nendstream") })
	add("a parent that is the page", false, func(f *file) {
		f.set(3, "<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>")
	})
	add("resources of resources", false, func(f *file) {
		n := f.add("PLACE")
		f.set(n, fmt.Sprintf("<< /XObject %d 0 R /Font %d 0 R /ExtGState %d 0 R >>", n, n, n))
		f.set(3, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources %d 0 R >>", n))
	})
	add("a table whose previous one is itself", false, func(f *file) { f.trailer = "/Prev 15" })
	add("a table in a stream that is its own object", false, func(f *file) { f.trailer = "/XRefStm 15" })
	add("an object stream that holds itself", false, func(f *file) {
		n := f.next
		f.addStream(fmt.Sprintf("/Type /ObjStm /N 1 /First 5 /Extends %d 0 R", n), fmt.Appendf(nil, "%d 0 %d 0 R", n, n))
		f.set(4, fmt.Sprintf("%d 0 R", n))
	})
	for _, c := range [][2]string{{"[", "]"}, {"<</A ", ">>"}} {
		add("100,000 nested "+c[0], false, func(f *file) { f.trailer = "/Deep " + strings.Repeat(c[0], 100_000) + strings.Repeat(c[1], 100_000) })
		add("100,000 nested "+c[0]+" as contents", false, func(f *file) { f.stream(4, "", []byte(strings.Repeat(c[0], 100_000)+legible)) })
	}
	add("a form that draws itself", false, func(f *file) {
		n := f.next
		f.addStream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X %d 0 R >> >>", n), []byte("/X Do /X Do"))
		f.page("", fmt.Sprintf("/XObject << /X %d 0 R >>", n))
		f.stream(4, "", []byte("/X Do "+legible))
	})
	add("a pattern that is filled with itself", false, func(f *file) {
		n := f.next
		f.addStream(
			fmt.Sprintf("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /P %d 0 R >> >>", n),
			[]byte("/Pattern cs /P scn 0 0 9 9 re f"),
		)
		f.page("", fmt.Sprintf("/Pattern << /P %d 0 R >>", n))
		f.stream(4, "", []byte("/Pattern cs /P scn 0 0 612 792 re f "+legible))
	})
	add("a letter that is written in its own font", false, func(f *file) {
		n := f.next + 1
		f.addStream("", fmt.Appendf(nil, "500 0 d0 BT /F2 10 Tf (aaaa) Tj ET"))
		f.add(
			fmt.Sprintf(
				"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /CharProcs << /a %d 0 R >> /Encoding << /Differences [97 /a] >> "+
					"/FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /F2 %d 0 R >> >> >>",
				n-1,
				n,
			),
		)
		f.page("", fmt.Sprintf("/Font << /F2 %d 0 R >>", n))
		f.stream(4, "", []byte("BT /F2 12 Tf 72 700 Td (aaaa) Tj ET"))
	})
}

// bombs unpack to far more than they are.
func bombs(add adder) {
	zeros := make([]byte, 1<<20)
	add(
		"contents that unpack to a quarter of a gigabyte",
		false,
		func(f *file) { f.stream(4, "/Filter /FlateDecode", flate(bytes.Repeat([]byte("q Q "), 1<<18), 1<<8)) },
	)
	add("contents that unpack twice", false, func(f *file) {
		f.stream(4, "/Filter [/FlateDecode /FlateDecode]", flate(flate(zeros, 1<<8), 1))
	})
	add("a hundred filters", false, func(f *file) {
		f.stream(4, "/Filter ["+strings.Repeat("/RunLengthDecode /ASCIIHexDecode /LZWDecode ", 33)+"/FlateDecode]", flate(zeros, 8))
	})
	add("forms that draw each the next one twice", false, func(f *file) {
		const levels = 40
		first := f.next
		for range levels {
			f.addStream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X %d 0 R >> >>", f.next+1), []byte("/X Do /X Do"))
		}
		f.addStream("/Type /XObject /Subtype /Form /BBox [0 0 612 792]", []byte("0 0 1 1 re f"))
		f.page("", fmt.Sprintf("/XObject << /X %d 0 R >>", first))
		f.stream(4, "", []byte("/X Do"))
	})
	add("a pattern of tiny tiles", false, func(f *file) {
		n := f.addStream(
			"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.00001 /YStep 0.00001 /Resources << >>",
			[]byte("0 0 1 1 re f"),
		)
		f.page("", fmt.Sprintf("/Pattern << /P %d 0 R >>", n))
		f.stream(4, "", []byte("/Pattern cs /P scn 0 0 612 792 re f"))
	})
	add("a function of a billion samples", false, func(f *file) {
		n := f.addStream("/FunctionType 0 /Domain [0 1 0 1 0 1] /Range [0 1] /Size [1000 1000 1000] /BitsPerSample 32", []byte("x"))
		f.page("", fmt.Sprintf("/ColorSpace << /C [/Separation /Spot /DeviceGray %d 0 R] >>", n))
		f.stream(4, "", []byte("/C cs 1 scn 0 0 612 792 re f"))
	})
	add("a map of every character to a thousand", false, func(f *file) {
		m := f.addStream(
			"/Filter /FlateDecode",
			flate([]byte("1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <"+strings.Repeat("0041", 1000)+"> endbfrange\n"), 200),
		)
		f.page("", fmt.Sprintf("/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode %d 0 R >> >>", m))
	})
}

// pictures are larger than they say, or say that they are larger than memory.
func pictures(add adder) {
	place := func(f *file, keys string, data []byte) {
		n := f.addStream("/Type /XObject /Subtype /Image "+keys, data)
		f.page("", fmt.Sprintf("/XObject << /Im %d 0 R >>", n))
		f.stream(4, "", []byte("q 612 0 0 792 0 0 cm /Im Do Q"))
	}
	const gray = "/ColorSpace /DeviceGray /BitsPerComponent "
	add("a picture of 100,000 by 100,000", false, func(f *file) {
		place(f, "/Width 100000 /Height 100000 /Filter /FlateDecode "+gray+"8", flate(make([]byte, 1<<20), 64))
	})
	add("a picture of 40,000 by 40,000 that is there", false, func(f *file) {
		place(f, "/Width 40000 /Height 40000 /Filter /FlateDecode "+gray+"1", flate(make([]byte, 1<<20), 191))
	})
	add("a picture of 2147483647 by 2", false, func(f *file) { place(f, "/Width 2147483647 /Height 2 "+gray+"16", []byte("x")) })
	// The bits of a row overflow 32 bits: 2^32 and 2^34 become 0, the others a negative number or a small one.
	few := make([]byte, 4096)
	for _, rows := range []struct{ name, keys string }{
		{"2^32 bits", "/Width 268435456 " + gray + "16"},
		{"2^32 bits in four colours", "/Width 67108864 /ColorSpace /DeviceCMYK /BitsPerComponent 16"},
		{"2^34 bits in four colours", "/Width 268435456 /ColorSpace /DeviceCMYK /BitsPerComponent 16"},
		{"2^32 bits of a palette", "/Width 268435456 /ColorSpace [/Indexed /DeviceRGB 1 <000000ffffff>] /BitsPerComponent 16"},
		{"2^31 bits", "/Width 134217728 " + gray + "16"},
		{"2^31 bits of a mask", "/Width 2147483647 /ImageMask true /BitsPerComponent 1"},
		{"2^31 bits of one bit each", "/Width 2147483647 " + gray + "1"},
		{"2^32 bits behind a predictor", "/Width 268435456 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 268435456 /BitsPerComponent 16 >> " + gray + "16"},
	} {
		add("a picture with rows of "+rows.name, false, func(f *file) { place(f, "/Height 1 "+rows.keys, few) })
	}
	add("a picture with rows of 2^32 bits in the colours of a profile", false, func(f *file) {
		profile := f.addStream("/N 4", few)
		place(f, fmt.Sprintf("/Width 67108864 /Height 1 /ColorSpace [/ICCBased %d 0 R] /BitsPerComponent 16", profile), few)
	})
	add("a picture with rows of 2^32 bits in the contents", false, func(f *file) {
		f.stream(4, "", []byte("q 612 0 0 792 0 0 cm BI /W 268435456 /H 1 /BPC 16 /CS /G ID "+string(few)+" EI Q"))
	})
	add("a picture of negative size", false, func(f *file) { place(f, "/Width -5 /Height -5 "+gray+"8", []byte("x")) })
	for _, filter := range []string{"DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode"} {
		add("a picture of rubbish, "+filter, false, func(f *file) {
			place(f, "/Width 5000 /Height 5000 /Filter /"+filter+" "+gray+"8", bytes.Repeat([]byte("\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03"), 1000))
		})
	}
	add("a picture masked by itself", false, func(f *file) {
		place(f, fmt.Sprintf("/Width 9 /Height 9 /SMask %d 0 R /Mask %d 0 R "+gray+"8", f.next, f.next), make([]byte, 81))
	})
	add("a picture in the contents that does not end", false, func(f *file) {
		f.stream(4, "", []byte(legible+"BI /W 1000 /H 1000 /BPC 8 /CS /G ID "+strings.Repeat("x", 5000)))
	})
}

// actions ask for things to be done. Nothing is; the page is read.
func actions(add adder) {
	script := "(app.alert('x'); while (true) { this.submitForm('http://127.0.0.1/'); })"
	add("a script at opening", true, func(f *file) {
		f.set(
			1,
			"<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS "+script+" >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS "+script+" >>] >> >> >>",
		)
	})
	add("a program to launch", true, func(f *file) {
		f.set(1, "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /Launch /F (/bin/sh) >> /AA << /WC << /S /URI /URI (http://127.0.0.1/) >> >> >>")
	})
	add("a form of XFA", true, func(f *file) {
		n := f.addStream("/Filter /FlateDecode", flate(bytes.Repeat([]byte("<a>"), 1<<10), 1<<10))
		f.set(1, fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /XFA [(template) %d 0 R] /Fields [] >> >>", n))
	})
	add("an attachment that is a bomb", true, func(f *file) {
		n := f.addStream("/Type /EmbeddedFile /Filter /FlateDecode", flate(make([]byte, 1<<20), 1<<7))
		f.set(
			1,
			fmt.Sprintf(
				"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(../../x.exe) << /Type /Filespec /F (../../x.exe) /EF << /F %d 0 R >> >>] >> >> >>",
				n,
			),
		)
	})
	add("contents in a file of the machine", false, func(f *file) { f.set(4, "<< /Length 0 /F (/etc/passwd) >>\nstream\n\nendstream") })
	add("a field that is its own parent", false, func(f *file) {
		n := f.next
		f.add(fmt.Sprintf("<< /Type /Annot /Subtype /Widget /FT /Tx /Parent %d 0 R /Kids [%d 0 R] /Rect [0 0 99 99] >>", n, n))
		f.page(fmt.Sprintf("/Annots [%d 0 R]", n), "")
		f.set(1, fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%d 0 R] /NeedAppearances true >> >>", n))
	})
	add("30,000 notes", false, func(f *file) {
		f.page("/Annots ["+strings.Repeat("<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (x) >> ", 30_000)+"]", "")
	})
	add("an encryption that nobody knows", false, func(f *file) {
		f.trailer = "/Encrypt << /Filter /Nobody /V 99 /R 99 /O (x) /U (x) /P -1 >> /ID [(a) (b)]"
	})
	add("an encryption of rubbish", false, func(f *file) {
		f.trailer = "/Encrypt << /Filter /Standard /V 5 /R 6 /Length 999999 /O (x) /U (x) /OE (x) /UE (x) /Perms (x) /P -1 >> /ID [(a) (b)]"
	})
}

// contents draw too much, or what cannot be drawn.
func contents(add adder) {
	draw := func(name, content string) {
		add(name, false, func(f *file) { f.stream(4, "/Filter /FlateDecode", flate([]byte(content), 1)) })
	}
	draw("a million saved states", strings.Repeat("q ", 1_000_000)+legible)
	draw("a million restored states", strings.Repeat("Q ", 1_000_000)+legible)
	draw("300,000 words", strings.Repeat("BT /F1 1 Tf 9 9 Td (tutela) Tj ET ", 300_000))
	draw("100,000 curves beyond the page", strings.Repeat("0 0 m 1e9 1e9 -1e9 1e9 612 792 c S ", 100_000))
	draw("a text of ten megabytes", "BT /F1 1 Tf ("+strings.Repeat("a", 10<<20)+") Tj ET")
	draw("numbers of no size", "1e999 -1e999 m nan inf l 99999999999999999999999 0 0 1e-999 0 0 cm S "+legible)
	draw("a dash of nothing", "[0.0000001 0.0000001] 0 d 0 0 m 612 792 l S "+legible)
	draw("operators that nobody knows", strings.Repeat("xyzzy ", 200_000)+legible)
	draw("a letter of a million points", "BT /F1 1000000 Tf 0 0 Td (A) Tj ET")
}

// scraps are hardly PDFs at all.
func scraps() []Case {
	whole := newFile().bytes()
	return []Case{
		{"the header alone", []byte("%PDF-1.7\n"), false},
		{"the header and rubbish", append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte{0xde, 0xad, 0xbe, 0xef}, 1<<18)...), false},
		{"the header and zeros", append([]byte("%PDF-1.7\n"), make([]byte, 4<<20)...), false},
		{"a table without objects", []byte("%PDF-1.7\nxref\n0 1000000000\ntrailer << /Size 1000000000 /Root 1 0 R >>\nstartxref\n9\n%%EOF"), false},
		{"half a file", whole[:len(whole)/2], false},
		{"without its table", whole[:bytes.LastIndex(whole, []byte("xref\n0"))], true},
		{"behind a thousand bytes", append(bytes.Repeat([]byte(" "), 1000), whole...), true},
		{"twice", append(bytes.Clone(whole), whole...), true},
		{"a million empty objects", append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte("1 0 obj endobj\n"), 1_000_000)...), false},
	}
}
