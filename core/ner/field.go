package ner

import "github.com/cotejo/cotejo/core/ner/internal/field"

// Field is the kind of an entity. Its value is the name the field has in every
// interface of the product.
type Field = field.Field

// The fields that the Ensemble fills.
const (
	Plaintiff        = field.Plaintiff // the person whose right is claimed
	Defendant        = field.Defendant
	Cedula           = field.Cedula // of the plaintiff
	Email            = field.Email  // of the plaintiff
	Radicado         = field.Radicado
	Court            = field.Court
	Acta             = field.Acta // of an acta de reparto
	PlaintiffAddress = field.PlaintiffAddress
	DefendantAddress = field.DefendantAddress
	Agent            = field.Agent    // who files for another without a power of attorney
	Attorney         = field.Attorney // who files with one
	LinkedParty      = field.LinkedParty
	Represented      = field.Represented // the plaintiffs for whom an agent files: a minor, an ill person
	Phone            = field.Phone
	NIT              = field.NIT
)

// Key returns the form of a value by which two readings of it are equal:
// folded, words parted by one blank, abbreviations without points, legal
// forms and articles left out of an institution's name.
func Key(f Field, value string) string { return field.Key(f, value) }
