package wire

import (
	"time"

	"github.com/cotejo/cotejo/adapters/metrics"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

// measure watches the stores and the readers of s, and returns the adapters
// that are measured as they work.
func (s *Services) measure() (ports.Reader, dedup.Index) {
	s.metrics = metrics.New(metrics.Build{Service: "intake", Version: Release()}, s.log)
	for name, pool := range s.DB.Pools() {
		s.metrics.Pool(name, pool)
	}
	s.metrics.Backlog(s.DB.Tasks(), time.Now)
	s.metrics.Count("reader_starts_total", "Reader processes that were started.",
		func() int64 { return s.readers.Stats().Started })
	s.metrics.Count("reader_crashes_total", "Reader processes that ended by themselves.",
		func() int64 { return s.readers.Stats().Crashed })
	s.metrics.Count("reader_timeouts_total", "Reader processes that were ended because a page or a document took too long.",
		func() int64 { return s.readers.Stats().TimedOut })
	return s.metrics.Reader(s.readers), s.metrics.Index(s.DB.Index())
}
