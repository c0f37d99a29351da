package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

type recurringInput struct {
	DocumentPath
	Body struct {
		Cedula     string `json:"cedula,omitempty" nullable:"true" example:"52.418.903"`
		Correo     string `json:"correo,omitempty" nullable:"true" example:"ana@correo.co"`
		Demandante string `json:"demandante,omitempty" nullable:"true" example:"Ana López Ruiz"`
	} `nameHint:"Recurring"`
}

// Recurrence holds the other documents in which a person occurs.
type Recurrence struct {
	CedulaMatches     []Occurrence `json:"cedula_matches" nullable:"false" doc:"Los 200 más recientes"`
	CorreoMatches     []Occurrence `json:"correo_matches" nullable:"false" doc:"Los 200 más recientes"`
	DemandanteMatches []Occurrence `json:"demandante_matches" nullable:"false" doc:"Los 200 más recientes; también con un apellido de más o de menos, o cuando uno presenta el escrito por el otro"`
	TotalMatches      int          `json:"total_matches" doc:"De las tres listas, con lo que no se muestra"`
}

// Occurrence is a document in which a person occurs.
type Occurrence struct {
	DocumentID string `json:"document_id" format:"uuid"`
	FileName   string `json:"file_name"`
	Demandante string `json:"demandante"`
}

func (h *handlers) recurring(ctx context.Context, in *recurringInput) (*enveloped[Recurrence], error) {
	found, err := h.People.Recurring(ctx, rest.Actor(ctx), identifier(in.ID),
		document.Person{Cedula: in.Body.Cedula, Email: in.Body.Correo, Plaintiff: in.Body.Demandante})
	if err != nil {
		return nil, err
	}
	return envelope(Recurrence{
		CedulaMatches:     each(found.Cedula.Items, occurrenceOf),
		CorreoMatches:     each(found.Email.Items, occurrenceOf),
		DemandanteMatches: each(found.Plaintiff.Items, occurrenceOf),
		TotalMatches:      found.Cedula.Total + found.Email.Total + found.Plaintiff.Total,
	}), nil
}

func occurrenceOf(s document.Summary) Occurrence {
	return Occurrence{DocumentID: s.ID, FileName: s.FileName, Demandante: s.Plaintiff}
}
