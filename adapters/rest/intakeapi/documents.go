package intakeapi

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/terms"
)

type documentsInput struct {
	Page    int `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage int `query:"per_page" default:"20" minimum:"1" maximum:"100"`

	DocumentsChoice
}

// DocumentsChoice is the part of a query that says which documents a list has and in which order, and what a saved view keeps of it.
type DocumentsChoice struct {
	DocumentsFilter
	Mine string `query:"mine" json:"mine,omitempty" enum:"true" doc:"true: solo los asignados a quien pregunta"`
	Sort string `query:"sort" json:"sort,omitempty" enum:"newest,due" doc:"newest si falta; due: solo los que tienen término, el que vence primero adelante"`
	Q    string `query:"q" json:"q,omitempty" doc:"Lo que dicen los documentos, como en /documents/search"`
}

// DocumentsFilter is the part of a query that narrows lists and searches.
type DocumentsFilter struct {
	Status       string `query:"status" json:"status,omitempty" enum:"processed,manual_entry,imported,validated"`
	DocumentType string `query:"document_type" json:"document_type,omitempty" doc:"Como en los documentos"`
	DateFrom     string `query:"date_from" json:"date_from,omitempty" format:"date" doc:"Primer día de creación, en Colombia"`
	DateTo       string `query:"date_to" json:"date_to,omitempty" format:"date" doc:"Último día de creación, incluido"`
	NeedsReview  string `query:"needs_review" json:"needs_review,omitempty" enum:"true,false" doc:"Con o sin contenido que nadie pudo leer y que falta revisar"`
	Duplicates   string `query:"duplicates" json:"duplicates,omitempty" enum:"open,confirmed,none" doc:"open: el programa cree que repite otro y nadie ha decidido; confirmed: una persona lo confirmó"`
	Due          string `query:"due" json:"due,omitempty" enum:"any,overdue,today,week" doc:"Por el fin de su término: any, con término; overdue, ya pasó; today; week, de hoy al domingo"`
	DueBefore    string `query:"due_before" json:"due_before,omitempty" format:"date" doc:"Con un término que vence antes de ese día"`
}

// filter reads what the documents are chosen by; where says in which part of the request a fault lies.
func (in *DocumentsFilter) filter(where string) (f document.Filter, err error) {
	f.Status = document.Status(in.Status)
	f.Review = map[string]document.Review{"true": document.ReviewDue, "false": document.ReviewNotDue}[in.NeedsReview]
	if in.Duplicates != "" {
		f.Duplicates = new(duplicateStates[in.Duplicates])
	}
	if strings.TrimSpace(in.DocumentType) != "" {
		if f.Type, err = document.ParseType(in.DocumentType); err != nil {
			return f, at(where+".document_type", err)
		}
	}
	if f.From, err = dayOf(where+".date_from", in.DateFrom); err != nil {
		return f, err
	}
	if f.To, err = dayOf(where+".date_to", in.DateTo); err != nil {
		return f, err
	}
	f.Urgency = document.Urgency(in.Due)
	before, err := dayOf(where+".due_before", in.DueBefore)
	if before != 0 {
		f.DueFrom, f.DueTo = 1, before-1
	}
	return f, err
}

// duplicateStates are the states of documents by their names in the interface.
var duplicateStates = map[string]document.DuplicateState{"none": document.NoDuplicate, "open": document.OpenDuplicate, "confirmed": document.ConfirmedDuplicate}

func (in *documentsInput) filters() url.Values {
	return url.Values{
		"status":        {in.Status},
		"document_type": {in.DocumentType},
		"date_from":     {in.DateFrom},
		"date_to":       {in.DateTo},
		"needs_review":  {in.NeedsReview},
		"duplicates":    {in.Duplicates},
		"due":           {in.Due},
		"due_before":    {in.DueBefore},
		"mine":          {in.Mine},
		"sort":          {in.Sort},
		"q":             {in.Q},
	}
}

// dayOf reads a day; none is not a fault.
func dayOf(location, s string) (document.Day, error) {
	if s == "" {
		return 0, nil
	}
	d, err := document.ParseDay(s)
	return d, at(location, err)
}

// at adds to a fault where in the request it lies.
func at(location string, err error) error {
	if f, ok := fault.As(err); ok {
		return f.With(fault.Detail{Location: location, Message: f.Message})
	}
	return err
}

// Summary is a row of the list of documents.
type Summary struct {
	ID           string `json:"id" format:"uuid"`
	FileName     string `json:"file_name"`
	DocumentType string `json:"document_type"`
	Status       string `json:"status" enum:"processed,manual_entry,imported,validated"`
	Demandante   string `json:"demandante"`
	Demandado    string `json:"demandado"`
	Cedula       string `json:"cedula"`
	Radicado     string `json:"radicado"`
	CreatedAt    string `json:"created_at" format:"date-time" doc:"Cuándo se leyó o se ingresó; por él van las listas y los filtros de fecha"`
	ArrivedAt    string `json:"arrived_at" format:"date-time" doc:"Cuándo llegó al juzgado: al buzón su correo, lo demás al servicio; si no se sabe, created_at. Desde ese día cuenta su término"`
	NeedsReview  bool   `json:"needs_review" doc:"Algo no se leyó o no es seguro (warnings): revise el original y valide el documento"`

	DuplicateState string `json:"duplicate_state" enum:"none,open,confirmed" doc:"Si repite un documento anterior: según el programa (open) o según una persona (confirmed)"`

	Assignee string `json:"assignee" doc:"Usuario a quien está asignado; vacío si a nadie"`

	Etiquetas []string `json:"etiquetas" nullable:"false" doc:"En las listas, a lo sumo las diez primeras"`

	Vence    *string `json:"vence" format:"date" doc:"Último día de su término, o el que fijó una persona; null si no tiene. Es una ayuda: la decisión es del despacho"`
	DaysLeft *int    `json:"days_left,omitempty" doc:"Días hábiles de hoy a vence; negativo si ya pasó. Solo en /documents, en la búsqueda y en el detalle"`
}

func (h *handlers) documents(ctx context.Context, in *documentsInput) (*paged[Summary], error) {
	filter, err := in.filter("query")
	if err != nil {
		return nil, err
	}
	filter.Query, filter.ByDue = in.Q, in.Sort == "due"
	if in.Mine != "" {
		filter.Assignee = rest.Actor(ctx).Username
	}
	list, err := h.Intake.List(ctx, rest.Actor(ctx), filter, document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	dated := func(s document.Summary) Summary { return datedSummary(s, h.Intake.DaysLeft) }
	out := pageOf(each(list.Items, dated), list.Total, list.Page)
	out.Body.Meta.TotalExact = exactUnless(list.AtLeast)
	out.Link = links(rest.RoutePath(ctx), in.filters(), list.Page, list.Total)
	return out, nil
}

// mostTagsListed bounds the tags of a document in a list: it may have a hundred.
const mostTagsListed = 10

func summaryOf(s document.Summary) Summary {
	return Summary{
		ID:           s.ID,
		FileName:     s.FileName,
		DocumentType: string(s.Type),
		Status:       string(s.Status),
		Demandante:   s.Plaintiff,
		Demandado:    s.Defendant,
		Cedula:       s.Cedula,
		Radicado:     s.Radicado,
		CreatedAt:    stamp(s.CreatedAt),
		ArrivedAt:    stamp(s.Arrived()),
		NeedsReview:  s.NeedsReview,

		DuplicateState: cmp.Or(string(s.DuplicateState), "none"),

		Assignee: s.Assignee,

		Etiquetas: append([]string{}, s.Tags[:min(mostTagsListed, len(s.Tags))]...),

		Vence: dayOrNull(s.Deadline()),
	}
}

// datedSummary is a summary with the days that are left.
func datedSummary(s document.Summary, daysLeft func(document.Day) int) Summary {
	out := summaryOf(s)
	if due := s.Deadline(); due != 0 {
		out.DaysLeft = new(daysLeft(due))
	}
	return out
}

func dayOrNull(d document.Day) *string {
	if d == 0 {
		return nil
	}
	return new(d.String())
}

type documentInput struct{ DocumentPath }

// DocumentPath is the part of a path that names a document.
type DocumentPath struct {
	ID string `path:"id"`
}

// identifier is the identifier that a path may name, in the form it is stored
// in; "", which nothing has, for any other text.
func identifier(s string) string {
	if id, err := uuid.Parse(s); err == nil && len(s) == len(id.String()) {
		return id.String()
	}
	return ""
}

// Detail is all that is known of a document.
type Detail struct {
	Summary
	Juzgado             string                     `json:"juzgado"`
	Correo              string                     `json:"correo"`
	NumeroActa          string                     `json:"numero_acta"`
	Representado        string                     `json:"representado" doc:"Por quienes otro presenta el escrito: un menor, quien no puede hacerlo; los lee la extracción"`
	DireccionDemandante string                     `json:"direccion_demandante"`
	DireccionDemandado  string                     `json:"direccion_demandado"`
	Observaciones       string                     `json:"observaciones"`
	OCRConfidence       *float64                   `json:"ocr_confidence" minimum:"0" maximum:"1" doc:"De las páginas con texto; null si no se leyó nada, como en lo importado y lo ingresado a mano"`
	Warnings            []string                   `json:"warnings" nullable:"false" doc:"Páginas sin texto legible, y valores que no pueden ser correctos"`
	IsManualEntry       bool                       `json:"is_manual_entry"`
	OriginalAvailable   bool                       `json:"original_available"`
	ProcessingTimeMS    int64                      `json:"processing_time_ms"`
	Pages               int                        `json:"pages"`
	PageDetails         []Page                     `json:"page_details" nullable:"false"`
	Text                string                     `json:"text" doc:"De todas las páginas, separadas por un salto de página"`
	Entities            []Entity                   `json:"entities" nullable:"false"`
	Alternatives        []Entity                   `json:"alternatives" nullable:"false" doc:"Valores demasiado inseguros para llenarlos"`
	Doubts              []Doubt                    `json:"doubts" nullable:"false" doc:"Campos que conviene comprobar en el original, también los que quedaron vacíos"`
	DoubtfulFields      []string                   `json:"doubtful_fields" nullable:"false" doc:"Campos por los que POST /documents/bulk no lo aprobaría: los de doubts, los de valores dudosos y los vacíos que tienen alternatives"`
	SuggestedType       rest.OrNull[SuggestedType] `json:"suggested_type" doc:"Qué tipo de escrito parece el texto; document_type sigue siendo lo que dijo quien lo envió"`
	Term                rest.OrNull[Term]          `json:"term" doc:"Por qué vence ese día; null si no tiene término o lo fijó una persona"`
	Division            rest.OrNull[Division]      `json:"division" doc:"El archivo que se dividió y del que este es un escrito; null si llegó así"`
	ValidatedAt         *string                    `json:"validated_at" format:"date-time"`
	ValidatedBy         *string                    `json:"validated_by"`
}

// SuggestedType is the probable type of a document, judged by its text.
type SuggestedType struct {
	Value      string   `json:"value" example:"tutela"`
	Confidence float64  `json:"confidence" minimum:"0" maximum:"1"`
	Doubtful   bool     `json:"doubtful" doc:"Si conviene revisar document_type"`
	Reasons    []string `json:"reasons" nullable:"false" doc:"Frases del texto que hablan a su favor"`
}

func suggestedType(s document.Suggestion, t document.Type) rest.OrNull[SuggestedType] {
	if s.Type == "" {
		return rest.OrNull[SuggestedType]{}
	}
	return rest.OrNull[SuggestedType]{Value: &SuggestedType{
		Value: string(s.Type), Confidence: s.Confidence, Doubtful: s.IsDoubtful(t), Reasons: append([]string{}, s.Reasons...),
	}}
}

// Term is the rule by which the term of a document was counted.
type Term struct {
	Purpose      string `json:"purpose" example:"Fallo" doc:"Qué vence"`
	Days         int    `json:"days" example:"10" doc:"Cuántos días, a partir del siguiente a from"`
	CalendarDays bool   `json:"calendar_days" doc:"Si los días son calendario, no hábiles"`
	From         string `json:"from" format:"date" doc:"Día en que se recibió"`
	Basis        string `json:"basis" example:"Decreto 2591 de 1991, art. 29"`
	Note         string `json:"note" doc:"Qué puede cambiar el término; puede estar vacío"`
}

func termOf(t terms.Term) rest.OrNull[Term] {
	if t.Rule.Days == 0 {
		return rest.OrNull[Term]{}
	}
	return rest.OrNull[Term]{Value: &Term{Purpose: t.Rule.Purpose, Days: t.Rule.Days, CalendarDays: t.Rule.Calendar,
		From: t.From.String(), Basis: t.Rule.Basis, Note: t.Rule.Note}}
}

// Doubt is a field that somebody should check in the original.
type Doubt struct {
	Field       string  `json:"field" example:"demandante"`
	Confidence  float64 `json:"confidence" minimum:"0" maximum:"1" doc:"Con qué frecuencia es correcto y completo un campo así"`
	Reason      string  `json:"reason" enum:"missing,unclear,several,partial,others,represented,unreadable,dependent"`
	Explanation string  `json:"explanation" example:"el escrito nombra a otras personas"`
}

// Page is the data of a page without its text.
type Page struct {
	Number     int      `json:"number" minimum:"1"`
	Source     string   `json:"source" enum:"text,ocr"`
	DPI        int      `json:"dpi" doc:"A la que se reconoció; 0 para una capa de texto"`
	Confidence *float64 `json:"confidence" doc:"null si la página no tiene texto legible"`
	Start      int      `json:"start" doc:"En puntos de código Unicode de text"`
	End        int      `json:"end"`

	Begins rest.OrNull[Begins] `json:"begins" doc:"El escrito que comienza en esta página, si el archivo parece tener varios; null en las demás y en la primera"`
}

// Begins are the parties of a filing that begins on a page.
type Begins struct {
	Demandante string `json:"demandante"`
	Demandado  string `json:"demandado"`
}

// Entity is an extracted entity and where it stands.
type Entity struct {
	Field      string   `json:"field" example:"demandante"`
	Value      string   `json:"value" doc:"Normalizado"`
	Raw        string   `json:"raw" doc:"Como está en text"`
	Confidence float64  `json:"confidence"`
	Doubtful   bool     `json:"doubtful" doc:"Si conviene revisarlo"`
	Page       int      `json:"page" doc:"Desde 1; 0 si no se conoce"`
	Start      int      `json:"start" doc:"En puntos de código Unicode de text"`
	End        int      `json:"end"`
	Boxes      []Box    `json:"boxes" nullable:"false"`
	Sources    []Source `json:"sources" nullable:"false"`
}

// Box is a rectangle on a page, in points of 1/72 inch from its upper left corner.
type Box struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// Source names an extractor that found an entity.
type Source struct {
	Extractor  string  `json:"extractor"`
	Confidence float64 `json:"confidence"`
}

func (h *handlers) document(ctx context.Context, in *documentInput) (*detailOutput, error) {
	d, err := h.Intake.Document(ctx, rest.Actor(ctx), identifier(in.ID))
	return h.detailed(ctx, &d, err)
}

func (h *handlers) deleteDocument(ctx context.Context, in *documentInput) (*struct{}, error) {
	return nil, h.Intake.Delete(ctx, rest.Actor(ctx), identifier(in.ID))
}

// DetailOf returns a document and its term as the interface answers them.
func DetailOf(d *document.Document, term terms.Term) Detail {
	summary := datedSummary(d.Summary(), func(document.Day) int { return term.Left })
	summary.Etiquetas = append([]string{}, d.Tags...)
	return Detail{
		Summary:             summary,
		Term:                termOf(term),
		Juzgado:             d.Court,
		Correo:              d.Email,
		NumeroActa:          d.ActaNumber,
		Representado:        d.Represented(),
		DireccionDemandante: d.PlaintiffAddress,
		DireccionDemandado:  d.DefendantAddress,
		Observaciones:       d.Remarks,
		OCRConfidence:       confidenceOf(d),
		Warnings:            append(append([]string{}, d.Warnings()...), d.FieldWarnings()...),
		IsManualEntry:       d.TypedIn,
		OriginalAvailable:   d.OriginalKey != "",
		ProcessingTimeMS:    d.ProcessingTime.Milliseconds(),
		Pages:               len(d.Pages),
		PageDetails: each(d.Pages, func(p document.PageInfo) Page {
			page := Page{Number: p.Number, Source: string(p.Source), DPI: p.DPI, Start: p.Start, End: p.End}
			if !p.Empty {
				page.Confidence = &p.Confidence
			}
			if p.Begins != nil {
				page.Begins.Value = &Begins{Demandante: p.Begins.Plaintiff, Demandado: p.Begins.Defendant}
			}
			return page
		}),
		Text:           d.Text,
		SuggestedType:  suggestedType(d.Suggested, d.Type),
		Doubts:         each(d.OpenDoubts(), doubtOf),
		DoubtfulFields: each(d.DoubtfulFields(), func(f document.Field) string { return string(f) }),
		Entities:       each(d.Entities, entityOf),
		Alternatives:   each(d.Alternatives, entityOf),
		ValidatedAt:    stampOrNull(d.ValidatedAt),
		ValidatedBy:    orNull(d.ValidatedBy),
	}
}

func doubtOf(x document.Doubt) Doubt {
	return Doubt{Field: string(x.Field), Confidence: x.Chance, Reason: string(x.Reason), Explanation: x.Explanation()}
}

func entityOf(e document.Entity) Entity {
	return Entity{
		Field:      string(e.Field),
		Value:      e.Value,
		Raw:        e.Raw,
		Confidence: e.Confidence,
		Doubtful:   e.IsDoubtful(),
		Page:       e.Page,
		Start:      e.Start,
		End:        e.End,
		Boxes:      each(e.Boxes, func(b document.Box) Box { return Box(b) }),
		Sources:    each(e.Sources, func(s ner.Source) Source { return Source(s) }),
	}
}

// confidenceOf is nil where nothing was read.
func confidenceOf(d *document.Document) *float64 {
	if d.OCRConfidence == 0 {
		return nil
	}
	return &d.OCRConfidence
}
