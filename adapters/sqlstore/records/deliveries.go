package records

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Deliveries returns the store of messages that arrived.
func Deliveries(db *sqldb.DB) ports.Deliveries { return deliveries{db} }

type deliveries struct{ db *sqldb.DB }

// deliveryRow is a row of deliveries. Links, Parts and Rules are JSON in a column.
type deliveryRow struct {
	bun.BaseModel `bun:"table:deliveries"`

	ID          string       `bun:"id,pk"`
	OriginalKey string       `bun:"original_key"`
	SHA256      string       `bun:"sha256"`
	FileName    string       `bun:"file_name"`
	MessageID   string       `bun:"message_id"`
	Sender      string       `bun:"sender"`
	SenderName  string       `bun:"sender_name"`
	Recipients  string       `bun:"recipients"`
	Subject     string       `bun:"subject"`
	Body        string       `bun:"body"`
	SentAt      sqldb.Moment `bun:"sent_at"`
	Radicado    string       `bun:"radicado"`
	Links       []string     `bun:"links,type:text"`
	ReceivedAt  sqldb.Moment `bun:"received_at"`
	ArrivedAt   sqldb.Moment `bun:"arrived_at"`
	ReceivedBy  string       `bun:"received_by"`
	Parts       []storedPart `bun:"parts,type:text"`

	FromMailbox   bool         `bun:"from_mailbox"`
	Rules         []string     `bun:"rules,type:text"`
	IgnoredBy     string       `bun:"ignored_by"`
	IgnoredReason string       `bun:"ignored_reason"`
	TakenAt       sqldb.Moment `bun:"taken_at"`
	TakenBy       string       `bun:"taken_by"`
}

type storedPart struct {
	Name       string `json:"name,omitempty"`
	In         string `json:"in,omitempty"`
	SHA256     string `json:"sha256,omitempty"`
	Outcome    string `json:"outcome"`
	DocumentID string `json:"document_id,omitempty"`
	TaskID     string `json:"task_id,omitempty"`
	Code       string `json:"code,omitempty"`
	Reason     string `json:"reason,omitempty"`
}

// deliveredDocument is a document that came in a delivery.
type deliveredDocument struct {
	bun.BaseModel `bun:"table:delivered_documents"`

	DocumentID string `bun:"document_id,pk"`
	DeliveryID string `bun:"delivery_id"`
}

var (
	errDeliveryNotFound = fault.New(fault.NotFound, "delivery_not_found",
		"No existe un mensaje recibido con ese identificador. Revise el identificador o búsquelo en la lista.")
	errDeliveryExists = fault.New(fault.Conflict, "delivery_exists", "Ese mensaje ya se había recibido.")
	errDeliveryTaken  = fault.New(fault.Conflict, "delivery_not_ignored", "Ninguna regla ignoró ese mensaje, o alguien ya lo recibió.")
)

func newDeliveryRow(d document.Delivery) *deliveryRow {
	row := &deliveryRow{ID: d.ID, OriginalKey: d.OriginalKey, SHA256: d.SHA256, FileName: d.FileName, MessageID: d.MessageID,
		Sender: d.Sender, SenderName: d.SenderName, Recipients: d.Recipients, Subject: d.Subject, Body: d.Body, SentAt: sqldb.MomentOf(d.SentAt),
		Radicado: d.Radicado, Links: append([]string{}, d.Links...), ReceivedAt: sqldb.MomentOf(d.ReceivedAt), ArrivedAt: sqldb.MomentOf(d.ArrivedAt),
		ReceivedBy: d.ReceivedBy,
		Parts:      make([]storedPart, len(d.Parts)), FromMailbox: d.FromMailbox, Rules: append([]string{}, d.Rules...), IgnoredBy: d.IgnoredBy,
		IgnoredReason: d.IgnoredReason, TakenAt: sqldb.MomentOf(d.TakenAt), TakenBy: d.TakenBy}
	for i, p := range d.Parts {
		row.Parts[i] = storedPart{p.Name, p.In, p.SHA256, string(p.Outcome), p.DocumentID, p.TaskID, p.Code, p.Reason}
	}
	return row
}

func (r deliveryRow) delivery() document.Delivery {
	d := document.Delivery{ID: r.ID, OriginalKey: r.OriginalKey, SHA256: r.SHA256, FileName: r.FileName, MessageID: r.MessageID,
		Sender: r.Sender, SenderName: r.SenderName, Recipients: r.Recipients, Subject: r.Subject, Body: r.Body, SentAt: r.SentAt.Time(),
		Radicado: r.Radicado, ReceivedAt: r.ReceivedAt.Time(), ArrivedAt: r.ArrivedAt.Time(), ReceivedBy: r.ReceivedBy,
		FromMailbox: r.FromMailbox, IgnoredBy: r.IgnoredBy, IgnoredReason: r.IgnoredReason, TakenAt: r.TakenAt.Time(), TakenBy: r.TakenBy}
	d.Links, d.Rules = append(d.Links, r.Links...), append(d.Rules, r.Rules...)
	for _, p := range r.Parts {
		d.Parts = append(d.Parts, document.DeliveredPart{Name: p.Name, In: p.In, SHA256: p.SHA256, Outcome: document.PartOutcome(p.Outcome),
			DocumentID: p.DocumentID, TaskID: p.TaskID, Code: p.Code, Reason: p.Reason})
	}
	return d
}

