package rest

import (
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// validationProblem is the problem of a request that huma refused: its English
// becomes Spanish, its 400 and 415 become 422, and what was sent is repeated
// only where that is harmless.
func (a *API) validationProblem(ctx huma.Context, m *huma.ErrorModel) *Problem {
	r := requestOf(ctx.Context())
	if r.body.refused != nil {
		return a.server.translate(r, r.body.refused)
	}
	id := r.id
	r.unreadable = m.Status != http.StatusUnprocessableEntity
	switch m.Status {
	case http.StatusRequestEntityTooLarge:
		return newProblem(id, m.Status, "body_too_large", "El cuerpo de la petición es demasiado grande; acórtelo.")
	case http.StatusRequestTimeout:
		return newProblem(id, m.Status, "request_timeout", "La petición tardó demasiado en llegar; envíela de nuevo.")
	case http.StatusUnsupportedMediaType:
		return newProblem(id, http.StatusUnprocessableEntity, "unsupported_content_type",
			"El cuerpo debe ser JSON; envíelo con la cabecera Content-Type: application/json.")
	case http.StatusInternalServerError:
		return newProblem(id, http.StatusUnprocessableEntity, "body_incomplete", "La petición no llegó completa; envíela de nuevo.")
	case http.StatusBadRequest:
		p := newProblem(id, http.StatusUnprocessableEntity, "malformed_json", "Falta el cuerpo de la petición; envíe un objeto JSON.")
		for _, e := range m.Errors {
			p.Detail = e.Message + " Corríjalo y envíelo de nuevo."
			p.Errors = append(p.Errors, ProblemDetail{Location: "body", Message: e.Message})
		}
		return p
	}
	p := newProblem(id, http.StatusUnprocessableEntity, "validation_failed", "")
	seen := map[string]bool{}
	for _, e := range m.Errors[:min(len(m.Errors), maxMistakes)] {
		d := a.detail(ctx.Operation(), e)
		if !seen[d.Location] {
			seen[d.Location] = true
			p.Errors = append(p.Errors, d)
		}
	}
	p.Detail = summary(p.Errors, len(m.Errors) > maxMistakes)
	return p
}

// maxMistakes bounds the mistakes of one request that an answer names.
const maxMistakes = 100

// summary returns the sentence of the first mistake, and how many more there are; at least so many, if cut.
func summary(details []ProblemDetail, cut bool) string {
	if len(details) == 0 {
		return "La petición tiene datos no válidos; revíselos."
	}
	first := details[0]
	name := first.Location[strings.LastIndexByte(first.Location, '.')+1:]
	s := fmt.Sprintf("Revise «%s»: %s", name, lowerFirst(first.Message))
	if more := len(details) - 1; more > 0 {
		least := ""
		if cut {
			least = "al menos "
		}
		s += fmt.Sprintf(" Hay %s%d dato(s) más por corregir.", least, more)
	}
	return s
}

func lowerFirst(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToLower(s[:n]) + s[n:]
}

// detail translates one of huma's messages.
func (a *API) detail(op *huma.Operation, e *huma.ErrorDetail) ProblemDetail {
	d := ProblemDetail{Location: e.Location, Message: "No es válido."}
	for _, s := range sentences() {
		args := s.pattern.FindStringSubmatch(e.Message)
		if args == nil {
			continue
		}
		if s.names {
			d.Location += "." + args[1]
		}
		d.Message = s.spanish
		if strings.Contains(s.spanish, "%s") {
			d.Message = fmt.Sprintf(s.spanish, plainly(args[1]))
		}
		break
	}
	if !a.secret(op, d.Location) {
		d.Value = harmless(e.Value)
	}
	return d
}

// harmless returns a plain value that is short enough to repeat, or nil.
func harmless(v any) any {
	const maxRepeated = 200
	switch v := v.(type) {
	case string:
		if len(v) <= maxRepeated && v != "" {
			return strings.ToValidUTF8(v, "\uFFFD")
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v) // no number in JSON
		}
		return v
	case int64, bool:
		return v
	}
	return nil
}

// secret reports whether the body's schema calls the place a password.
func (a *API) secret(op *huma.Operation, location string) bool {
	name, ok := strings.CutPrefix(location, "body.")
	if !ok {
		return false
	}
	schema := a.bodySchema(op)
	if schema == nil {
		return false
	}
	field := schema.Properties[name]
	return field != nil && field.Format == "password"
}

type sentence struct {
	pattern *regexp.Regexp // of huma's message, its argument a group
	spanish string
	names   bool // the argument names the field that is missing
}

