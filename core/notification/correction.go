package notification

import "time"

// Correction is one corrected field of a case, a subject or the template of a court.
type Correction struct {
	Field string // as the interface names it: "radicado", "correo"
	From  string
	To    string
	By    string // username
	At    time.Time
}

// CaseChange holds what a person corrects in a case. A nil field stays as it is.
type CaseChange struct {
	Number      *string
	Description *string
	CourtID     *string
}

// Apply changes c and returns what was corrected. Faults: those of CaseDraft.Checked.
func (ch CaseChange) Apply(c *Case, by string, at time.Time) ([]Correction, error) {
	d, err := CaseDraft{
		Number:      valueOr(ch.Number, c.Number),
		Description: valueOr(ch.Description, c.Description),
		CourtID:     valueOr(ch.CourtID, c.CourtID),
	}.Checked()
	if err != nil {
		return nil, err
	}
	log := corrections{by: by, at: at}
	correct(&log, "radicado", &c.Number, d.Number)
	correct(&log, "descripcion", &c.Description, d.Description)
	correct(&log, "juzgado_id", &c.CourtID, d.CourtID)
	return log.made, nil
}

// SubjectChange holds what a person corrects in a subject. A nil field stays as it is, an
// empty one is deleted.
type SubjectChange struct {
	Name           *string
	DocumentType   *string
	DocumentNumber *string
	Email          *string
	Phone          *string
	Address        *string
	Part           *string
}

// Apply is like CaseChange.Apply.
func (ch SubjectChange) Apply(s *Subject, by string, at time.Time) ([]Correction, error) {
	d, err := SubjectDraft{
		Name:           valueOr(ch.Name, s.Name),
		DocumentType:   DocumentType(valueOr(ch.DocumentType, string(s.DocumentType))),
		DocumentNumber: valueOr(ch.DocumentNumber, s.DocumentNumber),
		Email:          valueOr(ch.Email, s.Email),
		Phone:          valueOr(ch.Phone, s.Phone),
		Address:        valueOr(ch.Address, s.Address),
		Part:           Part(valueOr(ch.Part, string(s.Part))),
	}.Checked()
	if err != nil {
		return nil, err
	}
	log := corrections{by: by, at: at}
	correct(&log, "nombre", &s.Name, d.Name)
	correct(&log, "tipo_documento", &s.DocumentType, d.DocumentType)
	correct(&log, "numero_documento", &s.DocumentNumber, d.DocumentNumber)
	correct(&log, "correo", &s.Email, d.Email)
	correct(&log, "telefono", &s.Phone, d.Phone)
	correct(&log, "direccion", &s.Address, d.Address)
	correct(&log, "tipo", &s.Part, d.Part)
	return log.made, nil
}

func valueOr(change *string, current string) string {
	if change == nil {
		return current
	}
	return *change
}

// corrections collects what one person corrects at one time.
type corrections struct {
	by   string
	at   time.Time
	made []Correction
}

func correct[S ~string](log *corrections, field string, value *S, to S) {
	if *value != to {
		log.made = append(log.made, Correction{Field: field, From: string(*value), To: string(to), By: log.by, At: log.at})
		*value = to
	}
}