// Create inserts nothing where the message is known, so that the transaction of ctx stays usable.
func (s deliveries) Create(ctx context.Context, d document.Delivery) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(newDeliveryRow(d)).On("CONFLICT DO NOTHING").Exec(ctx)
		if err := sqldb.RequireRow(res, err, errDeliveryExists); err != nil {
			return err
		}
		return addDocuments(ctx, tx, d)
	})
}

// addDocuments stores which documents came in a delivery.
func addDocuments(ctx context.Context, tx bun.Tx, d document.Delivery) error {
	var documents []deliveredDocument
	for _, p := range d.Parts {
		row := deliveredDocument{DocumentID: p.DocumentID, DeliveryID: d.ID}
		if p.DocumentID != "" && !slices.Contains(documents, row) {
			documents = append(documents, row)
		}
	}
	for some := range slices.Chunk(documents, sqldb.RowsPerInsert) {
		if _, err := tx.NewInsert().Model(&some).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// ignored is the condition on deliveries that are ignored, in the words of the partial index.
const ignored = "ignored_by <> '' AND taken_by = ''"

func (s deliveries) TakeIgnored(ctx context.Context, d document.Delivery) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewUpdate().Model(newDeliveryRow(d)).Column("rules", "taken_at", "taken_by", "parts", "links").WherePK().Where(ignored).Exec(ctx)
		if err := sqldb.RequireRow(res, err, errDeliveryTaken); err != nil {
			return err
		}
		return addDocuments(ctx, tx, d)
	})
}

func (s deliveries) LatestFromMailbox(ctx context.Context, most int) (list []document.Delivery, err error) {
	var rows []deliveryRow
	err = s.db.View(ctx, func(q bun.IDB) error {
		return q.NewSelect().Model(&rows).ExcludeColumn("body").Where("from_mailbox").Order("received_at DESC", "id DESC").Limit(int64(most)).Scan(ctx)
	})
	for _, r := range rows {
		list = append(list, r.delivery())
	}
	return list, err
}

func (s deliveries) Get(ctx context.Context, id string) (document.Delivery, error) {
	return s.find(ctx, "id = ?", id)
}

func (s deliveries) Known(ctx context.Context, messageID, sha256 string) (document.Delivery, error) {
	// The condition on '' lets the partial index be used.
	return s.find(ctx, "message_id = ? AND message_id <> '' OR sha256 = ?", messageID, sha256)
}

// find returns the delivery that meets a condition. Of two it returns the one received first.
func (s deliveries) find(ctx context.Context, condition string, args ...any) (document.Delivery, error) {
	var row deliveryRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		err := q.NewSelect().Model(&row).Where(condition, args...).Order("received_at", "id").Limit(1).Scan(ctx)
		return sqldb.MapNoRows(err, errDeliveryNotFound)
	})
	if err != nil {
		return document.Delivery{}, err
	}
	return row.delivery(), nil
}

func (s deliveries) Of(ctx context.Context, documentIDs []string) (map[string]document.Delivery, error) {
	found := map[string]document.Delivery{}
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(documentIDs, sqldb.IDsPerQuery) {
			var documents []deliveredDocument
			if err := q.NewSelect().Model(&documents).Where("document_id IN (?)", bun.List(some)).Scan(ctx); err != nil {
				return err
			}
			if len(documents) == 0 {
				continue
			}
			ids := make([]string, len(documents))
			for i, d := range documents {
				ids[i] = d.DeliveryID
			}
			var rows []deliveryRow
			if err := withoutContent(q.NewSelect().Model(&rows)).Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
				return err
			}
			byID := map[string]document.Delivery{}
			for _, r := range rows {
				byID[r.ID] = r.delivery()
			}
			for _, d := range documents {
				found[d.DocumentID] = byID[d.DeliveryID]
			}
		}
		return nil
	})
	return found, err
}

func (s deliveries) List(ctx context.Context, f document.DeliveryFilter, page document.PageRequest) (document.DeliveryListing, error) {
	var rows []deliveryRow
	var total int
	selected := func(q *bun.SelectQuery) *bun.SelectQuery {
		if f.Ignored {
			q = q.Where(ignored)
		}
		if f.DocumentID != "" {
			q = q.Where("id IN (SELECT delivery_id FROM delivered_documents WHERE document_id = ?)", f.DocumentID)
		}
		return q
	}
	err := s.db.View(ctx, func(q bun.IDB) error {
		n, err := selected(q.NewSelect().Model((*deliveryRow)(nil))).Count(ctx)
		if total = int(n); err != nil || page.Number < 1 || page.Offset() < 0 || page.Offset() >= total {
			return err
		}
		// The page is found in an index alone; then its rows are fetched.
		ids := selected(q.NewSelect().Model((*deliveryRow)(nil)).Column("id")).Order("received_at DESC", "id DESC").
			Limit(int64(page.Size)).Offset(int64(page.Offset()))
		return withoutContent(q.NewSelect().Model(&rows)).Where("id IN (?)", ids).Order("received_at DESC", "id DESC").Scan(ctx)
	})
	return sqldb.ListingOf(rows, total, page, deliveryRow.delivery), err
}

// withoutContent leaves the body and the parts of deliveries out of a selection.
func withoutContent(q *bun.SelectQuery) *bun.SelectQuery { return q.ExcludeColumn("body", "parts") }
