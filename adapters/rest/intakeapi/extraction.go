package intakeapi

import (
	"context"
	"fmt"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
)

// NERConfig is how entities are extracted: five extractors vote, each with its
// weight.
type NERConfig struct {
	Weights       map[string]float64 `json:"weights" doc:"Por extractor"`
	Extractors    []ExtractorConfig  `json:"extractors" nullable:"false"`
	MinConfidence float64            `json:"min_confidence" minimum:"0" maximum:"1" doc:"Lo que es menos seguro no es un valor sino una alternativa"`
}

// ExtractorConfig is one extractor's place in the ensemble.
type ExtractorConfig struct {
	Name        string  `json:"name" example:"label"`
	Weight      float64 `json:"weight" minimum:"0" maximum:"1"`
	Enabled     bool    `json:"enabled"`
	Description string  `json:"description" doc:"En español"`
}

// extractorDescriptions tell a clerk what each extractor looks at.
var extractorDescriptions = map[string]string{
	"pattern":   "Números y direcciones por su forma: cédula, radicado, correo.",
	"label":     "Valores detrás de un rótulo, como «ACCIONANTE:».",
	"structure": "Frases y partes fijas de un escrito, como la presentación de quien firma.",
	"gazetteer": "Listas de nombres, entidades, juzgados y municipios.",
	"sequence":  "Un modelo que decide palabra por palabra según las vecinas.",
}

func (h *handlers) nerConfig(ctx context.Context, _ *struct{}) (*enveloped[NERConfig], error) {
	c, err := h.Configuration.NERConfig(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(nerConfigOf(c)), nil
}

func nerConfigOf(c ner.Config) NERConfig {
	out := NERConfig{Weights: map[string]float64{}, Extractors: []ExtractorConfig{}, MinConfidence: c.MinConfidence}
	for _, x := range c.Extractors {
		out.Weights[x.Name] = x.Weight
		out.Extractors = append(out.Extractors, ExtractorConfig{Name: x.Name, Weight: x.Weight, Enabled: x.Enabled,
			Description: extractorDescriptions[x.Name]})
	}
	return out
}

// NewExtractorConfig has the settings of an extractor to change; nil keeps a value.
type NewExtractorConfig struct {
	Name        string   `json:"name" example:"label"`
	Weight      *float64 `json:"weight,omitempty" minimum:"0" maximum:"1"`
	Enabled     *bool    `json:"enabled,omitempty"`
	Description *string  `json:"description,omitempty" doc:"No se cambia"`
}

// NewExtractorWeights are the weights to change; nil keeps a value.
type NewExtractorWeights struct {
	Pattern   *float64 `json:"pattern,omitempty" minimum:"0" maximum:"1"`
	Label     *float64 `json:"label,omitempty" minimum:"0" maximum:"1"`
	Structure *float64 `json:"structure,omitempty" minimum:"0" maximum:"1"`
	Gazetteer *float64 `json:"gazetteer,omitempty" minimum:"0" maximum:"1"`
	Sequence  *float64 `json:"sequence,omitempty" minimum:"0" maximum:"1"`
}

// setNERConfigInput takes a weight either under weights or with its extractor.
type setNERConfigInput struct {
	Body struct {
		Weights       NewExtractorWeights  `json:"weights,omitempty" required:"false"`
		Extractors    []NewExtractorConfig `json:"extractors,omitempty" maxItems:"50"`
		MinConfidence *float64             `json:"min_confidence,omitempty" minimum:"0" maximum:"1"`
	} `nameHint:"NewNERConfig"`
}

func (h *handlers) setNERConfig(ctx context.Context, in *setNERConfigInput) (*enveloped[NERConfig], error) {
	c, err := h.Configuration.SetNERConfig(ctx, rest.Actor(ctx), in.change)
	if err != nil {
		return nil, err
	}
	return envelope(nerConfigOf(c)), nil
}

func (in *setNERConfigInput) change(c *ner.Config) error {
	w := in.Body.Weights
	weights := map[string]*float64{"pattern": w.Pattern, "label": w.Label, "structure": w.Structure, "gazetteer": w.Gazetteer, "sequence": w.Sequence}
	for name, weight := range weights {
		if x := c.Extractor(name); x != nil && weight != nil {
			x.Weight = *weight
		}
	}
	seen := map[string]bool{}
	for i, given := range in.Body.Extractors {
		where := fmt.Sprintf("body.extractors[%d]", i)
		x := c.Extractor(given.Name)
		switch other := weights[given.Name]; {
		case x == nil:
			return fault.New(fault.Unprocessable, "unknown_extractor", "No hay un extractor con ese nombre; son: pattern, label, structure, gazetteer y sequence.").
				With(fault.Detail{Location: where + ".name", Message: "No existe."})
		case seen[given.Name]:
			return fault.New(fault.Unprocessable, "extractor_given_twice", "Un extractor llegó dos veces; envíelo una sola vez.").
				With(fault.Detail{Location: where + ".name", Message: "Ya estaba en la lista."})
		case given.Weight != nil && other != nil && *given.Weight != *other:
			return fault.New(fault.Unprocessable, "number_given_twice", "Un número llegó dos veces con valores distintos; envíelo una sola vez.").
				With(fault.Detail{Location: where + ".weight", Message: "Tiene otro valor en «weights».", Value: *given.Weight})
		}
		seen[given.Name] = true
		if given.Weight != nil {
			x.Weight = *given.Weight
		}
		if given.Enabled != nil {
			x.Enabled = *given.Enabled
		}
	}
	if in.Body.MinConfidence != nil {
		c.MinConfidence = *in.Body.MinConfidence
	}
	return nil
}

// NERTuning is a configuration of extraction that was stored.
type NERTuning struct {
	Number int       `json:"number" minimum:"1"`
	At     string    `json:"at" format:"date-time"`
	By     string    `json:"by" doc:"Quién la guardó"`
	Origin string    `json:"origin" enum:"manual,tune,undo" doc:"A mano, aprendida de ejemplos o una anterior puesta de nuevo en vigor"`
	Config NERConfig `json:"config"`
}

func nerTuningOf(t document.Tuning) NERTuning {
	return NERTuning{Number: t.Number, At: stamp(t.At), By: t.By, Origin: string(t.Origin), Config: nerConfigOf(t.Config)}
}

func (h *handlers) undoNER(ctx context.Context, _ *struct{}) (*enveloped[NERTuning], error) {
	t, err := h.Configuration.UndoTuning(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(nerTuningOf(t)), nil
}

type nerHistoryInput struct {
	Page    int `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage int `query:"per_page" default:"20" minimum:"1" maximum:"100"`
}

func (h *handlers) nerHistory(ctx context.Context, in *nerHistoryInput) (*paged[NERTuning], error) {
	list, err := h.Configuration.NERHistory(ctx, rest.Actor(ctx), document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, nerTuningOf), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx), nil, list.Page, list.Total)
	return out, nil
}
