package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// DedupConfig is how filings are compared.
type DedupConfig struct {
	MinHashWeight    float64 `json:"minhash_weight"`
	TFIDFWeight      float64 `json:"tfidf_weight"`
	EntityWeight     float64 `json:"entity_weight"`
	TutelaThreshold  float64 `json:"tutela_threshold"`
	HabeasThreshold  float64 `json:"habeas_threshold"`
	DefaultThreshold float64 `json:"default_threshold"`
}

func (h *handlers) dedupConfig(ctx context.Context, _ *struct{}) (*enveloped[DedupConfig], error) {
	c, err := h.Configuration.DedupConfig(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(DedupConfigOf(c)), nil
}

// NewWeights are the weights to change; nil keeps a value.
type NewWeights struct {
	MinHash *float64 `json:"minhash_weight,omitempty" minimum:"0" maximum:"1"`
	TFIDF   *float64 `json:"tfidf_weight,omitempty" minimum:"0" maximum:"1"`
	Entity  *float64 `json:"entity_weight,omitempty" minimum:"0" maximum:"1"`
}

// NewThresholds are the thresholds to change; nil keeps a value.
type NewThresholds struct {
	Tutela  *float64 `json:"tutela_threshold,omitempty" minimum:"0" maximum:"1"`
	Habeas  *float64 `json:"habeas_threshold,omitempty" minimum:"0" maximum:"1"`
	Default *float64 `json:"default_threshold,omitempty" minimum:"0" maximum:"1"`
}

// setDedupConfigInput takes the numbers either flat or in their group.
type setDedupConfigInput struct {
	Body struct {
		NewWeights
		NewThresholds
		Weights    NewWeights    `json:"weights,omitempty" required:"false"`
		Thresholds NewThresholds `json:"thresholds,omitempty" required:"false"`
	} `nameHint:"NewDedupConfig"`
}

// change returns what the numbers of a request do to a configuration.
func (in *setDedupConfigInput) change() (func(*dedup.Config), error) {
	b := &in.Body
	numbers := []struct {
		name        string
		flat, group *float64
		of          func(*dedup.Config) *float64
	}{
		{"minhash_weight", b.MinHash, b.Weights.MinHash, func(c *dedup.Config) *float64 { return &c.Weights.MinHash }},
		{"tfidf_weight", b.TFIDF, b.Weights.TFIDF, func(c *dedup.Config) *float64 { return &c.Weights.TFIDF }},
		{"entity_weight", b.Entity, b.Weights.Entity, func(c *dedup.Config) *float64 { return &c.Weights.Entity }},
		{"tutela_threshold", b.Tutela, b.Thresholds.Tutela, func(c *dedup.Config) *float64 { return &c.Thresholds.Tutela }},
		{"habeas_threshold", b.Habeas, b.Thresholds.Habeas, func(c *dedup.Config) *float64 { return &c.Thresholds.Habeas }},
		{"default_threshold", b.Default, b.Thresholds.Default, func(c *dedup.Config) *float64 { return &c.Thresholds.Default }},
	}
	for _, n := range numbers {
		if n.flat != nil && n.group != nil && *n.flat != *n.group {
			return nil, fault.New(fault.Unprocessable, "number_given_twice", "Un número llegó dos veces con valores distintos; envíelo una sola vez.").
				With(fault.Detail{Location: "body." + n.name, Message: "Tiene otro valor en su grupo.", Value: *n.flat})
		}
	}
	return func(c *dedup.Config) {
		for _, n := range numbers {
			for _, given := range []*float64{n.flat, n.group} {
				if given != nil {
					*n.of(c) = *given
				}
			}
		}
	}, nil
}

func (h *handlers) setDedupConfig(ctx context.Context, in *setDedupConfigInput) (*enveloped[DedupConfig], error) {
	change, err := in.change()
	if err != nil {
		return nil, err
	}
	c, err := h.Configuration.SetDedupConfig(ctx, rest.Actor(ctx), change)
	if err != nil {
		return nil, err
	}
	return envelope(DedupConfigOf(c)), nil
}

// DedupPreview has the changes that a configuration would make to open pairs.
type DedupPreview struct {
	Pairs int          `json:"pairs" doc:"Parejas por decidir que se compararon, las más recientes"`
	Stop  []PairChange `json:"stop" nullable:"false" doc:"Dejarían de ser duplicados; a lo sumo 100"`
	Start []PairChange `json:"start" nullable:"false" doc:"Pasarían a ser duplicados; a lo sumo 100"`

	StopTotal  int `json:"stop_total"`
	StartTotal int `json:"start_total"`
}

// PairChange is a pair as it is compared now, and as it would be.
type PairChange struct {
	Document Summary `json:"document"`
	Earlier  Summary `json:"earlier"`
	Before   Judged  `json:"before"`
	After    Judged  `json:"after"`
}

// Judged is the result of comparing a pair with one configuration.
type Judged struct {
	Relation   string  `json:"relation" enum:"duplicate,new_claim,same_case,mass,unrelated"`
	Similarity float64 `json:"similarity"`
}

// maxChanges bounds each list of a preview.
const maxChanges = 100

// DedupPreviewOf returns a preview as the interface answers it.
func DedupPreviewOf(p document.DedupPreview) DedupPreview {
	judged := func(j document.Judged) Judged { return Judged{string(j.Relation), j.Similarity} }
	change := func(c document.PairChange) PairChange {
		return PairChange{summaryOf(c.Document), summaryOf(c.Earlier), judged(c.Before), judged(c.After)}
	}
	return DedupPreview{Pairs: p.Pairs, Stop: each(p.Stop[:min(len(p.Stop), maxChanges)], change), Start: each(p.Start[:min(len(p.Start), maxChanges)], change),
		StopTotal: len(p.Stop), StartTotal: len(p.Start)}
}

func (h *handlers) previewDedup(ctx context.Context, in *setDedupConfigInput) (*enveloped[DedupPreview], error) {
	change, err := in.change()
	if err != nil {
		return nil, err
	}
	p, err := h.Configuration.PreviewDedup(ctx, rest.Actor(ctx), change, func(int, int) { _ = rest.Step(ctx) }) // reading the next pairs fails where ctx has ended
	if err != nil {
		return nil, err
	}
	return envelope(DedupPreviewOf(p)), nil
}

// DedupTuning is a configuration of comparing that was stored.
type DedupTuning struct {
	Number int         `json:"number"`
	At     string      `json:"at" format:"date-time"`
	By     string      `json:"by"`
	Origin string      `json:"origin" enum:"manual,tune,undo"`
	Config DedupConfig `json:"config"`
}

func dedupTuningOf(t document.DedupTuning) DedupTuning {
	return DedupTuning{Number: t.Number, At: stamp(t.At), By: t.By, Origin: string(t.Origin), Config: DedupConfigOf(t.Config)}
}

func (h *handlers) dedupHistory(ctx context.Context, in *nerHistoryInput) (*paged[DedupTuning], error) {
	list, err := h.Configuration.DedupHistory(ctx, rest.Actor(ctx), document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, dedupTuningOf), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx), nil, list.Page, list.Total)
	return out, nil
}

func (h *handlers) undoDedup(ctx context.Context, _ *struct{}) (*enveloped[DedupTuning], error) {
	t, err := h.Configuration.UndoDedupConfig(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return envelope(dedupTuningOf(t)), nil
}

// DedupConfigOf returns a configuration as the interface answers it.
func DedupConfigOf(c dedup.Config) DedupConfig {
	return DedupConfig{
		MinHashWeight: c.Weights.MinHash, TFIDFWeight: c.Weights.TFIDF, EntityWeight: c.Weights.Entity,
		TutelaThreshold: c.Thresholds.Tutela, HabeasThreshold: c.Thresholds.Habeas, DefaultThreshold: c.Thresholds.Default,
	}
}
