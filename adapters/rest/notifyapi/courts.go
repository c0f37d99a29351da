package notifyapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/notification"
)

// Juzgado is a court that cases are before.
type Juzgado struct {
	ID            string `json:"id" format:"uuid"`
	Nombre        string `json:"nombre" example:"Juzgado 1 Civil Municipal de Bogotá"`
	FechaCreacion Stamp  `json:"fecha_creacion"`
	CreadoPor     string `json:"creado_por"`
}

func courtOf(c notification.Court) Juzgado {
	return Juzgado{ID: c.ID, Nombre: c.Name, FechaCreacion: stamp(c.CreatedAt), CreadoPor: c.CreatedBy}
}

type courtsBody struct {
	Items []Juzgado `json:"items" nullable:"false"`
}

func (h *handlers) courts(ctx context.Context, _ *struct{}) (*one[courtsBody], error) {
	all, err := h.NotificationService.ListCourts(ctx, rest.Actor(ctx))
	return &one[courtsBody]{courtsBody{each(all, courtOf)}}, err
}

type registerCourtInput struct {
	rest.Once
	Body struct {
		Nombre string `json:"nombre" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"Juzgado 1 Civil Municipal de Bogotá"`
	} `nameHint:"JuzgadoNuevo"`
}

func (h *handlers) registerCourt(ctx context.Context, in *registerCourtInput) (*one[Juzgado], error) {
	c, err := h.NotificationService.RegisterCourt(ctx, rest.Actor(ctx), notification.CourtDraft{Key: in.Key, Name: in.Body.Nombre})
	return &one[Juzgado]{courtOf(c)}, err
}
