package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

type bulkInput struct {
	Body struct {
		Action       string         `json:"action" enum:"approve,reopen,type,tag,untag,assign" doc:"approve: aprobarlos como están; reopen: deshacer su aprobación; type: darles el tipo document_type; tag y untag: ponerles o quitarles la etiqueta tag; assign: asignarlos al usuario assignee"`
		Documents    []BulkDocument `json:"documents" nullable:"false" minItems:"1" maxItems:"100"`
		DocumentType string         `json:"document_type,omitempty" example:"tutela"`
		Tag          string         `json:"tag,omitempty" example:"salud"`
		Assignee     string         `json:"assignee,omitempty" example:"ana.lopez" doc:"Vacío: a nadie"`
	} `nameHint:"BulkChange"`
}

// BulkDocument names a document of a bulk change.
type BulkDocument struct {
	ID      string `json:"id" format:"uuid"`
	IfMatch string `json:"if_match,omitempty" doc:"ETag del documento como se vio; si cambió desde entonces, queda como está"`
}

// BulkChanged says what became of the documents of a bulk change.
type BulkChanged struct {
	Changed   int          `json:"changed" doc:"Cuántos cambiaron"`
	Documents []BulkResult `json:"documents" nullable:"false" doc:"Cada documento una vez, en el orden en que se pidieron"`
}

// BulkResult is what became of one of them.
type BulkResult struct {
	ID      string   `json:"id" format:"uuid"`
	Outcome string   `json:"outcome" enum:"changed,unchanged,refused" doc:"unchanged: ya estaba así; refused: quedó como estaba, por lo que dice code"`
	Code    string   `json:"code,omitempty" example:"undecided_duplicate" doc:"Solo si no se pudo: document_not_found, document_changed, already_approved, undecided_duplicate, doubtful_fields, needs_review, too_many_tags, internal"`
	Message string   `json:"message,omitempty" doc:"Lo mismo en palabras"`
	Fields  []string `json:"fields,omitempty" nullable:"false" doc:"Los campos por comprobar, con doubtful_fields"`
	ETag    string   `json:"etag,omitempty" doc:"Del documento como quedó; falta si no existe"`
}

func (h *handlers) changeDocuments(ctx context.Context, in *bulkInput) (*enveloped[BulkChanged], error) {
	b := in.Body
	change := document.BulkChange{Action: document.BulkAction(b.Action), TypeName: b.DocumentType, Tag: b.Tag, Assignee: b.Assignee}
	for _, d := range b.Documents {
		change.Documents = append(change.Documents, document.BulkDocument{ID: identifier(d.ID), Revisions: rest.Tags(d.IfMatch)})
	}
	results, err := h.Intake.ChangeMany(ctx, rest.Actor(ctx), change)
	if err != nil {
		return nil, err
	}
	answer := BulkChanged{Documents: each(results, bulkResultOf)}
	for _, r := range results {
		if r.Changed {
			answer.Changed++
		}
	}
	return envelope(answer), nil
}

func bulkResultOf(r document.BulkResult) BulkResult {
	out := BulkResult{ID: r.ID, Outcome: "unchanged"}
	if r.Revision != "" {
		out.ETag = rest.ETag(r.Revision)
	}
	switch {
	case r.Changed:
		out.Outcome = "changed"
	case r.Refusal != nil:
		out.Outcome, out.Code, out.Message = "refused", r.Refusal.Code, r.Refusal.Message
		for _, f := range r.Fields {
			out.Fields = append(out.Fields, string(f))
		}
	}
	return out
}
