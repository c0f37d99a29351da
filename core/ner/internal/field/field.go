// Package field names what an entity of a text can be.
package field

// Field is the kind of an entity. Its value is the name the field has in every
// interface of the product.
type Field string

const (
	Plaintiff        Field = "demandante" // the person whose right is claimed
	Defendant        Field = "demandado"
	Cedula           Field = "cedula" // of the plaintiff
	Email            Field = "correo" // of the plaintiff
	Radicado         Field = "radicado"
	Court            Field = "juzgado"
	Acta             Field = "numero_acta" // of an acta de reparto
	PlaintiffAddress Field = "direccion_demandante"
	DefendantAddress Field = "direccion_demandado"
	Agent            Field = "agente"    // who files for another without a power of attorney
	Attorney         Field = "apoderado" // who files with one
	LinkedParty      Field = "vinculado"
	Represented      Field = "representado" // the plaintiffs for whom an agent files: a minor, an ill person
	Phone            Field = "telefono"
	NIT              Field = "nit"
)

// IsParty reports whether the field's values are names of persons or institutions.
func (f Field) IsParty() bool {
	switch f {
	case Plaintiff, Defendant, Agent, Attorney, LinkedParty:
		return true
	}
	return false
}

// Files reports whether the field's values are on the filing side.
func (f Field) Files() bool { return f == Plaintiff || f == Agent || f == Attorney }
