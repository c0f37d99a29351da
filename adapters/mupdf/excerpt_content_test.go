package mupdf

import (
	"fmt"
	"testing"
)

const (
	shades    = "/ColorSpace << /DefaultRGB [/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [4 4 4] /Matrix [0.2 0.9 0.1 0.3 0.1 0.8 0.9 0.2 0.1] >>] >>"
	shownText = "BT /F1 20 Tf 20 90 Td (shown) Tj ET "
)

// Content that programs write seldom, and that is lost where content is rewritten rather than kept.
func TestExcerptKeepsWhatContentMeans(t *testing.T) {
	form := func(entries, content string) string {
		return stream("/Type /XObject /Subtype /Form /BBox [0 0 300 300] "+entries, content)
	}
	doubling := []string{} // each form is drawn twice by the one before
	for next := 9; next < 9+40; next++ {
		doubling = append(doubling, form(fmt.Sprintf("/Resources << /XObject << /A %d 0 R /B %d 0 R >> >> /OC 6 0 R", next, next), "/A Do /B Do"))
	}
	doubling = append(doubling, form("", "0 0 9 9 re f"))
	for _, c := range []struct {
		name, content, resources string
		more                     []string // objects from number 8
	}{
		{"a hidden layer", "/OC /Off BDC BT /F1 20 Tf 20 20 Td (hidden) Tj ET EMC " + shownText, "", nil},
		{"a hidden layer that does not end", shownText + "/OC /Off BDC BT /F1 20 Tf 20 20 Td (hidden) Tj ET", "", nil},
		{"a hidden layer within a line", "BT /F1 20 Tf 20 90 Td /OC /Off BDC (hidden) Tj EMC 0 -30 Td (shown) Tj ET", "", nil},
		{"a hidden form and a hidden image", "/F Do q 50 0 0 50 9 9 cm /I Do Q", "/XObject << /F 8 0 R /I 9 0 R >>", []string{form("/OC 6 0 R", "9 9 90 90 re f"),
			stream("/Type /XObject /Subtype /Image /OC 6 0 R /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "x")}},
		{"what RGB means", "1 0 0 rg 9 9 90 90 re f", shades, nil},
		{"what RGB means in a form", "/F Do", "/XObject << /F 8 0 R >>", []string{form("/Resources << "+shades+" >>", ".5 .2 0 rg 9 9 90 90 re f")}},
		{"the first colour of a space", "1 0 0 rg 9 9 9 9 re f /S cs 9 90 90 90 re f",
			"/ColorSpace << /S [/Separation /X /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0 0 1] /N 1 >>] >>", nil},
		{"a font of a graphics state", "/G gs BT 20 20 Td (shown) Tj ET", "/ExtGState << /G << /Font [5 0 R 30] >> >>", nil},
		{"letters that are drawn", "BT /T 40 Tf 20 20 Td (aaa) Tj ET", "/Font << /F1 5 0 R /T 8 0 R >>", []string{
			"<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 1] /FirstChar 97 /LastChar 97 /Widths [1] " +
				"/Encoding << /Differences [97 /a] >> /CharProcs << /a 9 0 R >> >>", stream("", "1 0 0 0 1 1 d1 0 0 .8 .8 re f")}},
		{"text that stands for another", "/Span << /ActualText (other) >> BDC " + shownText + "EMC /Span /MC BDC " + shownText + "EMC",
			"/Properties << /MC << /ActualText (x) >> >>", nil},
		{"operators that are none", "1 0 0 rg 9 9 foo bar ) > << 9 9 90 90 re f " + shownText + "/I9 Do Q Q Q 1 1 1 1 1 1 1 cm 9 200 50 50 re f", "", nil},
		{"forms that are drawn again and again", "/A Do", "/XObject << /A 8 0 R >>", doubling},
	} {
		t.Run(c.name, func(t *testing.T) {
			objects := append([]string{"<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [6 0 R] >> >> >>",
				"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
				"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /Properties << /Off 6 0 R /On 7 0 R >> " +
					c.resources + " >> >>",
				stream("", c.content), "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>", "<< /Type /OCG /Name (off) >>", "<< /Type /OCG /Name (on) >>"}, c.more...)
			path := assembled(t, "", objects...)
			sameLook(t, open(t, path), 1, open(t, excerptOf(t, path, 1, 1)), 1)
		})
	}
}
