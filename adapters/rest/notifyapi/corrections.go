package notifyapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/notification"
)

// Correccion is a corrected value of a case, a subject or the template of a court.
type Correccion struct {
	Campo   string  `json:"campo" example:"correo"`
	De      *string `json:"de" doc:"null si no tenía valor"`
	A       *string `json:"a" doc:"null si se borró"`
	Usuario string  `json:"usuario" doc:"Quién lo corrigió"`
	Fecha   Stamp   `json:"fecha"`
}

func correctionOf(c notification.Correction) Correccion {
	return Correccion{Campo: c.Field, De: orNull(c.From), A: orNull(c.To), Usuario: c.By, Fecha: stamp(c.At)}
}

type correctCaseInput struct {
	IDPath
	Body struct {
		Radicado    rest.Change `json:"radicado,omitzero"`
		Descripcion rest.Change `json:"descripcion,omitzero"`
		JuzgadoID   rest.Change `json:"juzgado_id,omitzero"`
	} `nameHint:"CorreccionDeProceso"`
}

func (h *handlers) correctCase(ctx context.Context, in *correctCaseInput) (*one[Proceso], error) {
	c, err := h.NotificationService.CorrectCase(ctx, rest.Actor(ctx), in.id(), notification.CaseChange{
		Number: in.Body.Radicado.Value, Description: in.Body.Descripcion.Value, CourtID: in.Body.JuzgadoID.Value})
	if err != nil {
		return nil, err
	}
	return &one[Proceso]{caseOf(c)}, nil
}

type correctSubjectInput struct {
	IDPath
	Body struct {
		Nombre          rest.Change `json:"nombre,omitzero"`
		TipoDocumento   rest.Change `json:"tipo_documento,omitzero"`
		NumeroDocumento rest.Change `json:"numero_documento,omitzero"`
		Correo          rest.Change `json:"correo,omitzero"`
		Telefono        rest.Change `json:"telefono,omitzero"`
		Direccion       rest.Change `json:"direccion,omitzero"`
		Tipo            rest.Change `json:"tipo,omitzero"`
	} `nameHint:"CorreccionDeSujeto"`
}

func (h *handlers) correctSubject(ctx context.Context, in *correctSubjectInput) (*one[Sujeto], error) {
	b := in.Body
	s, err := h.NotificationService.CorrectSubject(ctx, rest.Actor(ctx), in.id(), notification.SubjectChange{Name: b.Nombre.Value,
		DocumentType: b.TipoDocumento.Value, DocumentNumber: b.NumeroDocumento.Value, Email: b.Correo.Value, Phone: b.Telefono.Value,
		Address: b.Direccion.Value, Part: b.Tipo.Value})
	if err != nil {
		return nil, err
	}
	return &one[Sujeto]{subjectOf(s)}, nil
}

type correctionsInput struct {
	IDPath
	Paging
}

func (h *handlers) caseCorrections(ctx context.Context, in *correctionsInput) (*paged[Correccion], error) {
	list, err := h.NotificationService.CaseCorrections(ctx, rest.Actor(ctx), in.id(), in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, correctionOf), nil
}

func (h *handlers) subjectCorrections(ctx context.Context, in *correctionsInput) (*paged[Correccion], error) {
	list, err := h.NotificationService.SubjectCorrections(ctx, rest.Actor(ctx), in.id(), in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, correctionOf), nil
}
