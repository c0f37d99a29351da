package notifyapi

import (
	"bytes"
	"context"
	"strings"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
)

// Proceso is a case.
type Proceso struct {
	ID            string   `json:"id" format:"uuid"`
	Radicado      string   `json:"radicado" example:"11001-31-03-001-2026-00123-00"`
	Descripcion   string   `json:"descripcion"`
	Estado        string   `json:"estado" enum:"ACTIVO"`
	JuzgadoID     string   `json:"juzgado_id" format:"uuid"`
	FechaCreacion Stamp    `json:"fecha_creacion" example:"2026-03-04T15:04:05.123"`
	CreadoPor     string   `json:"creado_por" doc:"Quién había ingresado"`
	Advertencias  []string `json:"advertencias" nullable:"false" doc:"Lo que extraña en las partes de un radicado de 23 cifras"`
}

func caseOf(c notification.Case) Proceso {
	warnings := document.RadicadoWarnings(c.Number, c.CreatedAt)
	return Proceso{ID: c.ID, Radicado: c.Number, Descripcion: c.Description, Estado: string(c.Status), JuzgadoID: c.CourtID,
		FechaCreacion: stamp(c.CreatedAt), CreadoPor: c.CreatedBy, Advertencias: append([]string{}, warnings...)}
}

type casesInput struct {
	Paging
	Estado    string `query:"estado" enum:"ACTIVO"`
	Radicado  string `query:"radicado" maxLength:"100" doc:"Entero, con guiones o sin ellos"`
	JuzgadoID string `query:"juzgado_id" format:"uuid"`
	Q         string `query:"q" maxLength:"100" doc:"Parte del radicado, con guiones o sin ellos"`
}

func (h *handlers) cases(ctx context.Context, in *casesInput) (*paged[Proceso], error) {
	f := notification.CaseFilter{
		Status:     notification.CaseStatus(in.Estado),
		NumberKey:  notification.NumberKey(in.Radicado),
		CourtID:    strings.ToLower(in.JuzgadoID),
		NumberPart: notification.NumberKey(in.Q),
	}
	list, err := h.NotificationService.ListCases(ctx, rest.Actor(ctx), f, in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, caseOf), nil
}

type openCaseInput struct {
	rest.Once
	Body struct {
		Radicado    string `json:"radicado" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"11001-31-03-001-2026-00123-00" doc:"Hasta 30 letras, dígitos, puntos, guiones, barras y espacios"`
		Descripcion string `json:"descripcion" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"Tutela por el derecho a la salud"`
		JuzgadoID   string `json:"juzgado_id" format:"uuid" doc:"De un juzgado; los juzgados se llevan aparte"`
	} `nameHint:"ProcesoNuevo"`
}

func (h *handlers) openCase(ctx context.Context, in *openCaseInput) (*created[Proceso], error) {
	c, err := h.NotificationService.OpenCase(ctx, rest.Actor(ctx), notification.CaseDraft{Key: in.Key,
		Number: in.Body.Radicado, Description: in.Body.Descripcion, CourtID: in.Body.JuzgadoID})
	if err != nil {
		return nil, err
	}
	return &created[Proceso]{Location: "/procesos/" + c.ID, Body: caseOf(c)}, nil
}

func (h *handlers) oneCase(ctx context.Context, in *IDPath) (*one[Proceso], error) {
	c, err := h.NotificationService.Case(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	return &one[Proceso]{caseOf(c)}, nil
}

type notificationsOfCaseInput struct {
	IDPath
	Paging
}

func (h *handlers) notificationsOfCase(ctx context.Context, in *notificationsOfCaseInput) (*paged[Notificacion], error) {
	if _, err := h.NotificationService.Case(ctx, rest.Actor(ctx), in.id()); err != nil {
		return nil, err
	}
	list, err := h.NotificationService.ListNotifications(
		ctx,
		rest.Actor(ctx),
		notification.ListRequest{NotificationFilter: notification.NotificationFilter{CaseID: in.id()}},
		in.request(),
	)
	if err != nil {
		return nil, err
	}
	return h.page(ctx, list)
}

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

func (h *handlers) workbook(ctx context.Context, in *IDPath) (*rest.File, error) {
	w, err := h.NotificationService.Workbook(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: w.Name, Type: xlsxType, Size: int64(len(w.Content)), Content: content{bytes.NewReader(w.Content)}}, nil
}

// content is a file in memory.
type content struct{ *bytes.Reader }

func (content) Close() error { return nil }
