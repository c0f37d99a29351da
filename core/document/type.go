package document

import (
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// Type says what kind of paper a document is. The listed ones are known; any
// other slug is kept as it is.
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

// maxTypeLength bounds a slug that nobody foresaw.
const maxTypeLength = 50

// ParseType reads a type as a client sends it: empty means tutela, case and
// surrounding space are ignored. What is no slug is fault.Unprocessable.
func ParseType(s string) (Type, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "" {
		return Tutela, nil
	}
	if len(s) > maxTypeLength || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		return "", fault.New(fault.Unprocessable, "invalid_document_type",
			"El tipo de documento solo admite letras sin tilde, números, guion y guion bajo (por ejemplo: tutela, habeas_corpus, derecho_peticion).")
	}
	return Type(s), nil
}
