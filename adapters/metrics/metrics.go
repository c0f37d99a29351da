// Package metrics counts and times what a service does, and serves it in the text format of
// Prometheus.
//
// It wraps ports: a measured adapter implements the same interface as the adapter inside, and
// neither services nor stores depend on metrics.
//
//	m := metrics.New(metrics.Build{Service: "intake", Version: "1.2.0"}, log)
//	reader := m.Reader(pool) // a ports.Reader that is timed
//	m.Backlog(tasks, time.Now)
//	m.Pool("writer", db)
//	http.Handle("/metrics", m)
//
// Clients cannot choose the value of a label: routes are patterns and codes come from faults,
// in a bounded number. Labels hold no names or texts.
package metrics

import (
	"database/sql"
	"log/slog"
	"math"
	"net/http"
	"runtime"

	"github.com/cotejo/cotejo/core/document"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Build says what is running.
type Build struct {
	Service string // "intake"
	Version string
}

// Metrics measures one service. The process, the Go runtime and requests are always measured,
// anything else once it is handed to a method; call each method once for each thing.
// Make it with New. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	page     http.Handler
	requests requests
}

// prefix begins the names of metrics that only Cotejo has.
const prefix = "cotejo"

// New returns the metrics of a service. Failed measurements are logged to log, which may be nil.
func New(b Build, log *slog.Logger) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: prefix, Name: "build_info", Help: "1; its labels tell what is running.",
			ConstLabels: prometheus.Labels{"service": b.Service, "version": b.Version, "goversion": runtime.Version()},
		}, func() float64 { return 1 }),
	)
	m.requests = newRequests(m.registry)

	options := promhttp.HandlerOpts{
		ErrorHandling:      promhttp.ContinueOnError, // what can be measured is shown
		CoalesceGather:     true,
		DisableCompression: true,
	}
	if log != nil {
		options.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelWarn)
	}
	m.page = promhttp.HandlerFor(m.registry, options)
	return m
}

// ServeHTTP serves all metrics. The caller decides which clients may see them.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.page.ServeHTTP(w, r) }

// Pool measures how busy a pool of database connections is.
func (m *Metrics) Pool(name string, db *sql.DB) {
	m.registry.MustRegister(collectors.NewDBStatsCollector(db, name))
}

// Count shows a number that only grows and that somebody else counts, under a
// name without the prefix of the product.
func (m *Metrics) Count(name, help string, read func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: prefix, Name: name, Help: help},
		func() float64 { return float64(read()) }))
}

// Sandbox shows what the kernel denies to the readers of documents, 1 or 0 for each
// restriction; NaN until a reader has started.
func (m *Metrics) Sandbox(read func() document.Sandbox) {
	for restriction, denied := range map[string]func(document.Sandbox) bool{
		"calls":      func(s document.Sandbox) bool { return s.Calls },
		"files":      func(s document.Sandbox) bool { return s.Files },
		"privileges": func(s document.Sandbox) bool { return s.Privileges },
	} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: prefix, Name: "reader_sandbox",
			Help:        "Whether the kernel denies network and programs (calls), other files (files) and the rights of root (privileges) to the readers.",
			ConstLabels: prometheus.Labels{"restriction": restriction},
		}, func() float64 {
			switch s := read(); {
			case !s.Known:
				return math.NaN()
			case denied(s):
				return 1
			}
			return 0
		}))
	}
}

// register adds a collector to the page and returns it.
func register[C prometheus.Collector](to *prometheus.Registry, c C) C {
	to.MustRegister(c)
	return c
}
