package notification

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/text"
)

// Template is the text of e-mails to subjects. Placeholders in braces stand for what each
// notification has; see Placeholders.
type Template struct {
	Subject   string
	Body      string // plain text
	Signature string // the value of {firma}; braces in it have no meaning
}

// Maximum lengths of a template in code points. A template with many placeholders would make e-mails that no mail server takes.
const (
	maxMailSubject   = 200
	maxMailBody      = 20_000
	maxMailSignature = 2000

	maxPlaceholders = 50
)

// DefaultTemplate returns the template of courts that have none of their own.
func DefaultTemplate() Template {
	return Template{
		Subject: "Notificación judicial, radicado {radicado}",
		Body: "{destinatario}:\n\nSe le notifica en el proceso con radicado {radicado}.\n\n{contenido}\n\n" +
			"Identificador de la notificación: {identificador}\n",
	}
}

// CourtTemplate is the template of a court.
type CourtTemplate struct {
	CourtID string
	Template
	ChangedAt time.Time // zero for the default template
	ChangedBy string    // username; "" for the default template
}

// DefaultCourtTemplate returns the template of a court that has none of its own.
func DefaultCourtTemplate(courtID string) CourtTemplate {
	return CourtTemplate{CourtID: courtID, Template: DefaultTemplate()}
}

// IsDefault reports whether the court has no template of its own.
func (t *CourtTemplate) IsDefault() bool { return t.ChangedAt.IsZero() }

// Replace changes t and returns what was changed, by whom and when.
func (t *CourtTemplate) Replace(to CourtTemplate, by string, at time.Time) []Correction {
	log := corrections{by: by, at: at}
	correct(&log, "correo_asunto", &t.Subject, to.Subject)
	correct(&log, "correo_texto", &t.Body, to.Body)
	correct(&log, "correo_firma", &t.Signature, to.Signature)
	t.ChangedAt, t.ChangedBy = to.ChangedAt, to.ChangedBy
	return log.made
}

// Placeholder is a name in braces that a template may have.
type Placeholder struct {
	Name        string // without braces
	Description string // Spanish
	Lines       bool   // its value may have several lines, so that a subject cannot have it
}

// content and signature are the placeholders with rules of their own.
const (
	content   = "contenido"
	signature = "firma"
)

// Placeholders lists every placeholder.
func Placeholders() []Placeholder {
	return []Placeholder{
		{Name: "juzgado", Description: "Nombre del juzgado"},
		{Name: "radicado", Description: "Radicado del proceso"},
		{Name: "destinatario", Description: "Nombre del sujeto"},
		{Name: "documento", Description: "Tipo y número de documento del sujeto; vacío si no constan"},
		{Name: "tipo", Description: "Calidad del sujeto en el proceso, por ejemplo demandante; vacía si no consta"},
		{Name: content, Description: "Lo que se notifica: descripción del proceso y observación de la notificación", Lines: true},
		{Name: "fecha", Description: "Día en que se pide el envío, por ejemplo 4 de marzo de 2026"},
		{Name: "identificador", Description: "Identificador de la notificación"},
		{Name: signature, Description: "Firma de esta plantilla", Lines: true},
	}
}

// Checked returns the sanitised template, like CaseDraft.Checked.
func (t Template) Checked() (Template, error) {
	var c checker
	t.Subject = strings.TrimSpace(t.Subject)
	if strings.ContainsFunc(t.Subject, func(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) }) {
		c.add("asunto", "No puede tener saltos de línea.", nil)
	}
	t.Subject = c.line("asunto", t.Subject, maxMailSubject)
	c.require("asunto", t.Subject)
	c.placeholders("asunto", t.Subject)

	t.Body = c.bounded("texto", strings.TrimSpace(sanitize.Text(t.Body)), maxMailBody)
	c.require("texto", t.Body)
	used := c.placeholders("texto", t.Body)
	if !used[content] {
		c.add("texto", "Debe tener {"+content+"}: ahí va lo que se notifica.", nil)
	}
	t.Body += "\n"

	t.Signature = c.bounded("firma", strings.TrimSpace(sanitize.Text(t.Signature)), maxMailSignature)
	if t.Signature != "" && !used[signature] {
		c.add("texto", "Debe tener {"+signature+"}, o la firma no saldría en el correo; agréguelo o borre la firma.", nil)
	}
	return t, c.fault("la plantilla")
}

