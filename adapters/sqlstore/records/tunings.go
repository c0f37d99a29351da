package records

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/ports"
)

// tunings implements ports.TuningsOf for the configurations of one subject. S is a
// configuration as it is stored, as JSON.
type tunings[C, S any] struct {
	db       *sqldb.DB
	subject  string
	standard document.TuningOf[C] // in force until one is stored
	stored   func(C) S
	config   func(S) C
}

// Tunings returns the store of configurations of extraction.
func Tunings(db *sqldb.DB) ports.Tunings[ner.Config] {
	return tunings[ner.Config, storedNER]{db, "ner", document.DefaultTuning(), newStoredNER, storedNER.config}
}

// DedupTunings returns the store of configurations of comparison.
func DedupTunings(db *sqldb.DB) ports.Tunings[dedup.Config] {
	return tunings[dedup.Config, storedDedup]{db, "dedup", document.DefaultDedupTuning(), newStoredDedup, storedDedup.config}
}

// MailRules returns the store of rules of mailboxes.
func MailRules(db *sqldb.DB) ports.Tunings[document.MailRules] {
	return tunings[document.MailRules, storedMailRules]{db, "mail", document.MailRuling{}, newStoredMailRules, storedMailRules.rules}
}

var errTuningNotFound = fault.New(fault.NotFound, "tuning_not_found", "No existe una configuración con ese número.")

