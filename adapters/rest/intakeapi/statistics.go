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
	TotalProcessed      int     `json:"total_processed" doc:"Read from a PDF"`
	TotalManual         int     `json:"total_manual" doc:"Typed in"`
	AvgProcessingTimeMS float64 `json:"avg_processing_time_ms" doc:"Of a PDF; 0 without any"`
	DocumentsToday      int     `json:"documents_today"`
	DocumentsThisWeek   int     `json:"documents_this_week" doc:"From Monday"`
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
	PerDay            []DayCount     `json:"per_day" nullable:"false" doc:"The last 30 days in Colombia, oldest first"`
	PendingValidation int            `json:"pending_validation"`
	DuplicatesFound   int            `json:"duplicates_found" doc:"Documents that told the facts of an earlier one when they came in"`
	AvgOCRConfidence  float64        `json:"avg_ocr_confidence" minimum:"0" maximum:"1" doc:"Of what was read from a PDF; 0 without any"`
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
