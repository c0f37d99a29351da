package notifystore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
)

// mailTemplates implements ports.MailTemplates.
type mailTemplates struct{ db *DB }

type mailTemplateRow struct {
	bun.BaseModel `bun:"table:mail_templates"`

	CourtID   string       `bun:"court_id,pk"`
	Subject   string       `bun:"subject"`
	Body      string       `bun:"body"`
	Signature string       `bun:"signature"`
	ChangedAt sqldb.Moment `bun:"changed_at"`
	ChangedBy string       `bun:"changed_by"`
}

func (s mailTemplates) Get(ctx context.Context, courtID string) (t notification.CourtTemplate, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		t, err = templateOf(ctx, q, courtID)
		return err
	})
	return t, err
}

// templateOf returns the template of a court, its own or the default one.
func templateOf(ctx context.Context, q bun.IDB, courtID string) (notification.CourtTemplate, error) {
	var row mailTemplateRow
	err := q.NewSelect().Model(&row).Where("court_id = ?", courtID).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return notification.DefaultCourtTemplate(courtID), nil
	}
	return row.value(), err
}

func (s mailTemplates) Update(ctx context.Context, courtID string, change func(t *notification.CourtTemplate) error) (t notification.CourtTemplate, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var court courtRow // locked instead of the template, which need not exist
		err := s.db.ForUpdate(ctx, tx.NewSelect().Model(&court).Where("id = ?", courtID)).Scan(ctx)
		if err := sqldb.MapNoRows(err, notification.ErrCourtNotFound); err != nil {
			return err
		}
		if t, err = templateOf(ctx, tx, courtID); err != nil {
			return err
		}
		if err := change(&t); err != nil {
			return err
		}
		if t.IsDefault() {
			t = notification.DefaultCourtTemplate(courtID)
			_, err = tx.NewDelete().Model((*mailTemplateRow)(nil)).Where("court_id = ?", courtID).Exec(ctx)
			return err
		}
		t.CourtID = courtID
		row := mailTemplateRow{CourtID: courtID, Subject: t.Subject, Body: t.Body, Signature: t.Signature,
			ChangedAt: sqldb.MomentOf(t.ChangedAt), ChangedBy: t.ChangedBy}
		_, err = tx.NewInsert().Model(&row).On("CONFLICT (court_id) DO UPDATE").
			Set("subject = EXCLUDED.subject, body = EXCLUDED.body, signature = EXCLUDED.signature").
			Set("changed_at = EXCLUDED.changed_at, changed_by = EXCLUDED.changed_by").Exec(ctx)
		return err
	})
	return t, err
}

func (r mailTemplateRow) value() notification.CourtTemplate {
	return notification.CourtTemplate{CourtID: r.CourtID, ChangedAt: r.ChangedAt.Time(), ChangedBy: r.ChangedBy,
		Template: notification.Template{Subject: r.Subject, Body: r.Body, Signature: r.Signature}}
}
