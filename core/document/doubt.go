package document

import (
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/ner"
)

// Doubt says that somebody should check a field in the original: its value, or that it has none.
type Doubt struct {
	Field  Field
	Value  string // that was read; the doubt ends when somebody changes it
	Chance float64
	Reason ner.Reason
}

// Explanation returns the reason of a doubt as Spanish words that follow the name of the field.
func (d Doubt) Explanation() string {
	if words, ok := doubtReasonsOf[d.Field][d.Reason]; ok {
		return words
	}
	return doubtReasons[d.Reason]
}

var doubtReasons = map[ner.Reason]string{
	ner.ReasonMissing:     "no se encontró",
	ner.ReasonUnclear:     "el escrito no lo dice con claridad",
	ner.ReasonSeveral:     "hay varios",
	ner.ReasonPartial:     "puede estar incompleto o tener palabras de más",
	ner.ReasonRepresented: "alguien actúa por otra persona",
	ner.ReasonUnreadable:  "se leyó con dificultad",
	ner.ReasonDependent:   "no está claro de quién es",
}

var doubtReasonsOf = map[Field]map[ner.Reason]string{
	FieldPlaintiff: {ner.ReasonOthers: "el escrito nombra a otras personas", ner.ReasonSeveral: "se leyeron varios"},
	FieldDefendant: {ner.ReasonOthers: "el escrito nombra a otras entidades", ner.ReasonSeveral: "se leyeron varios"},
	FieldCedula:    {ner.ReasonOthers: "el escrito tiene varios números", ner.ReasonSeveral: "hay varios demandantes"},
	FieldEmail:     {ner.ReasonOthers: "el escrito tiene varios correos"},
}

// SetDoubts keeps the doubts about the values that d has. Where nothing was read,
// a warning says so.
func (d *Document) SetDoubts(assessments []ner.Assessment) {
	d.Doubts = nil
	if !d.isLegible() {
		return
	}
	for _, a := range assessments {
		if f := Field(a.Field); a.IsDoubtful() {
			d.Doubts = append(d.Doubts, Doubt{Field: f, Value: d.Field(f), Chance: a.Chance, Reason: a.Reason})
		}
	}
}

// OpenDoubts returns the doubts about values that nobody has validated or changed.
func (d *Document) OpenDoubts() (open []Doubt) {
	if !d.ValidatedAt.IsZero() {
		return nil
	}
	for _, doubt := range d.Doubts {
		if d.Field(doubt.Field) == doubt.Value {
			open = append(open, doubt)
		}
	}
	return open
}

// partyDoubts returns the open doubts about the parties as they are compared.
func (d *Document) partyDoubts() entity.Doubts {
	var open []ner.Assessment
	for _, doubt := range d.OpenDoubts() {
		open = append(open, ner.Assessment{Field: ner.Field(doubt.Field), Chance: doubt.Chance})
	}
	return ner.DoubtsOf(open)
}
