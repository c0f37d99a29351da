package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// tunings implements ports.Tunings.
type tunings struct{ db *DB }

type tuningRow struct {
	bun.BaseModel `bun:"table:ner_tunings"`

	Number   int        `bun:"number,pk"`
	MadeAt   Moment     `bun:"made_at"`
	MadeBy   string     `bun:"made_by"`
	Origin   string     `bun:"origin"`
	Restored int        `bun:"restored"`
	Config   *storedNER `bun:"config,type:text"`
}

type storedNER struct {
	Extractors    []storedExtractor `json:"extractors"`
	MinConfidence float64           `json:"min_confidence"`
}

type storedExtractor struct {
	Name    string  `json:"name"`
	Weight  float64 `json:"weight"`
	Enabled bool    `json:"enabled"`
}

func (u tunings) Current(ctx context.Context) (document.Tuning, error) {
	var row tuningRow
	err := u.db.View(ctx, func(q bun.IDB) error {
		if err := u.db.Alone(ctx, retuning); err != nil {
			return err
		}
		return q.NewSelect().Model(&row).Order("number DESC").Limit(1).Scan(ctx)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return document.DefaultTuning(), nil
	}
	return row.tuning(), err
}

// retuning is what transactions do one after the other that change the
// configuration: of two changes to different numbers both stay.
const retuning = "change of extraction"

func (u tunings) Append(ctx context.Context, t document.Tuning) (document.Tuning, error) {
	row := tuningRow{MadeAt: MomentOf(t.At), MadeBy: t.By, Origin: string(t.Origin), Restored: t.Restored,
		Config: &storedNER{MinConfidence: t.Config.MinConfidence}}
	for _, x := range t.Config.Extractors {
		row.Config.Extractors = append(row.Config.Extractors, storedExtractor(x))
	}
	err := u.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := u.db.Alone(ctx, retuning); err != nil {
			return err
		}
		if err := tx.NewRaw("SELECT coalesce(max(number), 0) + 1 FROM ner_tunings").Scan(ctx, &row.Number); err != nil {
			return err
		}
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
	return row.tuning(), err
}

func (u tunings) Get(ctx context.Context, number int) (document.Tuning, error) {
	if number == 0 {
		return document.DefaultTuning(), nil
	}
	var row tuningRow
	err := u.db.View(ctx, func(q bun.IDB) error {
		return Missing(q.NewSelect().Model(&row).Where("number = ?", number).Scan(ctx), errTuningNotFound)
	})
	if err != nil {
		return document.Tuning{}, err
	}
	return row.tuning(), nil
}

func (u tunings) List(ctx context.Context, page document.PageRequest) (document.TuningListing, error) {
	var rows []tuningRow
	var total int
	err := u.db.View(ctx, func(q bun.IDB) error {
		n, err := q.NewSelect().Model((*tuningRow)(nil)).Count(ctx)
		if total = int(n); err != nil || page.Number < 1 || page.Offset() < 0 || page.Offset() >= total {
			return err
		}
		return q.NewSelect().Model(&rows).Order("number DESC").Limit(int64(page.Size)).Offset(int64(page.Offset())).Scan(ctx)
	})
	return Listed(rows, total, page, tuningRow.tuning), err
}

func (r tuningRow) tuning() document.Tuning {
	t := document.Tuning{Number: r.Number, At: r.MadeAt.Time(), By: r.MadeBy, Origin: document.TuningOrigin(r.Origin), Restored: r.Restored}
	if r.Config != nil {
		t.Config.MinConfidence = r.Config.MinConfidence
		for _, x := range r.Config.Extractors {
			t.Config.Extractors = append(t.Config.Extractors, ner.ExtractorConfig(x))
		}
	}
	return t
}
