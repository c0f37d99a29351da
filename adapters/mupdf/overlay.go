package mupdf

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"unicode/utf16"
	"unsafe"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

var _ ports.TextWriter = (*doc)(nil)

// AddText writes words on the page so that they can be searched and copied but
// not seen, each as wide and high as its box. turn is how many quarter turns
// clockwise bring the lines upright.
func (d *doc) AddText(page, turn int, words []document.Word) error {
	if err := d.check(page); err != nil {
		return err
	}
	var m C.fz_matrix
	if C.bridge_transform(d.c, C.int(page-1), &m) == 0 {
		return fmt.Errorf("measuring page %d: %w", page, d.reason())
	}
	inverse, ok := matrix{float64(m.a), float64(m.b), float64(m.c), float64(m.d), float64(m.e), float64(m.f)}.inverse()
	if !ok {
		return fmt.Errorf("page %d has no size", page)
	}
	content, fonts := hidden(words, inverse, turn)
	if len(fonts) == 0 {
		return nil
	}
	if C.bridge_add_text(d.c, C.int(page-1), (*C.char)(unsafe.Pointer(&content[0])), C.size_t(len(content)),
		(*C.uchar)(&fonts[0]), C.int(len(fonts))) == 0 {
		return fmt.Errorf("adding text to page %d: %w", page, d.reason())
	}
	return nil
}

// Save writes the document to path. What was read stays byte for byte as it was
// with the changes behind it, unless the file was damaged: then it is written again.
func (d *doc) Save(path string) error {
	if d.isMade || C.bridge_incremental(d.c) == 0 {
		return d.save(path, C.BRIDGE_WHOLE)
	}
	if err := copyFile(d.path, path); err != nil {
		return err
	}
	return d.save(path, C.BRIDGE_INCREMENTAL)
}

func (d *doc) save(path string, how C.int) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	if C.bridge_save(d.c, name, how) == 0 {
		return fmt.Errorf("saving the document: %w", d.reason())
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("copying the document: %w", err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("copying the document: %w", err)
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return fmt.Errorf("copying the document: %w", err)
	}
	return out.Close()
}

// matrix maps (x, y) to (m[0]·x + m[2]·y + m[4], m[1]·x + m[3]·y + m[5]).
type matrix [6]float64

func (m matrix) inverse() (matrix, bool) {
	det := m[0]*m[3] - m[1]*m[2]
	if math.Abs(det) < 1e-12 || math.IsNaN(det) || math.IsInf(det, 0) {
		return matrix{}, false
	}
	return matrix{m[3] / det, -m[1] / det, -m[2] / det, m[0] / det,
		(m[2]*m[5] - m[3]*m[4]) / det, (m[1]*m[4] - m[0]*m[5]) / det}, true
}

// Measures of the fonts that overlay.c makes, in shares of the type's size.
const (
	glyphWidth = 0.5
	descent    = 0.2
)

// hidden is the content stream that sets words in render mode 3, which shows
// nothing, and the fonts that it uses. toPage leads from points as displayed to
// the page's own space. The stream begins with the Q of what is drawn before.
func hidden(words []document.Word, toPage matrix, turn int) (content []byte, fonts []byte) {
	var b bytes.Buffer
	used := map[byte]bool{}
	fmt.Fprintf(&b, "\nQ q %.6f %.6f %.6f %.6f %.4f %.4f cm BT 3 Tr\n", toPage[0], toPage[1], toPage[2], toPage[3], toPage[4], toPage[5])
	for i, w := range words {
		text := w.Text
		if i+1 < len(words) {
			text += " "
		}
		codes := utf16.Encode([]rune(text))
		units := len(utf16.Encode([]rune(w.Text)))
		at, length, height := placed(w.Box, turn)
		if units == 0 || !(length > 0.01 && height > 0.01) {
			continue
		}
		fmt.Fprintf(&b, "%.4f %.4f %.4f %.4f %.3f %.3f Tm %.3f Tz\n", at[0], at[1], at[2], at[3], at[4], at[5],
			min(100*length/(float64(units)*glyphWidth*height), 10_000))
		for len(codes) > 0 {
			upper := byte(codes[0] >> 8)
			if !used[upper] {
				used[upper] = true
				fonts = append(fonts, upper)
			}
			fmt.Fprintf(&b, "/%s%02X %.3f Tf <", C.BRIDGE_FONT, upper, height)
			for len(codes) > 0 && byte(codes[0]>>8) == upper {
				fmt.Fprintf(&b, "%02X", byte(codes[0]))
				codes = codes[1:]
			}
			b.WriteString("> Tj\n")
		}
	}
	b.WriteString("ET Q\n")
	return b.Bytes(), fonts
}

// placed returns the text matrix of a word in its box, how long it is along its
// line and how high. Lines run where turn quarter turns clockwise would bring
// them level.
func placed(b document.Box, turn int) (m matrix, length, height float64) {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	switch ((turn % 4) + 4) % 4 {
	case 1: // upwards
		return matrix{0, -1, -1, 0, b.X1 - descent*w, b.Y1}, h, w
	case 2: // to the left, on its head
		return matrix{-1, 0, 0, 1, b.X1, b.Y0 + descent*h}, w, h
	case 3: // downwards
		return matrix{0, 1, 1, 0, b.X0 + descent*w, b.Y0}, h, w
	}
	return matrix{1, 0, 0, -1, b.X0, b.Y1 - descent*h}, w, h
}
