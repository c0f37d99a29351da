package sqldb

import "time"

// Moment is a time as it is stored: microseconds since 1970 in UTC. As a plain
// number it sorts, compares and scans alike in every database, and the zero
// time comes back as the zero time.
type Moment int64

// MomentOf returns t as it is stored.
func MomentOf(t time.Time) Moment { return Moment(t.UnixMicro()) }

// Time returns m in UTC.
func (m Moment) Time() time.Time { return time.UnixMicro(int64(m)).UTC() }
