package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/dedup"
)

// settings implements ports.Settings: a JSON value a name.
type settings struct{ db *DB }

const dedupSetting = "dedup"

type storedDedup struct {
	MinHashWeight    float64 `json:"minhash_weight"`
	TFIDFWeight      float64 `json:"tfidf_weight"`
	EntityWeight     float64 `json:"entity_weight"`
	TutelaThreshold  float64 `json:"tutela_threshold"`
	HabeasThreshold  float64 `json:"habeas_threshold"`
	DefaultThreshold float64 `json:"default_threshold"`
}

func (s settings) Dedup(ctx context.Context) (dedup.Config, error) {
	var value string
	err := s.db.View(ctx, func(q bun.IDB) error {
		if err := s.db.Alone(ctx, "change "+dedupSetting); err != nil {
			return err
		}
		return q.NewRaw("SELECT value FROM settings WHERE name = ?", dedupSetting).Scan(ctx, &value)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return dedup.DefaultConfig(), nil
	}
	if err != nil {
		return dedup.Config{}, err
	}
	var v storedDedup
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return dedup.Config{}, fmt.Errorf("stored dedup configuration: %w", err)
	}
	return dedup.Config{
		Weights:    dedup.Weights{MinHash: v.MinHashWeight, TFIDF: v.TFIDFWeight, Entity: v.EntityWeight},
		Thresholds: dedup.Thresholds{Tutela: v.TutelaThreshold, Habeas: v.HabeasThreshold, Default: v.DefaultThreshold},
	}, nil
}

func (s settings) SetDedup(ctx context.Context, c dedup.Config) error {
	value, err := json.Marshal(storedDedup{
		MinHashWeight: c.Weights.MinHash, TFIDFWeight: c.Weights.TFIDF, EntityWeight: c.Weights.Entity,
		TutelaThreshold: c.Thresholds.Tutela, HabeasThreshold: c.Thresholds.Habeas, DefaultThreshold: c.Thresholds.Default,
	})
	if err != nil {
		return fmt.Errorf("storing dedup configuration: %w", err)
	}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO settings (name, value) VALUES (?, ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, dedupSetting, string(value)).Exec(ctx)
		return err
	})
}
