package notifyapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/notification"
)

// PlantillaCorreo is the text of the e-mails of a court.
type PlantillaCorreo struct {
	Asunto             string  `json:"asunto" example:"Notificación judicial, radicado {radicado}"`
	Texto              string  `json:"texto"`
	Firma              string  `json:"firma" doc:"Lo que va en {firma}"`
	Predeterminada     bool    `json:"predeterminada" doc:"true: el juzgado no tiene una propia"`
	FechaActualizacion *Stamp  `json:"fecha_actualizacion" doc:"null si es la predeterminada"`
	ActualizadoPor     *string `json:"actualizado_por" doc:"null si es la predeterminada"`
	Campos             []Campo `json:"campos" nullable:"false" doc:"Los que puede tener una plantilla"`
}

// Campo is a placeholder of templates.
type Campo struct {
	Campo       string `json:"campo" example:"{radicado}"`
	Descripcion string `json:"descripcion" example:"Radicado del proceso"`
	EnAsunto    bool   `json:"en_asunto" doc:"false: solo en el texto, porque puede tener varias líneas"`
}

func templateOf(t notification.CourtTemplate) PlantillaCorreo {
	return PlantillaCorreo{Asunto: t.Subject, Texto: t.Body, Firma: t.Signature, Predeterminada: t.IsDefault(),
		FechaActualizacion: stampOrNull(t.ChangedAt), ActualizadoPor: orNull(t.ChangedBy),
		Campos: each(notification.Placeholders(), func(p notification.Placeholder) Campo {
			return Campo{Campo: "{" + p.Name + "}", Descripcion: p.Description, EnAsunto: !p.Lines}
		})}
}

func (h *handlers) mailTemplate(ctx context.Context, in *IDPath) (*one[PlantillaCorreo], error) {
	t, err := h.NotificationService.MailTemplate(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	return &one[PlantillaCorreo]{templateOf(t)}, nil
}

type mailTemplateInput struct {
	IDPath
	Body struct {
		Asunto string `json:"asunto" doc:"De una línea; máximo 200 caracteres" example:"Notificación judicial, radicado {radicado}"`
		Texto  string `json:"texto" doc:"Debe tener {contenido}; máximo 20000 caracteres" example:"{destinatario}:\n\n{contenido}\n\n{firma}"`
		Firma  string `json:"firma,omitempty" nullable:"true" doc:"Máximo 2000 caracteres; si la hay, el texto debe tener {firma}"`
	} `nameHint:"PlantillaCorreoNueva"`
}

func (in *mailTemplateInput) template() notification.Template {
	return notification.Template{Subject: in.Body.Asunto, Body: in.Body.Texto, Signature: in.Body.Firma}
}

func (h *handlers) setMailTemplate(ctx context.Context, in *mailTemplateInput) (*one[PlantillaCorreo], error) {
	t, err := h.NotificationService.SetMailTemplate(ctx, rest.Actor(ctx), in.id(), in.template())
	if err != nil {
		return nil, err
	}
	return &one[PlantillaCorreo]{templateOf(t)}, nil
}

func (h *handlers) resetMailTemplate(ctx context.Context, in *IDPath) (*struct{}, error) {
	return nil, h.NotificationService.ResetMailTemplate(ctx, rest.Actor(ctx), in.id())
}

func (h *handlers) previewMailTemplate(ctx context.Context, in *mailTemplateInput) (*one[VistaPrevia], error) {
	d, err := h.NotificationService.PreviewMailTemplate(ctx, rest.Actor(ctx), in.id(), in.template())
	return &one[VistaPrevia]{previewOf(d)}, err
}

func (h *handlers) courtCorrections(ctx context.Context, in *correctionsInput) (*paged[Correccion], error) {
	list, err := h.NotificationService.CourtCorrections(ctx, rest.Actor(ctx), in.id(), in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, correctionOf), nil
}
