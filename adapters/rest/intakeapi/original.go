package intakeapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

var pngType, jpegType = document.PNG.MediaType(), document.JPEG.MediaType()

func originalTypes() (types []string) {
	for _, k := range document.OriginalKinds() {
		types = append(types, k.MediaType())
	}
	return types
}

func (h *handlers) original(ctx context.Context, in *documentInput) (*rest.File, error) {
	o, err := h.Originals.Original(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: o.FileName, Type: o.Kind.MediaType(), Tag: o.SHA256, Size: o.Size, Content: o.Content}, nil
}

type pageInput struct {
	DocumentPath
	Number int `path:"number" minimum:"1" maximum:"1000000" doc:"Desde 1"`
	DPI    int `query:"dpi" default:"120" minimum:"36" maximum:"200" doc:"Resolución; las páginas muy grandes reciben menos"`

	Color bool `query:"color" doc:"En colores, como JPEG; si no, en grises, como PNG"`
}

// keepPage is how long a page may be shown without asking again: what was
// scanned stays as it is, but the document may be deleted.
const keepPage = time.Hour

func (h *handlers) page(ctx context.Context, in *pageInput) (*rest.File, error) {
	p, err := h.Originals.Page(ctx, rest.Actor(ctx), identifier(in.ID), document.Drawing{Page: in.Number, DPI: float64(in.DPI), Colour: in.Color})
	if err != nil {
		return nil, err
	}
	kind := pngType
	if in.Color {
		kind = jpegType
	}
	return &rest.File{Type: kind, Tag: p.Tag, Keep: keepPage, Make: func() ([]byte, error) { return p.Draw(ctx) }}, nil
}

type pageWordsInput struct {
	DocumentPath
	Number int `path:"number" minimum:"1" maximum:"1000000" doc:"Desde 1"`
}

// PageWords are the words of a page.
type PageWords struct {
	Available bool    `json:"available" doc:"false si no se guardó dónde están: el documento no se leyó de un archivo"`
	Width     float64 `json:"width" doc:"De la página tal como se muestra, en puntos de 1/72 de pulgada; 0 si no se sabe"`
	Height    float64 `json:"height"`
	Turn      int     `json:"turn" minimum:"0" maximum:"3" doc:"Cuartos de vuelta a la derecha que enderezan sus renglones"`
	Words     []Word  `json:"words" nullable:"false" doc:"En orden de lectura"`
}

// Word is a word of a page.
type Word struct {
	Text       string  `json:"text"`
	Confidence float64 `json:"confidence" minimum:"0" maximum:"1"`
	Box        Box     `json:"box"`
	Start      int     `json:"start" doc:"En puntos de código Unicode de text del documento"`
	End        int     `json:"end"`
}

func (h *handlers) pageWords(ctx context.Context, in *pageWordsInput) (*enveloped[PageWords], error) {
	p, err := h.Originals.PageWords(ctx, rest.Actor(ctx), identifier(in.ID), in.Number)
	if err != nil {
		return nil, err
	}
	return envelope(PageWords{Available: p.Available, Width: p.Width, Height: p.Height, Turn: p.Turn, Words: each(p.Words, func(w document.Word) Word {
		return Word{Text: w.Text, Confidence: w.Confidence, Box: Box(w.Box), Start: w.Start, End: w.End}
	})}), nil
}
