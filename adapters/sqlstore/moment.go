package sqlstore

import "time"

// moment is a time as it is stored: microseconds since 1970 in UTC. As a plain
// number it sorts, compares and scans alike in every database, and the zero
// time comes back as the zero time.
type moment int64

func momentOf(t time.Time) moment { return moment(t.UnixMicro()) }

func (m moment) time() time.Time { return time.UnixMicro(int64(m)).UTC() }

// Moment is moment for the packages nested in this one.
type Moment = moment

// MomentOf returns t as it is stored.
func MomentOf(t time.Time) Moment { return momentOf(t) }

// Time returns m in UTC.
func (m moment) Time() time.Time { return m.time() }
