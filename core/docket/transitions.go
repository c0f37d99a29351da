package docket

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

//go:generate go test -run TestStatesPage -update .

// transition is a row of the table of moves.
type transition struct {
	from, to State
	only     []Channel // by which it is allowed; nil for every channel
}

// there are the channels on which the person is there when notified, so that
// nothing is on its way between sending and receiving.
var there = []Channel{InPerson, Phone}

// transitions is every move that a notification may make. What was sent can
// no longer be cancelled, and what has no row here is refused.
var transitions = []transition{
	{from: Pending, to: InProcess},
	{from: Pending, to: Sent},
	{from: Pending, to: Received, only: there},
	{from: Pending, to: Failed}, // who has no address cannot be reached
	{from: Pending, to: Cancelled},

	{from: InProcess, to: Sent},
	{from: InProcess, to: Received, only: there},
	{from: InProcess, to: Failed},
	{from: InProcess, to: Pending},
	{from: InProcess, to: Cancelled},

	{from: Sent, to: Received},
	{from: Sent, to: Failed},

	{from: Failed, to: Pending},
	{from: Failed, to: InProcess},
	{from: Failed, to: Cancelled},
}

// Next returns the states that a notification by c may move to from s, in the
// order of States; none from a final state.
func Next(s State, c Channel) []State {
	var next []State
	for _, to := range States() {
		if slices.ContainsFunc(transitions, func(t transition) bool { return t.from == s && t.to == to && t.by(c) }) {
			next = append(next, to)
		}
	}
	return next
}

// Move reports whether a notification by c may move between two states. When
// it may not, the error is fault.RuleViolated and its message names the moves
// that are allowed.
func Move(from, to State, c Channel) error {
	next := Next(from, c)
	if slices.Contains(next, to) {
		return nil
	}
	if len(next) == 0 {
		return fault.New(fault.RuleViolated, "move_not_allowed", fmt.Sprintf(
			"El estado %s es definitivo: la notificación ya no cambia. Si hay que notificar de nuevo, cree otra.", from))
	}
	names := make([]string, len(next))
	for i, s := range next {
		names[i] = string(s)
	}
	return fault.New(fault.RuleViolated, "move_not_allowed", fmt.Sprintf(
		"Una notificación por %s que está en %s no puede pasar a %s. Puede pasar a: %s.", c, from, to, strings.Join(names, ", ")))
}

// Final reports whether a notification never leaves s.
func (s State) Final() bool {
	return !slices.ContainsFunc(transitions, func(t transition) bool { return t.from == s })
}

func (t transition) by(c Channel) bool { return t.only == nil || slices.Contains(t.only, c) }
