package riverqueue

import "time"

// Hasten makes a queue on PostgreSQL notice within tenths of a second what it
// otherwise takes tens of seconds for. It looks for jobs every poll.
func Hasten(o Options, poll time.Duration) Options {
	o.pace = pace{poll: poll, watch: 50 * time.Millisecond, regain: 200 * time.Millisecond, rescue: 200 * time.Millisecond}
	return o
}

// Unhurried is Hasten for tests in which a busy machine must not look like a dead one: connections have seconds to answer, and what a
// task did has three to be stored.
func Unhurried(o Options, poll time.Duration) Options {
	o.pace = pace{poll: poll, watch: 10 * time.Second, regain: 10 * time.Second, rescue: time.Second}
	return o
}
