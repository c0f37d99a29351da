package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

type searchInput struct {
	Q        string `query:"q" doc:"Palabras, \"una frase exacta\", -sin, OR, NOT; vacío para todos los documentos" example:"pensión \"mínimo vital\" -colpensiones"`
	Page     int    `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PageSize int    `query:"page_size" default:"50" minimum:"1" maximum:"200"`
	DocumentsFilter
	SortBy string `query:"sort_by" default:"Relevancia" doc:"Relevancia, Fecha, Fecha_asc, Demandante o Radicado, en mayúsculas o minúsculas"`
}

// Found is a page of what a search found.
type Found struct {
	Documents  []Finding `json:"documents" nullable:"false"`
	Total      int       `json:"total" doc:"De todas las páginas, a lo sumo 10000"`
	TotalExact Exact     `json:"total_exact,omitempty" doc:"Solo si se hallan más documentos que total, y entonces false"`
	Page       int       `json:"page"`
	PageSize   int       `json:"page_size"`
}

// Finding is a document that was found.
type Finding struct {
	Summary
	Snippet    string `json:"snippet" doc:"En qué parte del texto se halló: texto simple en una línea"`
	Highlights []Span `json:"highlights" nullable:"false" doc:"Lo que se halló, en snippet"`
}

// Span is a part of a text.
type Span struct {
	Start int `json:"start" doc:"En puntos de código Unicode"`
	End   int `json:"end"`
}

func (h *handlers) search(ctx context.Context, in *searchInput) (*enveloped[Found], error) {
	order, err := document.ParseSearchOrder(in.SortBy)
	if err != nil {
		return nil, at("query.sort_by", err)
	}
	filter, err := in.filter("query")
	if err != nil {
		return nil, err
	}
	page := document.PageRequest{Number: in.Page, Size: in.PageSize}
	found, err := h.Intake.Search(ctx, rest.Actor(ctx), document.Search{Text: in.Q, Filter: filter, Order: order, Page: page})
	if err != nil {
		return nil, err
	}
	return envelope(FoundOf(found, page, h.Intake.DaysLeft)), nil
}

// FoundOf returns a page of what was found as the interface answers it. daysLeft counts the business days from today to a day.
func FoundOf(found document.Found, page document.PageRequest, daysLeft func(document.Day) int) Found {
	return Found{
		Documents: each(found.Items, func(f document.Finding) Finding {
			return Finding{
				Summary:    datedSummary(f.Summary, daysLeft),
				Snippet:    f.Snippet.Text,
				Highlights: each(f.Snippet.Marks, func(s search.Span) Span { return Span(s) }),
			}
		}),
		Total: found.Total, TotalExact: exactUnless(found.AtLeast),
		Page: page.Number, PageSize: page.Size,
	}
}
