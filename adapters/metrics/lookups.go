package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cotejo/cotejo/core/dedup"
)

// Index measures how long candidates for duplicates are looked for.
func (m *Metrics) Index(next dedup.Index) dedup.Index {
	return timedIndex{next, register(m.registry, prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: prefix, Name: "dedup_lookup_duration_seconds",
		Help:    "Time to find the filings that share a key with another, before they are compared.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
	}))}
}

type timedIndex struct {
	dedup.Index
	took prometheus.Histogram
}

func (x timedIndex) Lookup(ctx context.Context, hints, telling []dedup.Key, limit int) ([]dedup.Fingerprint, error) {
	began := time.Now()
	found, err := x.Index.Lookup(ctx, hints, telling, limit)
	x.took.Observe(time.Since(began).Seconds())
	return found, err
}
