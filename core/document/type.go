package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// Type is the type of a document: one of the listed ones, or a slug that the administrator added.
type Type string

const (
	Tutela          Type = "tutela"
	HabeasCorpus    Type = "habeas_corpus"
	HabeasData      Type = "habeas_data"
	DerechoPeticion Type = "derecho_peticion"
	Demanda         Type = "demanda"
	Impugnacion     Type = "impugnacion"
	Desacato        Type = "desacato"
	Sentencia       Type = "sentencia"
	Otro            Type = "otro"
)

// Auto stands in an upload for the type that its text shows. No document has it.
const Auto Type = "auto"

// Resolve returns the type of a document that was sent as t. isSure is false if somebody should
// say what it is.
func (t Type) Resolve(s Suggestion) (is Type, isSure bool) {
	switch {
	case t != Auto:
		return t, true
	case s.Type == "" || s.IsUnsure():
		return Otro, false
	}
	return s.Type, s.Confidence >= doubtfulBelow
}

// Types lists the built-in types.
func Types() []Type {
	return []Type{Tutela, HabeasCorpus, HabeasData, DerechoPeticion, Demanda, Impugnacion, Desacato, Sentencia, Otro}
}

// KnownTypes lists the built-in types and, behind them, those of extra.
func KnownTypes(extra []Type) []Type {
	known := Types()
	for _, t := range extra {
		if !slices.Contains(known, t) {
			known = append(known, t)
		}
	}
	return known
}

// maxTypeLength bounds a slug.
const maxTypeLength = 50

// aliases map other names to types.
var aliases = map[Type]Type{"habeas": HabeasCorpus}

// ParseType parses a type from a client: empty means tutela, case and surrounding space are
// ignored, and aliases are resolved. A value that is not a slug is fault.Unprocessable. CheckType
// checks whether the type is known.
func ParseType(s string) (Type, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "" {
		return Tutela, nil
	}
	if len(s) > maxTypeLength || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		return "", fault.New(fault.Unprocessable, "invalid_document_type",
			"El tipo de documento solo admite letras sin tilde, números, guion y guion bajo (por ejemplo: tutela, habeas_corpus, derecho_peticion).")
	}
	return cmp.Or(aliases[Type(s)], Type(s)), nil
}

// CheckType returns fault.Unprocessable for a type that is in neither Types nor extra.
func CheckType(t Type, extra []Type) error {
	known := KnownTypes(extra)
	if slices.Contains(known, t) {
		return nil
	}
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k)
	}
	return fault.New(fault.Unprocessable, "unknown_document_type",
		fmt.Sprintf("No existe el tipo de documento «%s»; los que hay son: %s.", t, strings.Join(names, ", ")))
}