type tuningRow struct {
	bun.BaseModel `bun:"table:tunings"`

	Subject  string       `bun:"subject,pk"`
	Number   int          `bun:"number,pk"`
	MadeAt   sqldb.Moment `bun:"made_at"`
	MadeBy   string       `bun:"made_by"`
	Origin   string       `bun:"origin"`
	Restored int          `bun:"restored"`
	Config   string       `bun:"config"` // JSON
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

func newStoredNER(c ner.Config) storedNER {
	s := storedNER{MinConfidence: c.MinConfidence}
	for _, x := range c.Extractors {
		s.Extractors = append(s.Extractors, storedExtractor(x))
	}
	return s
}

func (s storedNER) config() ner.Config {
	c := ner.Config{MinConfidence: s.MinConfidence}
	for _, x := range s.Extractors {
		c.Extractors = append(c.Extractors, ner.ExtractorConfig(x))
	}
	return c
}

type storedDedup struct {
	MinHashWeight    float64 `json:"minhash_weight"`
	TFIDFWeight      float64 `json:"tfidf_weight"`
	EntityWeight     float64 `json:"entity_weight"`
	TutelaThreshold  float64 `json:"tutela_threshold"`
	HabeasThreshold  float64 `json:"habeas_threshold"`
	DefaultThreshold float64 `json:"default_threshold"`
}

func newStoredDedup(c dedup.Config) storedDedup {
	return storedDedup{
		MinHashWeight: c.Weights.MinHash, TFIDFWeight: c.Weights.TFIDF, EntityWeight: c.Weights.Entity,
		TutelaThreshold: c.Thresholds.Tutela, HabeasThreshold: c.Thresholds.Habeas, DefaultThreshold: c.Thresholds.Default,
	}
}

func (s storedDedup) config() dedup.Config {
	return dedup.Config{
		Weights:    dedup.Weights{MinHash: s.MinHashWeight, TFIDF: s.TFIDFWeight, Entity: s.EntityWeight},
		Thresholds: dedup.Thresholds{Tutela: s.TutelaThreshold, Habeas: s.HabeasThreshold, Default: s.DefaultThreshold},
	}
}

type storedMailRules struct {
	Rules []storedMailRule `json:"rules"`
}

type storedMailRule struct {
	Name       string              `json:"name"`
	Enabled    bool                `json:"enabled"`
	Sender     []string            `json:"sender,omitempty"`
	Recipient  []string            `json:"recipient,omitempty"`
	Subject    []string            `json:"subject,omitempty"`
	Attachment []string            `json:"attachment,omitempty"`
	Action     document.MailAction `json:"action"`
	Type       document.Type       `json:"type,omitempty"`
	Tag        string              `json:"tag,omitempty"`
	Reason     string              `json:"reason,omitempty"`
}

func newStoredMailRules(rules document.MailRules) (s storedMailRules) {
	for _, r := range rules {
		s.Rules = append(s.Rules, storedMailRule(r))
	}
	return s
}

func (s storedMailRules) rules() (rules document.MailRules) {
	for _, r := range s.Rules {
		rules = append(rules, document.MailRule(r))
	}
	return rules
}

func (u tunings[C, S]) Current(ctx context.Context) (document.TuningOf[C], error) {
	var row tuningRow
	err := u.db.View(ctx, func(q bun.IDB) error {
		if err := u.db.LockNamed(ctx, u.lockName()); err != nil {
			return err
		}
		return u.ofSubject(q.NewSelect().Model(&row)).Order("number DESC").Limit(1).Scan(ctx)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return u.standard, nil
	}
	if err != nil {
		return document.TuningOf[C]{}, err
	}
	return u.tuning(row)
}

// lockName is the name that transactions lock before they change the configuration, so
// that two changes of different numbers do not overwrite each other.
func (u tunings[C, S]) lockName() string { return "change of " + u.subject }

func (u tunings[C, S]) ofSubject(q *bun.SelectQuery) *bun.SelectQuery {
	return q.Where("subject = ?", u.subject)
}

func (u tunings[C, S]) Append(ctx context.Context, t document.TuningOf[C]) (document.TuningOf[C], error) {
	config, err := json.Marshal(u.stored(t.Config))
	if err != nil {
		return t, fmt.Errorf("encoding the configuration of %s: %w", u.subject, err)
	}
	row := tuningRow{Subject: u.subject, MadeAt: sqldb.MomentOf(t.At), MadeBy: t.By, Origin: string(t.Origin), Restored: t.Restored, Config: string(config)}
	err = u.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := u.db.LockNamed(ctx, u.lockName()); err != nil {
			return err
		}
		if err := tx.NewRaw("SELECT coalesce(max(number), 0) + 1 FROM tunings WHERE subject = ?", u.subject).Scan(ctx, &row.Number); err != nil {
			return err
		}
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
	if err != nil {
		return document.TuningOf[C]{}, err
	}
	return u.tuning(row)
}

func (u tunings[C, S]) Get(ctx context.Context, number int) (document.TuningOf[C], error) {
	if number == 0 {
		return u.standard, nil
	}
	var row tuningRow
	err := u.db.View(ctx, func(q bun.IDB) error {
		return sqldb.MapNoRows(u.ofSubject(q.NewSelect().Model(&row)).Where("number = ?", number).Scan(ctx), errTuningNotFound)
	})
	if err != nil {
		return document.TuningOf[C]{}, err
	}
	return u.tuning(row)
}

func (u tunings[C, S]) List(ctx context.Context, page document.PageRequest) (pagination.Of[document.TuningOf[C]], error) {
	var rows []tuningRow
	list := pagination.Of[document.TuningOf[C]]{Page: page}
	err := u.db.View(ctx, func(q bun.IDB) error {
		n, err := u.ofSubject(q.NewSelect().Model((*tuningRow)(nil))).Count(ctx)
		if list.Total = int(n); err != nil || page.Number < 1 || page.Offset() < 0 || page.Offset() >= list.Total {
			return err
		}
		return u.ofSubject(q.NewSelect().Model(&rows)).Order("number DESC").Limit(int64(page.Size)).Offset(int64(page.Offset())).Scan(ctx)
	})
	for _, r := range rows {
		t, err := u.tuning(r)
		if err != nil {
			return list, err
		}
		list.Items = append(list.Items, t)
	}
	return list, err
}

func (u tunings[C, S]) tuning(r tuningRow) (t document.TuningOf[C], err error) {
	var stored S
	if err := json.Unmarshal([]byte(r.Config), &stored); err != nil {
		return t, fmt.Errorf("stored configuration of %s: %w", u.subject, err)
	}
	return document.TuningOf[C]{Number: r.Number, At: r.MadeAt.Time(), By: r.MadeBy, Origin: document.TuningOrigin(r.Origin), Restored: r.Restored,
		Config: u.config(stored)}, nil
}
