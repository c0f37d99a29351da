package sqldb

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// Watcher is called with statements: on PostgreSQL with all of them, on SQLite with those
// that Bun runs.
type Watcher struct{ Each func(statement string) }

// BeforeQuery implements bun.QueryHook.
func (w *Watcher) BeforeQuery(ctx context.Context, e *bun.QueryEvent) context.Context {
	w.Each(e.Query)
	return ctx
}

// AfterQuery implements bun.QueryHook.
func (*Watcher) AfterQuery(context.Context, *bun.QueryEvent) {}

// TraceQueryStart implements pgx.QueryTracer.
func (w *Watcher) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	w.Each(q.SQL)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (*Watcher) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
