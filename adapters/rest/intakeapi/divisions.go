package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// Division is a file that was divided into the filings in it.
type Division struct {
	DocumentID string        `json:"document_id" format:"uuid" doc:"Del archivo dividido, que está en la papelera mientras tanto"`
	FileName   string        `json:"file_name"`
	Parts      []DividedPart `json:"parts" nullable:"false" doc:"En el orden de sus páginas"`
}

// DividedPart is a part of a divided file.
type DividedPart struct {
	DocumentID string `json:"document_id" format:"uuid" doc:"Existe cuando termina su tarea"`
	TaskID     string `json:"task_id" format:"uuid"`
	FirstPage  int    `json:"first_page" doc:"Del archivo dividido, desde 1"`
	LastPage   int    `json:"last_page"`
}

func divisionOf(d document.Division) rest.OrNull[Division] {
	if d.DocumentID == "" {
		return rest.OrNull[Division]{}
	}
	return rest.OrNull[Division]{Value: &Division{DocumentID: d.DocumentID, FileName: d.FileName, Parts: each(d.Parts, func(p document.DividedPart) DividedPart {
		return DividedPart{DocumentID: p.DocumentID, TaskID: p.TaskID, FirstPage: p.Pages.First, LastPage: p.Pages.Last}
	})}}
}

type splitInput struct {
	DocumentPath
	IfMatch string `header:"If-Match" doc:"ETag del documento como se vio; 412 si cambió desde entonces"`
	Body    struct {
		Begins []int `json:"begins,omitempty" nullable:"false" maxItems:"199" doc:"Páginas en que comienzan los escritos después del primero; si falta, las que encontró la extracción (begins de page_details)"`
	} `nameHint:"Split"`
}

func (h *handlers) splitDocument(ctx context.Context, in *splitInput) (*enveloped[Division], error) {
	d, err := h.Divisions.Split(ctx, rest.Actor(ctx), document.Split{DocumentID: identifier(in.ID), Begins: in.Body.Begins, Revisions: rest.Tags(in.IfMatch)})
	if err != nil {
		return nil, err
	}
	return envelope(*divisionOf(d).Value), nil
}

func (h *handlers) joinDocument(ctx context.Context, in *documentInput) (*detailOutput, error) {
	d, err := h.Divisions.Join(ctx, rest.Actor(ctx), identifier(in.ID))
	return h.detailed(ctx, &d, err)
}
