// Package notification is the vocabulary of the notification service: cases, subjects,
// notifications, and the transitions between their states.
package notification

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// State is the state of a notification.
type State string

const (
	Pending   State = "PENDIENTE"  // nothing done yet
	InProcess State = "EN_PROCESO" // in progress
	Sent      State = "ENVIADA"
	Received  State = "RECIBIDA" // final
	Failed    State = "FALLIDA"
	Cancelled State = "CANCELADA" // final
)

// States lists every state, in the order of a notification's life.
func States() []State { return []State{Pending, InProcess, Sent, Received, Failed, Cancelled} }

// ParseState parses a state from a client. Any other word is fault.Unprocessable, whose message
// lists the states.
func ParseState(s string) (State, error) {
	if slices.Contains(States(), State(s)) {
		return State(s), nil
	}
	var known []string
	for _, state := range States() {
		known = append(known, string(state))
	}
	return "", fault.New(fault.Unprocessable, "invalid_state", "El estado debe ser uno de: "+strings.Join(known, ", ")+".")
}

// Channel is how a notification is delivered.
type Channel string

const (
	Email    Channel = "EMAIL"
	WhatsApp Channel = "WHATSAPP"
	InPerson Channel = "PRESENCIAL"
	Phone    Channel = "TELEFONO"
	Mail     Channel = "CORREO_FISICO"
)

// Channels lists every channel.
func Channels() []Channel { return []Channel{Email, WhatsApp, InPerson, Phone, Mail} }
