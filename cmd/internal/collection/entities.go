package collection

import (
	"encoding/json"
	"errors"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/text"
)

// partyFields are the names under which parties are given, folded.
var partyFields = map[string]func(p *dedup.Parties) *string{
	"plaintiff": plaintiff, "demandante": plaintiff, "accionante": plaintiff,
	"defendant": defendant, "demandado": defendant, "accionado": defendant,
	"cedula": cedula, "identificacion": cedula, "documento": cedula,
	"email": email, "correo": email,
	"radicado": radicado,
	"address":  address, "direccion": address, "direccion_demandante": address,
}

func plaintiff(p *dedup.Parties) *string { return &p.Plaintiff }
func defendant(p *dedup.Parties) *string { return &p.Defendant }
func cedula(p *dedup.Parties) *string    { return &p.Cedula }
func email(p *dedup.Parties) *string     { return &p.Email }
func radicado(p *dedup.Parties) *string  { return &p.Radicado }
func address(p *dedup.Parties) *string   { return &p.Address }

// set gives a field its value unless it has one: the best comes first.
func set(p *dedup.Parties, field, value string) {
	if of := partyFields[text.Fold(field)]; of != nil && *of(p) == "" {
		*of(p) = value
	}
}

// parseEntities reads an object of names and values, or a list of objects with
// "field" and "value", as «cotejo extract» writes them. A value may be a
// string, a number, an object with a "value", or a list of these.
func parseEntities(raw json.RawMessage) (*dedup.Parties, error) {
	p := new(dedup.Parties)
	var list []struct {
		Field string          `json:"field"`
		Value json.RawMessage `json:"value"`
	}
	if json.Unmarshal(raw, &list) == nil {
		for _, e := range list {
			set(p, e.Field, valueOf(e.Value))
		}
		return p, nil
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return nil, errors.New(`"entities" debe ser un objeto como {"demandante": "…", "cedula": "…"} o una lista de {"field", "value"}`)
	}
	for name, value := range object {
		set(p, name, valueOf(value))
	}
	return p, nil
}

func valueOf(raw json.RawMessage) string {
	var (
		s      string
		number json.Number
		list   []json.RawMessage
		object struct {
			Value json.RawMessage `json:"value"`
		}
	)
	switch {
	case len(raw) == 0:
		return ""
	case json.Unmarshal(raw, &s) == nil:
		return s
	case json.Unmarshal(raw, &number) == nil:
		return number.String()
	case json.Unmarshal(raw, &list) == nil:
		if len(list) > 0 {
			return valueOf(list[0])
		}
	case json.Unmarshal(raw, &object) == nil:
		return valueOf(object.Value)
	}
	return ""
}
