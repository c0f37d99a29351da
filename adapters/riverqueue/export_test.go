package riverqueue

import "time"

// Hasten makes a queue on PostgreSQL notice within tenths of a second what it
// otherwise takes tens of seconds for. It looks for jobs every poll.
func Hasten(o Options, poll time.Duration) Options {
	o.pace = pace{poll: poll, watch: 50 * time.Millisecond, regain: 200 * time.Millisecond, rescue: 200 * time.Millisecond}
	return o
}
