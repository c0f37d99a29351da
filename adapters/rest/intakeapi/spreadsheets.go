package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sheet"
)

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

type exportInput struct {
	FileName string `query:"filename" default:"indice_documentos" maxLength:"1000" doc:"Without extension; reduced to a safe name"`
	DateFrom string `query:"date_from" doc:"First day of creation, in Colombia: YYYY-MM-DD" example:"2026-03-04"`
	DateTo   string `query:"date_to" doc:"Last day of creation, included: YYYY-MM-DD" example:"2026-03-31"`
}

func (h *handlers) export(ctx context.Context, in *exportInput) (*rest.File, error) {
	var f document.Filter
	var err error
	if f.From, err = dayOf("query.date_from", in.DateFrom); err != nil {
		return nil, err
	}
	if f.To, err = dayOf("query.date_to", in.DateTo); err != nil {
		return nil, err
	}
	made, err := h.Spreadsheets.Export(ctx, rest.Actor(ctx), f)
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: sheet.FileName(in.FileName), Type: xlsxType, Size: made.Size, Content: made.Content}, nil
}
