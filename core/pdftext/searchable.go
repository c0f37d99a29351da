package pdftext

import (
	"fmt"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// addText puts recognised words of a page behind its picture.
func addText(doc ports.PDFDocument, p document.Page, words []document.Word) error {
	if len(words) == 0 {
		return nil
	}
	to, ok := doc.(ports.TextWriter)
	if !ok {
		return notSearchable(fmt.Errorf("%T takes no text", doc))
	}
	if err := to.AddText(p.Number, p.Turn, words); err != nil {
		return notSearchable(err)
	}
	return nil
}

// save writes the document with the text that was added.
func save(doc ports.PDFDocument, path string) error {
	to, ok := doc.(ports.TextWriter)
	if !ok {
		return notSearchable(fmt.Errorf("%T cannot be saved", doc))
	}
	if err := to.Save(path); err != nil {
		return notSearchable(err)
	}
	return nil
}

func notSearchable(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "not_searchable",
		"No se pudo escribir el PDF con texto: el archivo está dañado, o falta espacio o permiso en la carpeta de destino. El texto leído sí sirve: léalo sin esa opción.")
}
