package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// Type says what kind of paper a document is: one of the listed ones, or a slug
// that the administrator added.
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

// Types lists the known types.
func Types() []Type {
	return []Type{Tutela, HabeasCorpus, HabeasData, DerechoPeticion, Demanda, Impugnacion, Desacato, Sentencia, Otro}
}

// maxTypeLength bounds a slug.
const maxTypeLength = 50

// aliases are other names of types.
var aliases = map[Type]Type{"habeas": HabeasCorpus}

// ParseType reads a type as a client sends it: empty means tutela, case and
// surrounding space are ignored, and an alias is the type it stands for. What is
// no slug is fault.Unprocessable; whether the type is known is for CheckType.
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

// CheckType refuses a type that is neither one of Types nor one of extra, with
// fault.Unprocessable.
func CheckType(t Type, extra []Type) error {
	known := append(Types(), extra...)
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
