package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/casefile"
)

type caseArchiveInput struct {
	ID    []string `query:"id,explode" required:"true" minItems:"1" maxItems:"500" doc:"Los documentos del expediente; repita el parámetro" example:"0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11"`
	Stage string   `query:"stage" default:"01PrimeraInstancia" enum:"01PrimeraInstancia,02SegundaInstancia,03RecursosExtraordinarios,04Ejecucion" doc:"La etapa, que es la carpeta"`
}

const zipType = "application/zip"

func (h *handlers) caseArchive(ctx context.Context, in *caseArchiveInput) (*rest.File, error) {
	ids := make([]string, len(in.ID))
	for i, id := range in.ID {
		ids[i] = identifier(id)
	}
	made, name, err := h.CaseFiles.CaseFile(ctx, rest.Actor(ctx), casefile.Request{
		IDs: ids, Stage: casefile.Stage(in.Stage), Step: func() error { return rest.Step(ctx) },
		Space: func(bytes int64) error { return rest.TakeSpace(ctx, bytes) }})
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: name, Type: zipType, Size: made.Size, Content: made.Content}, nil
}
