package intakeapi

import (
	"cmp"
	"context"
	"io"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

var docTypeSchema = &huma.Schema{
	Type:        huma.TypeString,
	Description: typeNames,
	Default:     string(document.Tutela),
}

const typeNames = "tutela, habeas_corpus, habeas_data, derecho_peticion, demanda, impugnacion, desacato, sentencia, otro; auto: el que muestre el texto"

// typeOfFilesSchema is that of doc_type where files may be of several types.
var typeOfFilesSchema = &huma.Schema{
	Type:        huma.TypeString,
	Description: "Del archivo que le sigue y de los demás, hasta otro doc_type: " + typeNames,
	Default:     string(document.Auto),
}

var passwordSchema = &huma.Schema{
	Type:        huma.TypeString,
	Format:      "password",
	Description: "De un PDF que no abre sin ella. Se guarda hasta que la tarea termina",
	WriteOnly:   true,
}

type processInput struct {
	rest.Stream
	rest.Once
}

type processOutput struct {
	Location   string `header:"Location" doc:"La tarea"`
	RetryAfter int    `header:"Retry-After" doc:"Segundos hasta que valga la pena preguntar"`
	Body       struct {
		Accepted
		Data Accepted `json:"data"`
	} `nameHint:"ProcessResponse"`
}

// Accepted says which task an upload has become.
type Accepted struct {
	TaskID string `json:"task_id" format:"uuid"`
	Status string `json:"status" enum:"pending,processing,completed,failed"`
}

func (h *handlers) process(ctx context.Context, in *processInput) (*processOutput, error) {
	upload, err := in.Open("file", h.MaxUploadBytes)
	if err != nil {
		return nil, err
	}
	task, err := h.Intake.Submit(ctx, rest.Actor(ctx), document.Upload{
		FileName: upload.FileName,
		Content:  upload,
		Kinds:    []document.FileKind{document.PDF},
		TypeName: func() string { return upload.Field("doc_type") },
		Password: func() string { return upload.Field("password") },
		Key:      in.Key,
		Turn:     rest.TakeTurn,
	})
	if err != nil {
		return nil, err
	}
	return h.accepted(task), nil
}

func (h *handlers) images(ctx context.Context, in *processInput) (*processOutput, error) {
	upload, err := in.OpenAll("files", h.MaxUploadBytes)
	if err != nil {
		return nil, err
	}
	begun := false
	task, err := h.Intake.Submit(ctx, rest.Actor(ctx), document.Upload{
		Images: func() (document.Image, error) {
			if begun && !upload.Next() {
				return document.Image{}, io.EOF
			}
			begun = true
			return document.Image{FileName: upload.FileName, Content: upload}, nil
		},
		TypeName: func() string { return upload.Field("doc_type") },
		Key:      in.Key,
		Turn:     rest.TakeTurn,
	})
	if err != nil {
		return nil, err
	}
	return h.accepted(task), nil
}

// accepted returns the answer to a request that queued a task.
func (h *handlers) accepted(t document.Task) *processOutput {
	out := &processOutput{Location: h.api.Path("tasks", t.ID), RetryAfter: 1}
	out.Body.Data = Accepted{TaskID: t.ID, Status: string(t.Status)}
	out.Body.Accepted = out.Body.Data
	return out
}

type taskInput struct{ TaskPath }

// TaskPath is the part of a path that names a task.
type TaskPath struct {
	ID string `path:"task_id"`
}

type taskOutput struct {
	Body Task
}

// Task is the processing of one upload.
type Task struct {
	TaskState
	Result rest.OrNull[TaskResult] `json:"result" doc:"Cuando terminó bien"`
}

// TaskState is a task without its result.
type TaskState struct {
	TaskID      string   `json:"task_id" format:"uuid"`
	Status      string   `json:"status" enum:"pending,processing,completed,failed"`
	Stage       string   `json:"stage" enum:"queued,reading,extracting,comparing"`
	Progress    float64  `json:"progress" minimum:"0" maximum:"1"`
	PagesDone   int      `json:"pages_done"`
	PagesTotal  int      `json:"pages_total" doc:"0 mientras no se conozca"`
	Warnings    []string `json:"warnings" nullable:"false" doc:"Cuando terminó bien: páginas sin texto legible, y documentos que llegaron después y lo repiten"`
	Error       *string  `json:"error" doc:"Cuando falló: qué pasó y qué hacer"`
	ErrorCode   *string  `json:"error_code"`
	CreatedAt   string   `json:"created_at" format:"date-time"`
	StartedAt   *string  `json:"started_at" format:"date-time"`
	CompletedAt *string  `json:"completed_at" format:"date-time"`
	ExpiresAt   *string  `json:"expires_at" format:"date-time" doc:"Después de esa hora la tarea no se encuentra"`
}

// TaskResult is the result of a completed task.
type TaskResult struct {
	TaskSummary
	Duplicates []Candidate `json:"duplicates" nullable:"false" doc:"Los más parecidos, a lo sumo 20; duplicates_total los cuenta todos"`
	NewClaims  []Candidate `json:"new_claims" nullable:"false" doc:"Las mismas partes, otra solicitud u otros hechos: no son duplicados; a lo sumo 20"`
	Mass       []Candidate `json:"mass" nullable:"false" doc:"El mismo formato de otras personas: no son duplicados; a lo sumo 20"`
	SameCase   []Candidate `json:"same_case" nullable:"false" doc:"Otros escritos del mismo caso, como la respuesta, el fallo o la impugnación: no son duplicados; a lo sumo 20"`
}

// TaskSummary is the result of a completed task without the documents related to its own.
type TaskSummary struct {
	ID               string                     `json:"id" format:"uuid"`
	FileName         string                     `json:"file_name"`
	DocumentType     string                     `json:"document_type"`
	SuggestedType    rest.OrNull[SuggestedType] `json:"suggested_type" doc:"Qué tipo de escrito parece el texto; document_type sigue siendo lo que dijo quien lo envió"`
	Demandante       string                     `json:"demandante"`
	Demandado        string                     `json:"demandado"`
	OCRConfidence    float64                    `json:"ocr_confidence" doc:"De las páginas con texto; 0 si no se leyó nada"`
	NeedsReview      bool                       `json:"needs_review" doc:"Algo no se leyó bien (poorly_read, warnings) o hay campos por comprobar (doubts): revise el original"`
	PoorlyRead       bool                       `json:"poorly_read" doc:"Algo no se leyó bien, o el archivo no es lo que parecía (warnings)"`
	Doubts           []Doubt                    `json:"doubts" nullable:"false" doc:"Campos que conviene comprobar en el original, también los que quedaron vacíos"`
	Pages            int                        `json:"pages"`
	ProcessingTimeMS int64                      `json:"processing_time_ms"`
	DuplicatesTotal  int                        `json:"duplicates_total" doc:"Documentos anteriores que este repite"`
}

func (h *handlers) task(ctx context.Context, in *taskInput) (*taskOutput, error) {
	t, err := h.Intake.Task(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return &taskOutput{Body: taskOf(t)}, nil
}

type tasksInput struct {
	Page    int    `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage int    `query:"per_page" default:"20" minimum:"1" maximum:"100"`
	Status  string `query:"status" enum:"pending,processing,completed,failed"`
	Mine    string `query:"mine" enum:"true" doc:"Solo los que envió quien pregunta"`
}

// ListedTask is a task and which file it is about.
type ListedTask struct {
	TaskState
	Result       rest.OrNull[TaskSummary] `json:"result" doc:"Cuando terminó bien. Los documentos relacionados están en GET /tasks/{task_id}"`
	FileName     string                   `json:"file_name"`
	DocumentType string                   `json:"document_type"`
	CreatedBy    string                   `json:"created_by" doc:"Quién lo envió"`
}

func (h *handlers) tasks(ctx context.Context, in *tasksInput) (*paged[ListedTask], error) {
	filter := document.TaskFilter{Status: document.TaskStatus(in.Status)}
	if in.Mine != "" {
		filter.CreatedBy = rest.Actor(ctx).Username
	}
	list, err := h.Intake.ListTasks(ctx, rest.Actor(ctx), filter, document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, func(t document.Task) ListedTask {
		listed := ListedTask{TaskState: stateOf(t), FileName: t.FileName, DocumentType: string(t.Type), CreatedBy: t.CreatedBy}
		if t.Result != nil {
			listed.Result.Value = new(resultSummaryOf(t.Result))
			listed.DocumentType = string(cmp.Or(t.Result.Type, t.Type))
		}
		return listed
	}), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx), url.Values{"status": {in.Status}, "mine": {in.Mine}}, list.Page, list.Total)
	return out, nil
}

type retryInput struct {
	TaskPath
	rest.Once
	Body *Retry
}

// Retry is the optional body of a retry.
type Retry struct {
	Password string `json:"password,omitempty" format:"password" writeOnly:"true" maxLength:"1000" doc:"De un PDF que no abre sin ella. Se guarda hasta que la tarea termina"`
}

func (h *handlers) retryTask(ctx context.Context, in *retryInput) (*processOutput, error) {
	retry := document.Retry{TaskID: identifier(in.ID), Key: in.Key}
	if in.Body != nil {
		retry.Password = in.Body.Password
	}
	t, err := h.Intake.RetryTask(ctx, rest.Actor(ctx), retry)
	if err != nil {
		return nil, err
	}
	return h.accepted(t), nil
}

func (h *handlers) cancelTask(ctx context.Context, in *taskInput) (*taskOutput, error) {
	t, err := h.Intake.CancelTask(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return &taskOutput{Body: taskOf(t)}, nil
}

func taskOf(t document.Task) Task {
	out := Task{TaskState: stateOf(t)}
	if r := t.Result; r != nil {
		out.Result.Value = &TaskResult{
			TaskSummary: resultSummaryOf(r),
			Duplicates:  each(r.Duplicates, candidateOf),
			NewClaims:   each(r.NewClaims, candidateOf),
			Mass:        each(r.Mass, candidateOf),
			SameCase:    each(r.SameCase, candidateOf),
		}
	}
	return out
}

func stateOf(t document.Task) TaskState {
	out := TaskState{
		TaskID:      t.ID,
		Status:      string(t.Status),
		Stage:       string(t.Stage),
		Progress:    t.Progress,
		PagesDone:   t.PagesDone,
		PagesTotal:  t.PagesTotal,
		Warnings:    []string{},
		Error:       orNull(t.Error),
		ErrorCode:   orNull(t.ErrorCode),
		CreatedAt:   stamp(t.CreatedAt),
		StartedAt:   stampOrNull(t.StartedAt),
		CompletedAt: stampOrNull(t.CompletedAt),
		ExpiresAt:   stampOrNull(t.ExpiresAt),
	}
	if t.Result != nil {
		out.Warnings = append(out.Warnings, t.Result.Warnings...)
	}
	return out
}

func resultSummaryOf(r *document.TaskResult) TaskSummary {
	return TaskSummary{
		ID:               r.DocumentID,
		FileName:         r.FileName,
		DocumentType:     string(r.Type),
		SuggestedType:    suggestedType(r.Suggested, r.Type),
		Demandante:       r.Plaintiff,
		Demandado:        r.Defendant,
		OCRConfidence:    r.OCRConfidence,
		NeedsReview:      r.NeedsReview,
		PoorlyRead:       r.PoorlyRead,
		Doubts:           each(r.Doubts, doubtOf),
		Pages:            r.Pages,
		ProcessingTimeMS: r.ProcessingTime.Milliseconds(),
		DuplicatesTotal:  r.TotalDuplicates(),
	}
}
