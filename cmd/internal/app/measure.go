package app

import (
	"database/sql"
	"log/slog"
	"time"

	"github.com/cotejo/cotejo/adapters/metrics"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

// measure watches the stores and the readers of s, and returns the adapters
// that are measured as they work.
func (s *Services) measure() (ports.Reader, dedup.Index) {
	s.metrics = newMetrics("intake", s.DB.Pools(), s.log)
	s.metrics.Backlog(s.DB.Tasks(), time.Now)
	s.metrics.Count("reader_starts_total", "Reader processes that were started.",
		func() int64 { return s.readers.Stats().Started })
	s.metrics.Count("reader_crashes_total", "Reader processes that ended by themselves.",
		func() int64 { return s.readers.Stats().Crashed })
	s.metrics.Count("reader_timeouts_total", "Reader processes that were ended because a page or a document took too long.",
		func() int64 { return s.readers.Stats().TimedOut })
	s.metrics.Sandbox(s.readers.Sandbox)
	s.metrics.Count("dedup_hot_keys_total", "Keys that were looked up and that so many filings share that only the latest of them were considered.",
		s.DB.Lookups().HotKeys)
	s.metrics.Count("dedup_candidates_cut_total", "Filings that shared enough with another to be compared with it, and were not, since others shared more.",
		s.DB.Lookups().LeftOut)
	return s.metrics.Reader(s.readers), s.metrics.Index(s.DB.Index())
}

// newMetrics watches what every service has.
func newMetrics(service string, pools map[string]*sql.DB, log *slog.Logger) *metrics.Metrics {
	m := metrics.New(metrics.Build{Service: service, Version: Version}, log)
	for name, pool := range pools {
		m.Pool(name, pool)
	}
	return m
}
