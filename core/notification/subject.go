package notification

import (
	"fmt"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/text"
)

// Subject is a person or an institution that receives notifications.
type Subject struct {
	ID             string
	Name           string
	DocumentType   DocumentType // empty when not known, as are the following
	DocumentNumber string
	Email          string
	Phone          string
	Address        string
	Part           Part
	CreatedAt      time.Time
	CreatedBy      string // username
}

// DocumentType is the kind of identity document.
type DocumentType string

const (
	CitizenCard   DocumentType = "CC"
	ForeignerCard DocumentType = "CE"
	MinorCard     DocumentType = "TI"
	TaxNumber     DocumentType = "NIT"
	Passport      DocumentType = "PASAPORTE"
	StayPermit    DocumentType = "PPT"
	OtherDocument DocumentType = "OTRO"
)

// DocumentTypes lists every type.
func DocumentTypes() []DocumentType {
	return []DocumentType{CitizenCard, ForeignerCard, MinorCard, TaxNumber, Passport, StayPermit, OtherDocument}
}

// Part is the role of a subject in a case.
type Part string

const (
	Plaintiff Part = "DEMANDANTE"
	Defendant Part = "DEMANDADO"
	Joined    Part = "VINCULADO"
	Counsel   Part = "APODERADO"
	OtherPart Part = "OTRO"
)

// Parts lists every part.
func Parts() []Part { return []Part{Plaintiff, Defendant, Joined, Counsel, OtherPart} }

// DocumentKey returns a key that all spellings of a document number share: its letters and digits,
// in lower case without accents.
func DocumentKey(number string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, text.Fold(number))
}

// SearchText returns the text that SubjectFilter searches: name, e-mail and document number,
// folded.
func (s *Subject) SearchText() string {
	return text.Fold(s.Name + "\n" + s.Email + "\n" + s.DocumentNumber + "\n" + DocumentKey(s.DocumentNumber))
}

// SubjectFilter selects subjects; zero fields select all.
type SubjectFilter struct {
	Words       []string // each must occur in SearchText; see Words
	DocumentKey string   // a complete DocumentKey
}

// Words splits a query into the words of a SubjectFilter.
func Words(query string) []string { return strings.Fields(text.Fold(query)) }

// Takes reports whether s matches the filter.
func (f SubjectFilter) Takes(s *Subject) bool {
	if f.DocumentKey != "" && f.DocumentKey != DocumentKey(s.DocumentNumber) {
		return false
	}
	found := s.SearchText()
	for _, w := range f.Words {
		if !strings.Contains(found, w) {
			return false
		}
	}
	return true
}

// fewestPhoneDigits are those of a landline without its area code.
const fewestPhoneDigits = 7

// Warnings returns Spanish warnings about values that cannot be right. They are no reason to
// reject them.
func (s *Subject) Warnings() []string {
	var odd []string
	switch s.DocumentType {
	case CitizenCard, ForeignerCard, MinorCard, TaxNumber, StayPermit:
		if w := document.IdentityWarning(s.DocumentNumber); w != "" && s.DocumentNumber != "" {
			odd = append(odd, w)
		}
	}
	if s.Phone != "" && len(document.Digits(s.Phone)) < fewestPhoneDigits {
		odd = append(odd, fmt.Sprintf("El teléfono tiene menos de %d cifras.", fewestPhoneDigits))
	}
	return odd
}

// Unreachable returns what a subject lacks to be notified by a channel, in Spanish; empty when
// it lacks nothing.
func (s Subject) Unreachable(by Channel) string {
	switch {
	case by == Email && s.Email == "":
		return "El sujeto no tiene correo: corríjalo o cambie de canal."
	case (by == WhatsApp || by == Phone) && s.Phone == "":
		return "El sujeto no tiene teléfono: corríjalo o cambie de canal."
	case by == Mail && s.Address == "":
		return "El sujeto no tiene dirección: corríjalo o cambie de canal."
	}
	return ""
}
