package intakeapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// Activity has the counts of a period and of the documents that wait now.
type Activity struct {
	DateFrom string         `json:"date_from" format:"date"`
	DateTo   string         `json:"date_to" format:"date"`
	Days     []ActivityDay  `json:"days" nullable:"false" doc:"Por día y tipo, del más antiguo al más reciente; faltan los días sin documentos"`
	Pairs    map[string]int `json:"pairs" doc:"Parejas cuyo último documento llegó en el período, por estado: open, decided y lo que se decidió"`
	Queue    map[string]int `json:"queue" doc:"Envíos que ahora esperan, se leen o fallaron: pending, processing, failed"`
	ToReview int            `json:"to_review" doc:"Documentos que ahora esperan revisión"`
	Due      map[string]int `json:"due" doc:"Documentos por el fin de su término, ahora: overdue (ya pasó), today, week (de hoy al domingo)"`
	Recent   []Timed        `json:"recent" nullable:"false" doc:"Cuánto tomó leer los últimos archivos, el más reciente primero; a lo sumo 300"`
}

// ActivityDay counts the documents of one type that a day brought.
type ActivityDay struct {
	Date            string  `json:"date" format:"date"`
	DocumentType    string  `json:"document_type"`
	Documents       int     `json:"documents"`
	Read            int     `json:"read" doc:"Leídos de un archivo"`
	Duplicated      int     `json:"duplicated" doc:"Al llegar contaban los hechos de uno anterior"`
	AvgConfidence   float64 `json:"avg_ocr_confidence" doc:"De los que tienen texto; 0 si no hay"`
	WithText        int     `json:"with_text" doc:"Leídos en que había texto"`
	AvgProcessingMS float64 `json:"avg_processing_time_ms" doc:"De un archivo; 0 si no hay"`
}

// Timed is how long the reading of a file took.
type Timed struct {
	DocumentID string  `json:"document_id" format:"uuid"`
	FileName   string  `json:"file_name"`
	Pages      int     `json:"pages"`
	TookMS     float64 `json:"took_ms"`
	EndedAt    string  `json:"ended_at" format:"date-time"`
}

func activityDay(t document.DayTally) ActivityDay {
	d := ActivityDay{Date: t.Day.String(), DocumentType: string(t.Type), Documents: t.Documents, Read: t.Read, Duplicated: t.Duplicated, WithText: t.Legible}
	if t.Legible > 0 {
		d.AvgConfidence = t.Confidence / float64(t.Legible)
	}
	if t.Read > 0 {
		d.AvgProcessingMS = milliseconds(t.Reading) / float64(t.Read)
	}
	return d
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

type activityInput struct {
	DateFrom string `query:"date_from" format:"date" doc:"Primer día, en Colombia; 30 días hasta date_to si falta"`
	DateTo   string `query:"date_to" format:"date" doc:"Último día, incluido; hoy si falta. A lo sumo un año"`
}

func (h *handlers) activity(ctx context.Context, in *activityInput) (*enveloped[Activity], error) {
	from, err := dayOf("query.date_from", in.DateFrom)
	if err != nil {
		return nil, err
	}
	to, err := dayOf("query.date_to", in.DateTo)
	if err != nil {
		return nil, err
	}
	a, err := h.Statistics.Activity(ctx, rest.Actor(ctx), from, to)
	if err != nil {
		return nil, err
	}
	return envelope(
		Activity{
			DateFrom: a.From.String(),
			DateTo:   a.To.String(),
			Days:     each(a.Days, activityDay),
			Pairs:    named(a.Pairs),
			Queue:    named(a.Queue),
			ToReview: a.ToReview,
			Due:      named(a.Due),
			Recent: each(a.Recent, func(r document.TimedReading) Timed {
				return Timed{DocumentID: r.DocumentID, FileName: r.FileName, Pages: r.Pages, TookMS: milliseconds(r.Took), EndedAt: stamp(r.EndedAt)}
			}),
		},
	), nil
}
