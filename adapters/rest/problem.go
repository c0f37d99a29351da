package rest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/cotejo/cotejo/core/fault"
)

// Problem is the body of every answer that is not a success, as RFC 9457 has it.
// It is an error that knows its status and its headers.
type Problem struct {
	Type     string          `json:"type" doc:"Siempre about:blank: code distingue los problemas"`
	Title    string          `json:"title" doc:"Qué significa el estado"`
	Status   int             `json:"status"`
	Detail   string          `json:"detail" doc:"Qué está mal y qué hacer"`
	Instance string          `json:"instance" doc:"Identificador de la petición, como en X-Request-ID y en el registro"`
	Code     string          `json:"code" doc:"Nombre estable del problema, para programas"`
	Errors   []ProblemDetail `json:"errors,omitempty" nullable:"false" doc:"Cada cosa que está mal en la petición"`

	headers http.Header
}

// ProblemDetail is one place of a request that is wrong.
type ProblemDetail struct {
	Location string `json:"location" doc:"Dónde, como body.username o query.page"`
	Message  string `json:"message" doc:"Qué está mal ahí"`
	Value    any    `json:"value,omitempty" doc:"Lo que se envió, salvo que sea largo o secreto"`
}

const problemType = "application/problem+json"

func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders implements huma.HeadersError.
func (p *Problem) GetHeaders() http.Header { return p.headers }

// ContentType implements huma.ContentTypeFilter.
func (p *Problem) ContentType(string) string { return problemType }

// titles are what the statuses mean, for those that are ever answered.
var titles = map[int]string{
	http.StatusBadRequest:                   "Petición no válida",
	http.StatusUnauthorized:                 "No autenticado",
	http.StatusForbidden:                    "Sin permiso",
	http.StatusNotFound:                     "No encontrado",
	http.StatusMethodNotAllowed:             "Método no permitido",
	http.StatusRequestTimeout:               "La petición tardó demasiado",
	http.StatusConflict:                     "Conflicto",
	http.StatusPreconditionFailed:           "Cambió entre tanto",
	http.StatusRequestEntityTooLarge:        "Contenido demasiado grande",
	http.StatusRequestedRangeNotSatisfiable: "Rango fuera del archivo",
	http.StatusUnprocessableEntity:          "Datos no válidos",
	http.StatusLocked:                       "Bloqueado",
	http.StatusTooManyRequests:              "Demasiadas peticiones",
	http.StatusRequestHeaderFieldsTooLarge:  "Cabeceras demasiado grandes",
	http.StatusInternalServerError:          "Error interno",
	http.StatusServiceUnavailable:           "Servicio no disponible",
	http.StatusHTTPVersionNotSupported:      "Versión de HTTP no admitida",
}

// Waits that are reported when a fault does not know better, in seconds.
const (
	retryLimited     = 60
	retryUnavailable = 5
)

// newProblem fills in what follows from the status.
func newProblem(id string, status int, code, detail string) *Problem {
	p := &Problem{
		Type:     "about:blank",
		Title:    titles[status],
		Status:   status,
		Detail:   detail,
		Instance: id,
		Code:     code,
		headers:  http.Header{},
	}
	switch status {
	case http.StatusUnauthorized:
		p.headers.Set(fiber.HeaderWWWAuthenticate, "Bearer")
	case http.StatusTooManyRequests:
		p.headers.Set(fiber.HeaderRetryAfter, strconv.Itoa(retryLimited))
	case http.StatusServiceUnavailable:
		p.headers.Set(fiber.HeaderRetryAfter, strconv.Itoa(retryUnavailable))
	}
	return p
}

// problem translates an error for the client and keeps it for the log. What is
// no fault is our mistake, and its text is for the log alone.
func (s *Server) problem(r *request, err error) *Problem {
	p := s.translate(r, err)
	r.code, r.cause = p.Code, err
	return p
}

func (s *Server) translate(r *request, err error) *Problem {
	var ready *Problem
	if errors.As(err, &ready) {
		return ready
	}
	if e, ok := fiberError(err); ok {
		return protocolProblem(r.id, e)
	}
	f, ok := fault.As(err)
	switch {
	case ok:
	case r.left.Load():
		return newProblem(r.id, statusClientLeft, "client_left", "La conexión se cerró antes de la respuesta.")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		f = fault.New(fault.Timeout, "timeout", "La operación tardó demasiado; vuelva a intentarlo en unos segundos.")
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT): // of a temporary file
		f = fault.DiskFull(err)
	default:
		f = fault.New(fault.Internal, "internal_error",
			"Ocurrió un error inesperado; vuelva a intentarlo y, si continúa, informe al administrador el identificador "+r.id+".")
	}
	status, known := s.statuses[f.Kind]
	if !known {
		status = http.StatusInternalServerError
	}
	p := newProblem(r.id, status, f.Code, f.Message)
	for _, d := range f.Details {
		p.Errors = append(p.Errors, ProblemDetail{Location: d.Location, Message: d.Message, Value: d.Value})
	}
	if f.RetryAfter > 0 {
		seconds := int((f.RetryAfter + time.Second - 1) / time.Second)
		p.headers.Set(fiber.HeaderRetryAfter, strconv.Itoa(seconds))
	}
	return p
}

// protocolProblem is the problem of a request that no route took.
func protocolProblem(id string, e *fiber.Error) *Problem {
	switch e.Code {
	case http.StatusNotFound:
		return newProblem(id, e.Code, "route_not_found", "Esta dirección no existe; revise la ruta.")
	case http.StatusMethodNotAllowed:
		return newProblem(id, e.Code, "method_not_allowed", "Esta dirección no admite ese método; use uno de los que indica la cabecera Allow.")
	case http.StatusRequestTimeout:
		return newProblem(id, e.Code, "request_timeout", "La petición tardó demasiado en llegar; envíela de nuevo.")
	case http.StatusRequestHeaderFieldsTooLarge:
		return newProblem(id, e.Code, "headers_too_large", "Las cabeceras o la dirección son demasiado largas; acórtelas.")
	case http.StatusHTTPVersionNotSupported:
		return newProblem(id, e.Code, "http_version_not_supported", "Esa versión de HTTP no se admite; use HTTP/1.1.")
	case http.StatusRequestEntityTooLarge:
		return newProblem(id, e.Code, "body_too_large", "El cuerpo de la petición es demasiado grande; acórtelo.")
	}
	return newProblem(id, http.StatusBadRequest, "bad_request", "La petición no es HTTP válido; revise el programa que la envía.")
}

// answer replaces whatever was answered so far with the problem of err.
func (s *Server) answer(c *fiber.Ctx, r *request, err error) {
	p := s.problem(r, err)
	c.Status(p.Status)
	for name, values := range p.headers {
		c.Set(name, values[0])
	}
	c.Set(fiber.HeaderContentType, problemType)
	body, err := json.Marshal(p)
	if err != nil {
		body = []byte("{}")
	}
	c.Response().SetBodyRaw(body)
}
