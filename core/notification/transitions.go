package notification

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

//go:generate go test -run TestStatesPage -update .

// transition is an allowed transition between two states.
type transition struct {
	from, to State
	only     []Channel // that allow it; nil for every channel
}

// inPerson are the channels on which the person is present, so that sending and receiving are one
// step.
var inPerson = []Channel{InPerson, Phone}

// transitions is every allowed transition; all others are refused. A sent notification cannot be
// cancelled.
var transitions = []transition{
	{from: Pending, to: InProcess},
	{from: Pending, to: Sent},
	{from: Pending, to: Received, only: inPerson},
	{from: Pending, to: Failed}, // a person without an address cannot be reached
	{from: Pending, to: Cancelled},

	{from: InProcess, to: Sent},
	{from: InProcess, to: Received, only: inPerson},
	{from: InProcess, to: Failed},
	{from: InProcess, to: Pending},
	{from: InProcess, to: Cancelled},

	{from: Sent, to: Received},
	{from: Sent, to: Failed},

	{from: Failed, to: Pending},
	{from: Failed, to: InProcess},
	{from: Failed, to: Cancelled},
}

// Next returns the states that may follow s for channel c, in the order of States; none after a
// final state.
func Next(s State, c Channel) []State {
	var next []State
	for _, to := range States() {
		if slices.ContainsFunc(transitions, func(t transition) bool { return t.from == s && t.to == to && t.allows(c) }) {
			next = append(next, to)
		}
	}
	return next
}

// CheckTransition reports whether a notification by channel c may change between two states.
// Otherwise the error is fault.RuleViolated and its message lists the allowed states.
func CheckTransition(from, to State, c Channel) error {
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

// NextState is another state, with the reason if the transition to it is refused.
type NextState struct {
	To      State
	Refusal string // Spanish; empty for an allowed transition
}

// NextStates lists every other state, in the order of States, with the reason why a
// notification by channel c may not change from s to it.
func NextStates(s State, c Channel) []NextState {
	next := Next(s, c)
	var moves []NextState
	for _, to := range States() {
		switch {
		case to == s:
		case slices.Contains(next, to):
			moves = append(moves, NextState{To: to})
		default:
			moves = append(moves, NextState{to, refusal(s, to)})
		}
	}
	return moves
}

// refusals are the reasons for refused transitions. An empty state matches any.
var refusals = []struct {
	from, to State
	why      string
}{
	{Received, "", "Ya se recibió; ese estado es definitivo. Si hay que notificar de nuevo, cree otra notificación."},
	{Cancelled, "", "Se canceló; ese estado es definitivo. Si hay que notificar, cree otra notificación."},
	{Sent, Cancelled, "Lo que ya se envió no se puede cancelar."},
	{Sent, "", "Ya se envió: solo puede darse por recibida o por fallida."},
	{Failed, "", "El intento falló: antes hay que volver a dejarla pendiente o en proceso."},
	{"", Received, "Primero hay que enviarla; solo en persona o por teléfono se recibe sin enviar."},
}

func refusal(from, to State) string {
	for _, r := range refusals {
		if (r.from == "" || r.from == from) && (r.to == "" || r.to == to) {
			return r.why
		}
	}
	return ""
}

// IsFinal reports whether no transition leaves s.
func (s State) IsFinal() bool {
	return !slices.ContainsFunc(transitions, func(t transition) bool { return t.from == s })
}

func (t transition) allows(c Channel) bool { return t.only == nil || slices.Contains(t.only, c) }

// Open reports whether a person still has to send a notification in s.
func (s State) Open() bool { return s == Pending || s == InProcess }
