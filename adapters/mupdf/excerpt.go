package mupdf

/*
#include "bridge.h"
*/
import "C"

import (
	"fmt"

	"github.com/cotejo/cotejo/ports"
)

var (
	_ ports.PageExtractor = (*doc)(nil)
	_ ports.PageExtractor = (*pictures)(nil)
)

// Excerpt writes pages to a new PDF at path, which is not encrypted. They keep what is drawn on
// them, their annotations and files attached to them, the values of their form fields, and links to
// the web and to each other. The PDF has no outline, metadata, structure, signatures or scripts. The
// document is changed: afterwards it can only be closed.
func (d *doc) Excerpt(first, last int, path string) error {
	if err := checkRange(first, last, d.pages); err != nil {
		return err
	}
	if C.bridge_reduce(d.c, C.int(first-1), C.int(last-1)) == 0 {
		return fmt.Errorf("taking pages %d to %d out of the document: %w", first, last, d.reason())
	}
	if err := d.save(path, C.BRIDGE_REDUCED); err != nil {
		return err
	}
	return checkPages(path, last-first+1)
}

// checkPages reports whether the PDF at path has that many pages.
func checkPages(path string, want int) error {
	written, err := New().Open(path, "")
	if err != nil {
		return fmt.Errorf("reading the excerpt: %w", err)
	}
	defer written.Close()
	if n := written.Pages(); n != want {
		return fmt.Errorf("the excerpt has %d pages, want %d", n, want)
	}
	return nil
}

// Excerpt writes some of the images to a new PDF at path, as they are. Afterwards the file can only be
// closed.
func (p *pictures) Excerpt(first, last int, path string) error {
	if err := checkRange(first, last, p.pages); err != nil {
		return err
	}
	pdf := &doc{c: p.c, pages: p.pages}
	if p.bound {
		return pdf.Excerpt(first, last, path)
	}
	if err := p.bindRange(first, last); err != nil {
		return err
	}
	return pdf.save(path, C.BRIDGE_WHOLE)
}

func checkRange(first, last, pages int) error {
	if first < 1 || last < first || last > pages {
		return fmt.Errorf("pages %d to %d of %d do not exist", first, last, pages)
	}
	return nil
}
