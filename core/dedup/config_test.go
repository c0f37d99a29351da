package dedup_test

import (
	"math"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

func TestConfigIsValidated(t *testing.T) {
	for _, c := range []struct {
		rule   string
		change func(*dedup.Config)
		names  string // the setting that the error names; "" for a valid one
	}{
		{"the default is valid", func(*dedup.Config) {}, ""},
		{"one weight may be all", func(c *dedup.Config) { c.Weights = dedup.Weights{MinHash: 1} }, ""},
		{"weights may miss 1 by a millionth", func(c *dedup.Config) { c.Weights = dedup.Weights{MinHash: .3, TFIDF: .3, Entity: .4000009} }, ""},
		{"no more than that", func(c *dedup.Config) { c.Weights = dedup.Weights{MinHash: .3, TFIDF: .3, Entity: .400002} }, "sum"},
		{"weights sum to 1", func(c *dedup.Config) { c.Weights.Entity = .5 }, "sum"},
		{"weights are not negative", func(c *dedup.Config) { c.Weights = dedup.Weights{MinHash: -.5, TFIDF: .5, Entity: 1} }, "weights.minhash"},
		{"weights are numbers", func(c *dedup.Config) { c.Weights.TFIDF = math.NaN() }, "weights.tfidf"},
		{"weights are finite", func(c *dedup.Config) { c.Weights.Entity = math.Inf(1) }, "weights.entity"},
		{"thresholds are at most 1", func(c *dedup.Config) { c.Thresholds.Tutela = 1.1 }, "thresholds.tutela"},
		{"thresholds are not negative", func(c *dedup.Config) { c.Thresholds.Habeas = -.1 }, "thresholds.habeas"},
		{"thresholds are numbers", func(c *dedup.Config) { c.Thresholds.Default = math.NaN() }, "thresholds.default"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			config := dedup.DefaultConfig()
			c.change(&config)
			d, err := dedup.NewDetector(config)
			switch {
			case c.names == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.names != "" && (err == nil || !strings.Contains(err.Error(), c.names)):
				t.Errorf("error %v does not name %s", err, c.names)
			case (d == nil) != (err != nil):
				t.Errorf("detector %v with error %v", d, err)
			}
		})
	}
}
