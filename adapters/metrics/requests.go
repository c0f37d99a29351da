package metrics

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// requests are the measures of an HTTP interface.
type requests struct {
	served    *prometheus.CounterVec
	durations *prometheus.HistogramVec
	underWay  prometheus.Gauge
}

func newRequests(to *prometheus.Registry) requests {
	return requests{
		served: register(to, prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "http_requests_total",
			Help: "Requests by pattern of their route (empty when none matched), method and class of status.",
		}, []string{"route", "method", "status"})),
		durations: register(to, prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: prefix, Name: "http_request_duration_seconds",
			Help:    "Time from the head of a request to its answer, without sending a streamed body.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300},
		}, []string{"route", "method"})),
		underWay: register(to, prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: prefix, Name: "http_requests_in_flight", Help: "Requests that are being answered.",
		})),
	}
}

// RequestBegan and RequestEnded are called once each for every request. route
// is the pattern that matched, "" when none did; method is one of a fixed set.
func (m *Metrics) RequestBegan() { m.requests.underWay.Inc() }

// RequestEnded is called with the answer.
func (m *Metrics) RequestEnded(route, method string, status int, took time.Duration) {
	m.requests.underWay.Dec()
	m.requests.served.WithLabelValues(route, method, strconv.Itoa(status/100)+"xx").Inc()
	m.requests.durations.WithLabelValues(route, method).Observe(took.Seconds())
}
