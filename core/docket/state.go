// Package docket holds what the case-notification service keeps and the rules
// it follows: cases, the people in them, the notifications they are sent, and
// which moves a notification may make.
package docket

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// State is where a notification stands.
type State string

const (
	Pending   State = "PENDIENTE"  // registered, nothing done yet
	InProcess State = "EN_PROCESO" // somebody is at it
	Sent      State = "ENVIADA"
	Received  State = "RECIBIDA" // final
	Failed    State = "FALLIDA"
	Cancelled State = "CANCELADA" // final
)

// States lists every state, in the order of a notification's life.
func States() []State { return []State{Pending, InProcess, Sent, Received, Failed, Cancelled} }

// ParseState reads a state as a client sends it. Any other word is
// fault.Unprocessable, with the known ones in its message.
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

// Channel is the way a notification goes.
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
