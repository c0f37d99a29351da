package pdftext

import (
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Excerpt writes pages as a PDF of their own; see ports.Drawer. It needs no OCR.
func (r *Reader) Excerpt(_ context.Context, path string, pages document.PageRange, to string) error {
	doc, err := r.open(path)
	if err != nil {
		return err
	}
	defer doc.Close()
	total := doc.Pages()
	if pages.Last == 0 {
		pages.Last = max(pages.First, total)
	}
	switch {
	case pages.First < 1 || pages.First > total:
		return document.NoPage(pages.First, total)
	case pages.Last < pages.First || pages.Last > total:
		return document.NoPage(pages.Last, total)
	}
	from, ok := doc.(ports.PageExtractor)
	if !ok {
		return notExtracted(pages, fmt.Errorf("no pages can be taken out of a %T", doc))
	}
	err = from.Excerpt(pages.First, pages.Last, to)
	if _, isFault := fault.As(err); isFault || err == nil {
		return err
	}
	return notExtracted(pages, err)
}

func notExtracted(pages document.PageRange, cause error) error {
	which := fmt.Sprintf("No se pudieron separar las páginas %d a %d", pages.First, pages.Last)
	if pages.First == pages.Last {
		which = fmt.Sprintf("No se pudo separar la página %d", pages.First)
	}
	return fault.Wrap(cause, fault.Unprocessable, "excerpt_damaged",
		which+": el archivo está dañado, o la parte ocupa demasiado. Descargue el original, divídalo en su equipo y envíe las partes por separado.")
}
