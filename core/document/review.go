package document

import (
	"fmt"
	"strings"
	"unicode"
)

// IsEmpty reports whether the page has no letter and no digit. Such a page has no confidence.
func (p *Page) IsEmpty() bool {
	return !strings.ContainsFunc(p.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// NeedsReview reports whether a person should look at the original: all pages are empty, an empty
// page has visible content, or the file has content beside its pages.
func (r Reading) NeedsReview() bool {
	empty := 0
	for _, p := range r.Pages {
		if len(p.Attachments) > 0 || p.AdobeForm {
			return true
		}
		if !p.IsEmpty() {
			continue
		}
		if empty++; !p.Blank {
			return true
		}
	}
	return empty > 0 && empty == len(r.Pages)
}

// Warnings returns Spanish warnings: of the pages that are empty or left out and of content beside
// the pages.
func (r Reading) Warnings() []string {
	var n notes
	for _, p := range r.Pages {
		n.add(p.Number, p.IsEmpty(), p.Unread, p.Attachments, p.AdobeForm)
	}
	return n.warnings()
}

// Warnings returns the warnings about the document's pages, as Reading.Warnings does.
func (d *Document) Warnings() []string {
	var n notes
	for _, p := range d.Pages {
		n.add(p.Number, p.Empty, p.Unread, p.Attachments, p.AdobeForm)
	}
	return n.warnings()
}

// notes are what there is to warn of in the pages of a document.
type notes struct {
	pages       int
	empty       []int
	unread      []int
	attachments []string
	adobeForm   bool
}

func (n *notes) add(number int, empty, unread bool, attachments []string, form bool) {
	n.pages++
	switch {
	case unread:
		n.unread = append(n.unread, number)
	case empty:
		n.empty = append(n.empty, number)
	}
	for _, name := range attachments {
		if len(n.attachments) <= MaxAttachments {
			n.attachments = append(n.attachments, CleanName(name, "sin nombre"))
		}
	}
	n.adobeForm = n.adobeForm || form
}

func (n *notes) warnings() []string {
	list := warnings(n.empty, n.pages)
	if len(n.unread) > 0 {
		which := "la página " + stretches(n.unread) + " no se leyó"
		if len(n.unread) > 1 {
			which = "las páginas " + stretches(n.unread) + " no se leyeron"
		}
		list = append(list, "El documento tardó más de lo permitido y "+which+". Ábralo en su equipo, divídalo en partes o imprímalo como PDF, y envíelo otra vez.")
	}
	if n.adobeForm {
		list = append(list, "El archivo es un formulario de Adobe, cuyo contenido solo muestra Adobe Reader: aquí se leyó la página de aviso. "+
			"Ábralo en Adobe Reader, imprímalo como PDF y envíe ese PDF.")
	}
	if len(n.attachments) > 0 {
		list = append(list, attachmentWarning(n.attachments))
	}
	return list
}

// MaxAttachments bounds how many files within a document are named.
const MaxAttachments = 20

func attachmentWarning(names []string) string {
	if len(names) == 1 {
		return "El archivo contiene otro archivo, que no se leyó: «" + names[0] + "». Ábralo, guarde ese archivo aparte y envíelo también."
	}
	rest := ""
	if len(names) > MaxAttachments {
		names, rest = names[:MaxAttachments], " y más"
	}
	return "El archivo contiene otros archivos, que no se leyeron: «" + strings.Join(names, "», «") + "»" + rest + ". Ábralo, guarde esos archivos aparte y envíelos también."
}

func warnings(empty []int, pages int) []string {
	const advice = " Compruebe que el archivo esté completo; si se ve mal, escanéelo otra vez."
	switch {
	case len(empty) == 0:
		return nil
	case len(empty) == 1:
		return []string{fmt.Sprintf("La página %d no tiene texto legible.", empty[0]) + advice}
	case len(empty) == pages:
		return []string{fmt.Sprintf("Ninguna de las %d páginas tiene texto legible.", pages) + advice}
	}
	return []string{"Las páginas " + stretches(empty) + " no tienen texto legible." + advice}
}

// stretches formats ascending numbers as ranges: 2, 4 a 7 y 9.
func stretches(numbers []int) string {
	var parts []string
	for rest := numbers; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[n-1]+1 {
			n++
		}
		if n < 3 {
			n = 1
			parts = append(parts, fmt.Sprint(rest[0]))
		} else {
			parts = append(parts, fmt.Sprintf("%d a %d", rest[0], rest[n-1]))
		}
		rest = rest[n:]
	}
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], ", ") + " y " + parts[last]
}
