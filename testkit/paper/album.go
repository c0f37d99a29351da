package paper

// An album is a PDF of one picture a page and nothing else. It is written by
// hand, as scanners do, since PDF libraries put pictures of one width in no
// fixed order and the same scan must give the same bytes.

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
)

type album struct {
	out     bytes.Buffer
	offsets []int // of each object, from object 1
	pages   []int // object numbers
}

// newAlbum reserves objects 1 and 2 for the catalogue and the list of pages, which are written last.
func newAlbum() *album {
	a := &album{offsets: make([]int, 2)}
	a.out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	return a
}

// add appends a page of the picture's size at dpi.
func (a *album) add(img *image.Gray, dpi, quality int) error {
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, img, &jpeg.Options{Quality: quality}); err != nil {
		return err
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	width, height := float64(w)*72/float64(dpi), float64(h)*72/float64(dpi)
	n := a.stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode", w, h), picture.Bytes())
	content := a.stream("", fmt.Appendf(nil, "q %.2f 0 0 %.2f 0 0 cm /Im0 Do Q\n", width, height))
	a.pages = append(a.pages, a.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Resources << /XObject << /Im0 %d 0 R >> >> /Contents %d 0 R >>",
		width, height, n, content)))
	return nil
}

func (a *album) stream(dictionary string, data []byte) int {
	return a.object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, len(data), data))
}

// object writes the next object and returns its number.
func (a *album) object(body string) int {
	a.offsets = append(a.offsets, 0)
	a.write(len(a.offsets), body)
	return len(a.offsets)
}

func (a *album) write(number int, body string) {
	a.offsets[number-1] = a.out.Len()
	fmt.Fprintf(&a.out, "%d 0 obj\n%s\nendobj\n", number, body)
}

// finish closes the file.
func (a *album) finish() []byte {
	a.write(1, "<< /Type /Catalog /Pages 2 0 R >>")
	kids := ""
	for _, p := range a.pages {
		kids += fmt.Sprintf("%d 0 R ", p)
	}
	a.write(2, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [ %s] >>", len(a.pages), kids))
	start := a.out.Len()
	fmt.Fprintf(&a.out, "xref\n0 %d\n0000000000 65535 f \n", len(a.offsets)+1)
	for _, offset := range a.offsets {
		fmt.Fprintf(&a.out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&a.out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(a.offsets)+1, start)
	return a.out.Bytes()
}