// sentences translate every message of huma, the special ones before those that
// their texts begin like. What a library behind huma says is left out: it is
// English, and tells a clerk nothing. Their patterns are compiled with the first message, since
// every command and reader process has this package.
var sentences = sync.OnceValue(func() []sentence {
	return []sentence{
		say(validation.MsgExpectedRequiredProperty, "Falta este dato.").naming(),
		say(validation.MsgExpectedDependentRequiredProperty, "Falta este dato, que va con otro.").naming(),
		say("required %s parameter is missing", "Falta este dato."),
		say("expected at most one value, but received multiple values", "Debe venir una sola vez."),
		say("unknown query parameter", "Este parámetro no existe."),
		say("write only property is non-zero", "Este dato no se puede enviar aquí."),
		say(validation.MsgUnexpectedProperty, "Este dato no existe."),
		say(validation.MsgExpectedPropertyNameInObject, "Falta el dato que dice de qué tipo es."),

		say(validation.MsgExpectedRFC3339DateTime, "Debe ser una fecha con hora como 2026-03-04T15:04:05Z."),
		say(validation.MsgExpectedRFC1123DateTime, "Debe ser una fecha con hora como Wed, 04 Mar 2026 15:04:05 GMT."),
		say(validation.MsgExpectedRFC3339Date, "Debe ser una fecha como 2026-03-04."),
		say(validation.MsgExpectedRFC3339Time, "Debe ser una hora como 15:04:05."),
		say("invalid date/time for format %s", "Debe ser una fecha con hora como 2026-03-04T15:04:05Z."),
		say(validation.MsgExpectedDuration, "Debe ser una duración como 1h30m."),
		say(validation.MsgExpectedRFC5322Email, "Debe ser un correo como ana@ejemplo.co."),
		say(validation.MsgExpectedRFC5890Hostname, "Debe ser el nombre de un servidor."),
		say(validation.MsgExpectedRFC2673IPv4, "Debe ser una dirección IPv4."),
		say(validation.MsgExpectedRFC2373IPv6, "Debe ser una dirección IPv6."),
		say(validation.MsgExpectedRFCIPAddr, "Debe ser una dirección IP."),
		say(validation.MsgExpectedRFC3986URI, "Debe ser una dirección web."),
		say("invalid url.URL value", "Debe ser una dirección web."),
		say(validation.MsgExpectedRFC6570URITemplate, "Debe ser una plantilla de dirección web."),
		say(validation.MsgExpectedRFC4122UUID, "Debe ser un identificador UUID."),
		say(validation.MsgExpectedRFC6901JSONPointer, "Debe ser un puntero JSON."),
		say(validation.MsgExpectedRFC6901RelativeJSONPointer, "Debe ser un puntero JSON relativo."),
		say(validation.MsgExpectedRegexp, "Debe ser una expresión regular."),
		say(validation.MsgExpectedBase64String, "Debe estar en base64."),
		say(validation.MsgExpectedMatchPattern, "No tiene el formato esperado."),
		say(validation.MsgExpectedBePattern, "Debe ser %s."), // of our own routes

		say(strings.Replace(validation.MsgExpectedMinLength, "%d", "1", 1), "No puede estar vacío."),
		say(validation.MsgExpectedMinLength, "Debe tener al menos %s caracteres."),
		say(validation.MsgExpectedMaxLength, "Debe tener como máximo %s caracteres."),
		say(validation.MsgExpectedMinimumNumber, "Debe ser mayor o igual que %s."),
		say(validation.MsgExpectedExclusiveMinimumNumber, "Debe ser mayor que %s."),
		say(validation.MsgExpectedMaximumNumber, "Debe ser menor o igual que %s."),
		say(validation.MsgExpectedExclusiveMaximumNumber, "Debe ser menor que %s."),
		say(validation.MsgExpectedNumberBeMultipleOf, "Debe ser un múltiplo de %s."),
		say(validation.MsgExpectedMinItems, "Debe tener al menos %s elemento(s)."),
		say(validation.MsgExpectedMaxItems, "Debe tener como máximo %s elemento(s)."),
		say(validation.MsgExpectedArrayItemsUnique, "No puede repetir elementos."),
		say(validation.MsgExpectedMinProperties, "Debe tener al menos %s dato(s)."),
		say(validation.MsgExpectedMaxProperties, "Debe tener como máximo %s dato(s)."),
		say(validation.MsgExpectedOneOf, "Debe ser uno de: %s."),
		say(validation.MsgExpectedMatchAtLeastOneSchema, "No es del tipo esperado."),
		say(validation.MsgExpectedMatchExactlyOneSchema, "No es del tipo esperado."),
		say("expected value to match exactly one schema but matched multiple", "No es del tipo esperado."),
		say(validation.MsgExpectedNotMatchSchema, "No es del tipo esperado."),

		say(validation.MsgExpectedString, "Debe ser un texto."),
		say(validation.MsgExpectedInteger, "Debe ser un número entero."),
		say(validation.MsgExpectedNumber, "Debe ser un número."),
		say(validation.MsgExpectedBoolean, "Debe ser true o false."),
		say(validation.MsgExpectedObject, "Debe ser un objeto JSON."),
		say(validation.MsgExpectedArray, "Debe ser una lista JSON."),
		say("invalid integer", "Debe ser un número entero."),
		say("invalid float", "Debe ser un número."),
		say("invalid floating value", "Debe ser un número."),
		say("invalid boolean", "Debe ser true o false."),
	}
})

// plainly writes a number without an exponent, and anything else as it is.
func plainly(s string) string {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return s
}

var verb = regexp.MustCompile(`%[a-z]`)

// say pairs a message of huma, with formatting verbs, with what it is in Spanish.
func say(english, spanish string) sentence {
	parts := verb.Split(english, -1)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return sentence{pattern: regexp.MustCompile("^" + strings.Join(parts, "(.*)") + "$"), spanish: spanish}
}

func (s sentence) naming() sentence {
	s.names = true
	return s
}
