package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// TaskEvent is a task that came in, got further or ended.
type TaskEvent struct {
	TaskID       string  `json:"task_id" format:"uuid"`
	DocumentID   string  `json:"document_id" format:"uuid" doc:"Del documento que será; existe cuando status es completed"`
	FileName     string  `json:"file_name"`
	DocumentType string  `json:"document_type"`
	Status       string  `json:"status" enum:"pending,processing,completed,failed"`
	Stage        string  `json:"stage" enum:"queued,reading,extracting,comparing"`
	Progress     float64 `json:"progress" minimum:"0" maximum:"1"`
	PagesDone    int     `json:"pages_done"`
	PagesTotal   int     `json:"pages_total" doc:"0 mientras no se sabe"`
	Error        *string `json:"error"`
	ErrorCode    *string `json:"error_code"`
	CreatedBy    string  `json:"created_by"`
	CreatedAt    string  `json:"created_at" format:"date-time"`
}

// ChangeEvent names what changed. It may have changed more: a page that shows
// lists asks for them again.
type ChangeEvent struct {
	DocumentIDs []string `json:"document_ids" nullable:"false" doc:"Los documentos que se sabe que cambiaron"`
}

// ReadyEvent says that everything that happens from now on is reported.
type ReadyEvent struct{}

// eventData is the data of each event, by its name.
var eventData = map[string]any{
	string(document.ReadyEvent): ReadyEvent{}, string(document.TaskEvent): TaskEvent{},
	string(document.DocumentsEvent): ChangeEvent{}, string(document.PairsEvent): ChangeEvent{}, "end": rest.End{},
}

func (h *handlers) events(ctx context.Context, _ *struct{}) (rest.Events[document.Event], error) {
	events, stop, err := h.Events.Listen(rest.Actor(ctx))
	return rest.Events[document.Event]{C: events, Show: eventOf, Stop: stop}, err
}

func eventOf(e document.Event) rest.Event { return rest.Event{Name: string(e.Kind), Data: dataOf(e)} }

func dataOf(e document.Event) any {
	switch t := e.Task; e.Kind {
	case document.ReadyEvent:
		return ReadyEvent{}
	case document.TaskEvent:
		return TaskEvent{TaskID: t.ID, DocumentID: t.DocumentID, FileName: t.FileName, DocumentType: string(t.Type),
			Status: string(t.Status), Stage: string(t.Stage), Progress: t.Progress, PagesDone: t.PagesDone, PagesTotal: t.PagesTotal,
			Error: orNull(t.Error), ErrorCode: orNull(t.ErrorCode), CreatedBy: t.CreatedBy, CreatedAt: stamp(t.CreatedAt)}
	}
	return ChangeEvent{DocumentIDs: append([]string{}, e.Documents...)}
}
