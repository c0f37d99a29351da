package metrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Reader measures how long pages take, by where their text comes from.
func (m *Metrics) Reader(next ports.Reader) ports.Reader {
	return timedReader{next, register(m.registry, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: prefix, Name: "page_reading_duration_seconds",
		Help:    "Time to read one page, by source of the text.",
		Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20, 40, 60},
	}, []string{"source"}))}
}

type timedReader struct {
	ports.Reader
	pages *prometheus.HistogramVec
}

// Read takes the word of the reader for the time of each page, which neither
// waiting for a free reader nor starting one is part of.
func (r timedReader) Read(ctx context.Context, request document.ReadRequest, visit func(p document.Page, total int) error) error {
	return r.Reader.Read(ctx, request, func(p document.Page, total int) error {
		if p.Source == document.TextLayer || p.Source == document.OCR {
			r.pages.WithLabelValues(string(p.Source)).Observe(float64(p.Millis) / 1000)
		}
		return visit(p, total)
	})
}
