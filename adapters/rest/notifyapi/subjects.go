package notifyapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/notification"
)

// Sujeto is a person or institution that notifications go to.
type Sujeto struct {
	ID              string   `json:"id" format:"uuid"`
	Nombre          string   `json:"nombre"`
	TipoDocumento   *string  `json:"tipo_documento"`
	NumeroDocumento *string  `json:"numero_documento"`
	Correo          *string  `json:"correo"`
	Telefono        *string  `json:"telefono"`
	Direccion       *string  `json:"direccion"`
	Tipo            *string  `json:"tipo"`
	FechaCreacion   Stamp    `json:"fecha_creacion" example:"2026-03-04T15:04:05.123"`
	CreadoPor       string   `json:"creado_por" doc:"Quién había ingresado"`
	Advertencias    []string `json:"advertencias" nullable:"false" doc:"Valores que no pueden ser correctos"`
}

func subjectOf(s notification.Subject) Sujeto {
	return Sujeto{ID: s.ID, Nombre: s.Name, TipoDocumento: orNull(s.DocumentType), NumeroDocumento: orNull(s.DocumentNumber),
		Correo: orNull(s.Email), Telefono: orNull(s.Phone), Direccion: orNull(s.Address), Tipo: orNull(s.Part),
		FechaCreacion: stamp(s.CreatedAt), CreadoPor: s.CreatedBy, Advertencias: append([]string{}, s.Warnings()...)}
}

type subjectsInput struct {
	Paging
	Q               string `query:"q" maxLength:"200" doc:"Palabras del nombre, correo o número de documento; tildes y mayúsculas no importan"`
	NumeroDocumento string `query:"numero_documento" maxLength:"100" doc:"Entero, con puntos o sin ellos"`
}

func (h *handlers) subjects(ctx context.Context, in *subjectsInput) (*paged[Sujeto], error) {
	f := notification.SubjectFilter{Words: notification.Words(in.Q), DocumentKey: notification.DocumentKey(in.NumeroDocumento)}
	list, err := h.NotificationService.ListSubjects(ctx, rest.Actor(ctx), f, in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, subjectOf), nil
}

type enterSubjectInput struct {
	rest.Once
	Body struct {
		Nombre          string `json:"nombre" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"Ana López Ruiz"`
		TipoDocumento   string `json:"tipo_documento,omitempty" nullable:"true" doc:"CC, CE, TI, NIT, PASAPORTE, PPT u OTRO" example:"CC"`
		NumeroDocumento string `json:"numero_documento,omitempty" nullable:"true" example:"1.020.304.050"`
		Correo          string `json:"correo,omitempty" nullable:"true" example:"ana@ejemplo.co"`
		Telefono        string `json:"telefono,omitempty" nullable:"true"`
		Direccion       string `json:"direccion,omitempty" nullable:"true"`
		Tipo            string `json:"tipo,omitempty" nullable:"true" doc:"DEMANDANTE, DEMANDADO, VINCULADO, APODERADO u OTRO" example:"DEMANDANTE"`
	} `nameHint:"SujetoNuevo"`
}

func (h *handlers) enterSubject(ctx context.Context, in *enterSubjectInput) (*created[Sujeto], error) {
	b := in.Body
	s, err := h.NotificationService.EnterSubject(ctx, rest.Actor(ctx), notification.SubjectDraft{Key: in.Key, Name: b.Nombre,
		DocumentType: notification.DocumentType(b.TipoDocumento), DocumentNumber: b.NumeroDocumento, Email: b.Correo,
		Phone: b.Telefono, Address: b.Direccion, Part: notification.Part(b.Tipo)})
	if err != nil {
		return nil, err
	}
	return &created[Sujeto]{Location: "/sujetos/" + s.ID, Body: subjectOf(s)}, nil
}

func (h *handlers) subject(ctx context.Context, in *IDPath) (*one[Sujeto], error) {
	s, err := h.NotificationService.Subject(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	return &one[Sujeto]{subjectOf(s)}, nil
}
