package account

import "time"

// Lockout says how many attempts to log in may fail in a row, and for how long
// a name is locked then.
//
// A slot is reserved before a password is checked, and counts as a failure
// until it is known to have succeeded. So it does not matter how many passwords
// are checked at once: no more than Attempts of them ever are.
type Lockout struct {
	Attempts int
	Lock     time.Duration
}

// LockState is the stored state of the attempts under one name. The zero value is
// the state before the first attempt.
type LockState struct {
	Gen         int64     // slots reserved so far; a slot is known by the Gen it made
	Base        int64     // the slot up to which no attempt counts any more
	LockedUntil time.Time // zero when no lock was set since the count began
	Seen        time.Time // when the latest slot was reserved, by the latest clock
}

// Reserve takes a slot for one check of a password. There is none while the name is locked,
// and nothing changes then: attempts during a lock do not extend it. The slot that makes
// Attempts failures sets the lock at once; after the lock, as many slots are free again.
//
// Time never goes back: a clock that does counts as standing still at Seen, so that it cannot
// end a lock early.
func (l Lockout) Reserve(s LockState, now time.Time) (LockState, bool) {
	if now.Before(s.Seen) {
		now = s.Seen
	}
	if now.Before(s.LockedUntil) {
		return s, false
	}
	if !s.LockedUntil.IsZero() {
		s.Base, s.LockedUntil = s.Gen, time.Time{}
	}
	s.Gen++
	s.Seen = now
	if s.Gen-s.Base >= int64(l.Attempts) {
		s.LockedUntil = now.Add(l.Lock)
	}
	return s, true
}

// Succeed records that the password of a slot was right: attempts up to it no longer count. It
// lifts a lock, unless later attempts alone would cause it.
func (l Lockout) Succeed(s LockState, slot int64) LockState {
	s.Base = max(s.Base, slot)
	if s.Gen-s.Base < int64(l.Attempts) {
		s.LockedUntil = time.Time{}
	}
	return s
}

// Unlock returns the state after an administrator unlocked the name: earlier attempts no longer count.
func (s LockState) Unlock() LockState { return LockState{Gen: s.Gen, Base: s.Gen} }
