package intakeapi

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

type manualInput struct {
	rest.Once
	Body struct {
		NumeroActa          string `json:"numero_acta" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"2026-0417"`
		Demandante          string `json:"demandante" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"Ana López Ruiz"`
		Demandado           string `json:"demandado" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío" example:"Nueva EPS S.A."`
		DocType             string `json:"doc_type,omitempty" nullable:"true" default:"tutela"`
		Radicado            string `json:"radicado,omitempty" nullable:"true"`
		Juzgado             string `json:"juzgado,omitempty" nullable:"true"`
		Cedula              string `json:"cedula,omitempty" nullable:"true"`
		Correo              string `json:"correo,omitempty" nullable:"true"`
		DireccionDemandante string `json:"direccion_demandante,omitempty" nullable:"true"`
		DireccionDemandado  string `json:"direccion_demandado,omitempty" nullable:"true"`
		Observaciones       string `json:"observaciones,omitempty" nullable:"true"`
		Etiquetas           string `json:"etiquetas,omitempty" nullable:"true" doc:"Separadas por comas" example:"salud, menor de edad"`
	} `nameHint:"Manual"`
}

// Entered says which document was typed in.
type Entered struct {
	DocumentID    string   `json:"document_id" format:"uuid"`
	NumeroActa    string   `json:"numero_acta"`
	Status        string   `json:"status" enum:"manual_entry"`
	IsManualEntry bool     `json:"is_manual_entry"`
	Warnings      []string `json:"warnings,omitempty" nullable:"false" doc:"Valores que no pueden ser correctos; falta si no hay"`
}

func (h *handlers) manual(ctx context.Context, in *manualInput) (*enveloped[Entered], error) {
	b := in.Body
	d, err := h.Intake.Enter(ctx, rest.Actor(ctx), document.Entry{TypeName: b.DocType, Key: in.Key, Fields: map[document.Field]string{
		document.FieldActa: b.NumeroActa, document.FieldPlaintiff: b.Demandante, document.FieldDefendant: b.Demandado,
		document.FieldRadicado: b.Radicado, document.FieldCourt: b.Juzgado, document.FieldCedula: b.Cedula, document.FieldEmail: b.Correo,
		document.FieldPlaintiffAddress: b.DireccionDemandante, document.FieldDefendantAddress: b.DireccionDemandado,
		document.FieldRemarks: b.Observaciones, document.FieldTags: b.Etiquetas,
	}})
	if err != nil {
		return nil, err
	}
	return envelope(Entered{DocumentID: d.ID, NumeroActa: d.ActaNumber, Status: string(d.Status), IsManualEntry: d.TypedIn, Warnings: d.FieldWarnings()}), nil
}

// detailOutput is a document and the tag of the state it is in.
type detailOutput struct {
	ETag string `header:"ETag" doc:"De este estado del documento, para If-Match"`
	Body struct {
		Data Detail `json:"data"`
	}
}

// detailed answers a document, or err.
func (h *handlers) detailed(ctx context.Context, d *document.Document, err error) (*detailOutput, error) {
	if err != nil {
		return nil, err
	}
	var division document.Division
	if h.Divisions != nil {
		if division, err = h.Divisions.DivisionOf(ctx, rest.Actor(ctx), d.ID); err != nil {
			return nil, err
		}
	}
	out := &detailOutput{ETag: rest.ETag(d.Revision())}
	out.Body.Data = DetailOf(d, h.Intake.Term(d))
	out.Body.Data.Division = divisionOf(division)
	return out, nil
}

type validateInput struct {
	DocumentPath
	IfMatch string `header:"If-Match" doc:"ETag del documento como se vio; 412 si cambió desde entonces"`
	Body    struct {
		ValidatedFields Fields         `json:"validated_fields" nullable:"false" doc:"Valores corregidos por el nombre de su campo; sin ninguno, el documento se aprueba como está"`
		OriginalFields  map[string]any `json:"original_fields,omitempty" nullable:"true" doc:"Lo que había antes, para registro del cliente; el servicio guarda lo que tenía"`
		CorrectedBy     string         `json:"corrected_by,omitempty" nullable:"true" maxLength:"200" doc:"En nombre de quién; si falta, de quien llama"`
	} `nameHint:"Validate"`
}

// Fields are values by the name of their field.
type Fields map[document.Field]FieldValue

// Schema implements huma.SchemaProvider. Names that no field has are left to
// the service, which lists existing those.
func (Fields) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: true}
	for _, f := range document.Fields() {
		s.Properties[string(f)] = &huma.Schema{Type: huma.TypeString, Nullable: true}
	}
	s.Properties[string(document.FieldTags)] = &huma.Schema{AnyOf: []*huma.Schema{
		{Type: huma.TypeString, Nullable: true}, {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}}}}
	return s
}

// FieldValue is the value of a field: a text, a list of tags, or null for none.
type FieldValue string

// UnmarshalJSON implements json.Unmarshaler. The schema has refused what is
// neither; of a name that no field has the value does not matter.
func (v *FieldValue) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil {
		*v = FieldValue(strings.Join(list, ","))
		return nil
	}
	_ = json.Unmarshal(data, (*string)(v))
	return nil
}

func (h *handlers) validate(ctx context.Context, in *validateInput) (*detailOutput, error) {
	c := document.Correction{By: in.Body.CorrectedBy, Revisions: rest.Tags(in.IfMatch), Fields: map[document.Field]string{}}
	for name, value := range in.Body.ValidatedFields {
		c.Fields[name] = string(value)
	}
	d, err := h.Intake.Validate(ctx, rest.Actor(ctx), identifier(in.ID), c)
	return h.detailed(ctx, &d, err)
}

type historyInput struct {
	DocumentPath
	Page    int `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage int `query:"per_page" default:"20" minimum:"1" maximum:"100"`
}

// Change is one line of a document's history.
type Change struct {
	ChangedAt   string `json:"changed_at" format:"date-time"`
	User        string `json:"user" doc:"Quién había ingresado"`
	CorrectedBy string `json:"corrected_by" doc:"En nombre de quién"`
	Field       string `json:"field" example:"demandante"`
	From        string `json:"from"`
	To          string `json:"to"`
}

func (h *handlers) history(ctx context.Context, in *historyInput) (*paged[Change], error) {
	list, err := h.Intake.History(ctx, rest.Actor(ctx), identifier(in.ID), document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, func(c document.Change) Change {
		return Change{ChangedAt: stamp(c.At), User: c.User, CorrectedBy: c.By, Field: string(c.Field), From: c.From, To: c.To}
	}), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx, identifier(in.ID)), nil, list.Page, list.Total)
	return out, nil
}
