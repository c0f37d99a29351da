package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/dedup"
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
	return envelope(dedupConfigOf(c)), nil
}

// NewWeights are those weights that shall change.
type NewWeights struct {
	MinHash *float64 `json:"minhash_weight,omitempty" minimum:"0" maximum:"1"`
	TFIDF   *float64 `json:"tfidf_weight,omitempty" minimum:"0" maximum:"1"`
	Entity  *float64 `json:"entity_weight,omitempty" minimum:"0" maximum:"1"`
}

// NewThresholds are those thresholds that shall change.
type NewThresholds struct {
	Tutela  *float64 `json:"tutela_threshold,omitempty" minimum:"0" maximum:"1"`
	Habeas  *float64 `json:"habeas_threshold,omitempty" minimum:"0" maximum:"1"`
	Default *float64 `json:"default_threshold,omitempty" minimum:"0" maximum:"1"`
}

// The numbers may stand by themselves or in their group.
type setDedupConfigInput struct {
	Body struct {
		NewWeights
		NewThresholds
		Weights    NewWeights    `json:"weights,omitempty" required:"false"`
		Thresholds NewThresholds `json:"thresholds,omitempty" required:"false"`
	} `nameHint:"NewDedupConfig"`
}

func (h *handlers) setDedupConfig(ctx context.Context, in *setDedupConfigInput) (*enveloped[DedupConfig], error) {
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
	c, err := h.Configuration.SetDedupConfig(ctx, rest.Actor(ctx), func(c *dedup.Config) {
		for _, n := range numbers {
			for _, given := range []*float64{n.flat, n.group} {
				if given != nil {
					*n.of(c) = *given
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return envelope(dedupConfigOf(c)), nil
}

func dedupConfigOf(c dedup.Config) DedupConfig {
	return DedupConfig{
		MinHashWeight: c.Weights.MinHash, TFIDFWeight: c.Weights.TFIDF, EntityWeight: c.Weights.Entity,
		TutelaThreshold: c.Thresholds.Tutela, HabeasThreshold: c.Thresholds.Habeas, DefaultThreshold: c.Thresholds.Default,
	}
}
