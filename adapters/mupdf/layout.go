package mupdf

/*
#include "bridge.h"
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"fmt"
	"html"
	"os"
	"strings"
	"unsafe"

	"github.com/cotejo/cotejo/adapters/ooxml"
	"github.com/cotejo/cotejo/adapters/unpack"
	"github.com/cotejo/cotejo/adapters/word"
	"github.com/cotejo/cotejo/core/document"
)

// maxLaidOut bounds the pages that are made of a Word document, which says nothing of them.
const maxLaidOut = 10_000

// makers make XHTML of a file of their kind. Their faults are Unprocessable.
var makers = map[document.FileKind]func(file *os.File, size int64) (word.Document, error){
	document.DOCX: readWord,
	document.EML:  messageReader(document.EML),
	document.MSG:  messageReader(document.MSG),
}

// make makes a PDF of the file at path and opens that: from then on it is read, drawn and saved as
// one. What is not converted counts as attached. Faults: Unprocessable, with the codes word_damaged,
// word_encrypted, word_too_big and those of unpack.Open.
func (d *doc) make(path string, kind document.FileKind) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("opening the file: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("opening the file: %w", err)
	}
	text, err := makers[kind](f, info.Size())
	if err != nil {
		return err
	}
	images := "" // those of an archive alone
	if kind == document.DOCX {
		images = path
	}
	name := C.CString(images)
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

func readWord(file *os.File, size int64) (word.Document, error) {
	text, err := word.Read(file, size)
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

func messageReader(kind document.FileKind) func(file *os.File, size int64) (word.Document, error) {
	return func(file *os.File, size int64) (word.Document, error) {
		held, err := unpack.Open(file, size, kind)
		if err != nil {
			return word.Document{}, err
		}
		return printedMessage(*held.Message), nil
	}
}

// printedMessage prints the subject and the text of a message. What is attached to it is not read.
func printedMessage(m document.Message) word.Document {
	var page strings.Builder
	page.WriteString("<html><head><style>" + word.Style + "</style></head><body>")
	line := func(s string) { page.WriteString("<p>" + html.EscapeString(s) + "</p>") }
	if m.Subject != "" {
		line("Asunto: " + m.Subject)
	}
	for paragraph := range strings.Lines(unpack.Unquoted(m.Body)) {
		if paragraph = strings.TrimSpace(paragraph); paragraph == "" {
			page.WriteString("<p>&#160;</p>")
		} else {
			line(paragraph)
		}
	}
	page.WriteString("</body></html>")
	return word.Document{HTML: []byte(page.String()), Width: word.LetterWidth, Height: word.LetterHeight}
}
