package intakeapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// ProcessingStats says how much was worked through. Days are Colombian.
type ProcessingStats struct {
	TotalDocuments      int     `json:"total_documents"`
	TotalProcessed      int     `json:"total_processed" doc:"Leídos de un archivo"`
	TotalManual         int     `json:"total_manual" doc:"Ingresados a mano"`
	AvgProcessingTimeMS float64 `json:"avg_processing_time_ms" doc:"De un archivo; 0 si no hay"`
	DocumentsToday      int     `json:"documents_today"`
	DocumentsThisWeek   int     `json:"documents_this_week" doc:"Desde el lunes"`
}

func (h *handlers) processingStats(ctx context.Context, _ *struct{}) (*enveloped[ProcessingStats], error) {
	p, err := h.Statistics.Processing(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(ProcessingStats{
		TotalDocuments:      p.Documents,
		TotalProcessed:      p.Read,
		TotalManual:         p.Manual,
		AvgProcessingTimeMS: float64(p.Average) / float64(time.Millisecond),
		DocumentsToday:      p.Today,
		DocumentsThisWeek:   p.ThisWeek,
	}), nil
}

// Dashboard is the state of all documents at a glance.
type Dashboard struct {
	TotalDocuments    int            `json:"total_documents"`
	ByType            map[string]int `json:"by_type"`
	ByStatus          map[string]int `json:"by_status"`
	PerDay            []DayCount     `json:"per_day" nullable:"false" doc:"Los últimos 30 días en Colombia, del más antiguo al más reciente"`
	PendingValidation int            `json:"pending_validation"`
	DuplicatesFound   int            `json:"duplicates_found" doc:"Documentos que al llegar contaban los hechos de uno anterior"`
	AvgOCRConfidence  float64        `json:"avg_ocr_confidence" minimum:"0" maximum:"1" doc:"De los documentos en que se leyó algún texto; 0 si no hay"`
}

// DayCount is how many documents a day brought.
type DayCount struct {
	Date  string `json:"date" format:"date"`
	Count int    `json:"count"`
}

func (h *handlers) dashboard(ctx context.Context, _ *struct{}) (*enveloped[Dashboard], error) {
	d, err := h.Statistics.Dashboard(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(Dashboard{
		TotalDocuments:    d.Documents,
		ByType:            named(d.ByType),
		ByStatus:          named(d.ByStatus),
		PerDay:            each(d.PerDay, func(c document.DayCount) DayCount { return DayCount{Date: c.Day.String(), Count: c.Count} }),
		PendingValidation: d.PendingValidation,
		DuplicatesFound:   d.Duplicated,
		AvgOCRConfidence:  d.OCRConfidence,
	}), nil
}

func named[K ~string](counts map[K]int) map[string]int {
	out := make(map[string]int, len(counts))
	for name, n := range counts {
		out[string(name)] = n
	}
	return out
}
