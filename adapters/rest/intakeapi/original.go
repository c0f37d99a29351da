package intakeapi

import (
	"context"
	"strings"

	"github.com/cotejo/cotejo/adapters/rest"
)

const pdfType = "application/pdf"

func (h *handlers) original(ctx context.Context, in *documentInput) (*rest.File, error) {
	o, err := h.Intake.Original(ctx, rest.Actor(ctx), strings.ToLower(in.ID))
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: o.FileName, Type: pdfType, Tag: o.SHA256, Size: o.Size, Content: o.Content}, nil
}