// placeholders checks those of a field and returns which ones it has.
func (c *checker) placeholders(field, value string) map[string]bool {
	known, used := map[string]bool{}, map[string]bool{}
	var names []string
	for _, p := range Placeholders() {
		known[p.Name] = true
		if field != "asunto" || !p.Lines {
			names = append(names, "{"+p.Name+"}")
		} else {
			known[p.Name] = false
		}
	}
	list := strings.Join(names, ", ") + "."
	count := 0
	for part := range parts(value) {
		usable, exists := known[part.name]
		switch {
		case part.name == "" && strings.Contains(part.written, "{"):
			c.add(field, fmt.Sprintf("Falta cerrar la llave en «%s»: un campo se escribe entre llaves, por ejemplo {radicado}.", sanitize.Excerpt(part.written, 30)), nil)
		case part.name == "" && strings.Contains(part.written, "}"):
			c.add(field, "Sobra una llave de cierre } que no se abrió: un campo se escribe entre llaves, por ejemplo {radicado}.", nil)
		case part.name == "" || usable:
			if used[part.name] = true; part.name != "" {
				count++
			}
		case exists:
			c.add(field, fmt.Sprintf("%s puede tener varias líneas y no cabe en el asunto; ahí puede usar %s", part.written, list), nil)
		default:
			c.add(field, fmt.Sprintf("No hay un campo %s; puede usar %s", sanitize.Excerpt(part.written, 40), list), nil)
		}
	}
	if count > maxPlaceholders {
		c.add(field, fmt.Sprintf("Tiene %d campos entre llaves; caben %d.", count, maxPlaceholders), nil)
	}
	return used
}

// part is a placeholder of a template, or the text between two.
type part struct {
	written string
	name    string // "" for text
}

// parts splits a template. A brace without its counterpart stands in a text of its own, the
// opening one with what follows it.
func parts(template string) func(yield func(part) bool) {
	return func(yield func(part) bool) {
		for template != "" {
			var p part
			switch at := strings.IndexAny(template, "{}"); {
			case at < 0:
				p.written = template
			case at > 0:
				p.written = template[:at]
			case template[0] == '}':
				p.written = "}"
			default:
				end := strings.IndexAny(template[1:], "{}\n") + 1
				switch {
				case end == 0:
					p.written = template
				case template[end] == '}':
					p = part{template[:end+1], template[1:end]}
					if p.name == "" {
						p.name = " " // a pair of braces without a name is an unknown placeholder
					}
				default:
					p.written = template[:end]
				}
			}
			template = template[len(p.written):]
			if !yield(p) {
				return
			}
		}
	}
}

// Letter has the values of placeholders.
type Letter struct {
	Notification Notification
	Case         Case
	To           Subject
	Court        string    // name
	At           time.Time // when it is to be sent
}

// Compose returns the e-mail of a letter. Values are inserted as they are: a placeholder in a value
// stays as it is written.
func (t Template) Compose(l Letter) Dispatch {
	values := l.values()
	values[signature] = t.Signature
	inLine := maps.Clone(values)
	for name, value := range inLine {
		inLine[name] = sanitize.Line(value) // what older programs stored may have several lines
	}
	return Dispatch{NotificationID: l.Notification.ID, To: l.To.Email, Subject: expand(t.Subject, inLine), Body: expand(t.Body, values), State: Queued}
}

func (l Letter) values() map[string]string {
	told := l.Case.Description
	if l.Notification.Remark != "" {
		told += "\n\n" + l.Notification.Remark
	}
	var paper string
	if l.To.DocumentNumber != "" {
		paper = strings.TrimSpace(string(l.To.DocumentType) + " " + l.To.DocumentNumber)
	}
	var role string
	if l.To.Part != OtherPart {
		role = strings.ToLower(string(l.To.Part))
	}
	return map[string]string{
		"juzgado": l.Court, "radicado": l.Case.Number, "destinatario": l.To.Name, "documento": paper, "tipo": role,
		content: told, "fecha": writtenDay(l.At), "identificador": l.Notification.ID,
	}
}

// writtenDay writes the Colombian day of a time in words.
func writtenDay(at time.Time) string {
	at = at.In(document.Colombia())
	return fmt.Sprintf("%d de %s de %d", at.Day(), text.Months[at.Month()-1], at.Year())
}

func expand(template string, values map[string]string) string {
	var b strings.Builder
	for p := range parts(template) {
		if value, ok := values[p.name]; ok {
			b.WriteString(value)
		} else {
			b.WriteString(p.written)
		}
	}
	return b.String()
}

// SampleLetter returns a letter of an invented notification, for previews of templates.
func SampleLetter(court string, at time.Time) Letter {
	return Letter{
		Notification: Notification{ID: "0195f0a0-0000-7000-8000-000000000000", Remark: "Tiene tres días para contestar."},
		Case: Case{Number: "11001-31-03-001-2026-00123-00",
			Description: "Auto que admite la demanda de María Muñoz contra Transportes Ñandú S.A.S."},
		To: Subject{Name: "José Peña Núñez", DocumentType: CitizenCard, DocumentNumber: "1.020.304.050", Email: "jose@ejemplo.co",
			Part: Defendant},
		Court: court, At: at,
	}
}
