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
	return parseWord(s, States(), "invalid_state", "El estado debe ser uno de: ")
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

// ParseChannel reads a channel as a client sends it. Any other word is
// fault.Unprocessable, with the known ones in its message.
func ParseChannel(s string) (Channel, error) {
	return parseWord(s, Channels(), "invalid_channel", "El canal debe ser uno de: ")
}

func parseWord[W ~string](s string, known []W, code, message string) (W, error) {
	if w := W(s); slices.Contains(known, w) {
		return w, nil
	}
	names := make([]string, len(known))
	for i, w := range known {
		names[i] = string(w)
	}
	return "", fault.New(fault.Unprocessable, code, message+strings.Join(names, ", ")+".")
}
