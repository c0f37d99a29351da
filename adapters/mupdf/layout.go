package mupdf

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"github.com/cotejo/cotejo/adapters/ooxml"
	"github.com/cotejo/cotejo/adapters/word"
)

// maxLaidOut bounds the pages that are made of a Word document, which says nothing of them.
const maxLaidOut = 10_000

// openWord makes a PDF of the Word document at path and opens that: from then on it is read, drawn
// and saved as one. What is not converted counts as attached. Faults: Unprocessable, with the codes
// word_damaged, word_encrypted and word_too_big.
func (d *doc) openWord(path string) error {
	text, err := readWord(path)
	if err != nil {
		return err
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var pages C.int
	if C.bridge_lay_out(d.c, name, (*C.uchar)(unsafe.Pointer(&text.HTML[0])), C.size_t(len(text.HTML)),
		C.float(text.Width), C.float(text.Height), maxLaidOut, &pages) == 0 {
		return wordDamaged(d.reason())
	}
	d.pages, d.isMade, d.leftOut = int(pages), true, text.LeftOut
	d.c.complaints = 0 // the layout's: the PDF is new
	return nil
}

func readWord(path string) (word.Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return word.Document{}, fmt.Errorf("opening the file: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return word.Document{}, fmt.Errorf("opening the file: %w", err)
	}
	text, err := word.Read(f, info.Size())
	switch {
	case err == nil:
		return text, nil
	case errors.Is(err, word.ErrTooBig), errors.Is(err, ooxml.ErrTooBig):
		return word.Document{}, wordTooBig()
	case errors.Is(err, ooxml.ErrEncrypted):
		return word.Document{}, wordEncrypted()
	}
	return word.Document{}, wordDamaged(err)
}
