package document

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// IsEmpty reports whether the page has no letter and no digit. Such a page has no confidence.
func (p *Page) IsEmpty() bool {
	return !strings.ContainsFunc(p.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// NeedsReview reports whether a person should look at the original.
func (r Reading) NeedsReview() bool { return isDoubtful(pageNotes(r.PageInfos())) }

// Warnings returns Spanish warnings about the pages and about content beside them.
func (r Reading) Warnings() []string { return warnings(pageNotes(r.PageInfos())) }

// IsDoubtful reports whether a person should look at the original: see IsPoorlyRead and OpenDoubts.
func (d *Document) IsDoubtful() bool { return d.IsPoorlyRead() || len(d.OpenDoubts()) > 0 }

// IsPoorlyRead reports whether something could not be read, or the document is not what it was
// taken for: see Warnings.
func (d *Document) IsPoorlyRead() bool { return isDoubtful(d.notes()) }

// Warnings returns Spanish warnings about the pages, as Reading.Warnings does. Until somebody has
// validated the document, it also returns those about the values that were read.
func (d *Document) Warnings() []string { return warnings(d.notes()) }

// note is something that a clerk should know of a document.
type note struct {
	text  string // Spanish
	doubt bool   // a person should look at the original
}

func warnings(notes []note) []string {
	var list []string
	for _, n := range notes {
		list = append(list, n.text)
	}
	return list
}

func isDoubtful(notes []note) bool {
	return slices.ContainsFunc(notes, func(n note) bool { return n.doubt })
}

func (d *Document) notes() []note {
	notes := pageNotes(d.Pages)
	if !d.isLegible() || !d.ValidatedAt.IsZero() {
		return notes
	}
	return append(notes, d.valueNotes()...)
}

// isLegible reports whether a page has text.
func (d *Document) isLegible() bool {
	return slices.ContainsFunc(d.Pages, func(p PageInfo) bool { return !p.Empty })
}

// valueNotes returns the notes about the values that were read.
func (d *Document) valueNotes() []note {
	var notes []note
	if starts := d.starts(); len(starts) > 1 {
		notes = append(notes, note{bundleWarning(d.Pages, starts), true})
	}
	if slices.Contains(adversarial, d.Type) {
		switch {
		case d.Plaintiff == "" && d.Defendant == "":
			notes = append(notes, note{"No se encontraron ni el demandante ni el demandado: búsquelos en el original.", true})
		case d.Plaintiff == "":
			notes = append(notes, note{"No se encontró el demandante: búsquelo en el original.", true})
		case d.Defendant == "":
			notes = append(notes, note{"No se encontró el demandado: búsquelo en el original.", true})
		}
	}
	for _, e := range d.Entities {
		if f := Field(e.Field); e.IsCorrected() && d.Field(f) == e.Value {
			notes = append(notes, note{fmt.Sprintf("%s se leyó con dificultad («%s»): compruebe el valor en el original.", fieldTitles[f], e.Raw), true})
		}
	}
	if d.Suggested.IsUnsure() {
		notes = append(notes, note{fmt.Sprintf("El texto no deja claro de qué tipo es el documento: compruebe si es «%s».", d.Type), true})
	}
	return notes
}

// fieldTitles begin a sentence about the fields that may be corrected.
var fieldTitles = map[Field]string{FieldCedula: "La cédula", FieldEmail: "El correo", FieldRadicado: "El radicado"}

// adversarial are the types that name a plaintiff and a defendant.
var adversarial = []Type{Tutela, Demanda, Impugnacion, Desacato}

// pageNotes returns the notes about pages and about the files within them.
func pageNotes(pages []PageInfo) []note {
	var empty, unread, unsure, hidden []int
	var attachments []string
	undrawn, form := 0, false
	for _, p := range pages {
		switch {
		case p.Unread:
			unread = append(unread, p.Number)
		case p.Empty:
			empty = append(empty, p.Number)
			if p.Blank {
				undrawn++
			}
		case p.IsUnsure():
			unsure = append(unsure, p.Number)
		}
		for _, name := range p.Attachments {
			if len(attachments) <= MaxAttachments {
				attachments = append(attachments, CleanName(name, "sin nombre"))
			}
		}
		form = form || p.AdobeForm
		if p.Hidden {
			hidden = append(hidden, p.Number)
		}
	}
	var notes []note
	if len(empty) > 0 {
		notes = append(notes, note{emptyWarning(empty, len(pages)), undrawn < len(empty) || len(empty) == len(pages)})
	}
	if len(unread) > 0 {
		notes = append(notes, note{unreadWarning(unread), true})
	}
	if len(unsure) > 0 {
		notes = append(notes, note{unsureWarning(unsure), true})
	}
	if len(hidden) > 0 {
		notes = append(notes, note{hiddenWarning(hidden), true})
	}
	if form {
		notes = append(notes, note{"El archivo es un formulario de Adobe, cuyo contenido solo muestra Adobe Reader: aquí se leyó la página de aviso. " +
			"Ábralo en Adobe Reader, imprímalo como PDF y envíe ese PDF.", true})
	}
	if len(attachments) > 0 {
		notes = append(notes, note{attachmentWarning(attachments), true})
	}
	return notes
}

// sureAbove is the confidence from which on a page counts as read, chosen by
// testkit/quality/doubt.
const sureAbove = .88

// IsUnsure reports whether too much of a page may be misread to trust its names and numbers.
func (p PageInfo) IsUnsure() bool { return !p.Empty && p.Confidence < sureAbove }

func unsureWarning(pages []int) string {
	const advice = " Compare los datos con el original; si se ve mal, escanéelo otra vez."
	if len(pages) == 1 {
		return fmt.Sprintf("La página %d se leyó con poca seguridad.", pages[0]) + advice
	}
	return "Las páginas " + stretches(pages) + " se leyeron con poca seguridad." + advice
}

func hiddenWarning(pages []int) string {
	which := "La página " + stretches(pages) + " contiene"
	if len(pages) > 1 {
		which = "Las páginas " + stretches(pages) + " contienen"
	}
	return which + " palabras que no se ven al abrir ni al imprimir el archivo (por ejemplo, letras blancas sobre blanco): no se tuvieron en cuenta."
}

func unreadWarning(pages []int) string {
	which := "la página " + stretches(pages) + " no se leyó"
	if len(pages) > 1 {
		which = "las páginas " + stretches(pages) + " no se leyeron"
	}
	return "El documento tardó más de lo permitido y " + which + ". Ábralo en su equipo, divídalo en partes o imprímalo como PDF, y envíelo otra vez."
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

func emptyWarning(empty []int, pages int) string {
	const advice = " Compruebe que el archivo esté completo; si se ve mal, escanéelo otra vez."
	switch len(empty) {
	case 1:
		return fmt.Sprintf("La página %d no tiene texto legible.", empty[0]) + advice
	case pages:
		return fmt.Sprintf("Ninguna de las %d páginas tiene texto legible.", pages) + advice
	}
	return "Las páginas " + stretches(empty) + " no tienen texto legible." + advice
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
