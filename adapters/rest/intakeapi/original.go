package intakeapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

var pngType = document.PNG.MediaType()

func originalTypes() (types []string) {
	for _, k := range document.FileKinds() {
		types = append(types, k.MediaType())
	}
	return types
}

func (h *handlers) original(ctx context.Context, in *documentInput) (*rest.File, error) {
	o, err := h.Intake.Original(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: o.FileName, Type: o.Kind.MediaType(), Tag: o.SHA256, Size: o.Size, Content: o.Content}, nil
}

type pageInput struct {
	DocumentPath
	Number int `path:"number" minimum:"1" maximum:"1000000" doc:"Desde 1"`
	DPI    int `query:"dpi" default:"120" minimum:"36" maximum:"200" doc:"Resolución; las páginas muy grandes reciben menos"`
}

// keepPage is how long a page may be shown without asking again: what was
// scanned stays as it is, but the document may be deleted.
const keepPage = time.Hour

func (h *handlers) page(ctx context.Context, in *pageInput) (*rest.File, error) {
	p, err := h.Intake.Page(ctx, rest.Actor(ctx), identifier(in.ID), in.Number, in.DPI)
	if err != nil {
		return nil, err
	}
	return &rest.File{Type: pngType, Tag: p.Tag, Keep: keepPage, Make: func() ([]byte, error) { return p.Draw(ctx) }}, nil
}
