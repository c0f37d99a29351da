package sqlstore

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// watcher hears of statements: on PostgreSQL of all, on SQLite of those that Bun
// runs.
type watcher struct{ each func(statement string) }

// BeforeQuery implements bun.QueryHook.
func (w *watcher) BeforeQuery(ctx context.Context, e *bun.QueryEvent) context.Context {
	w.each(e.Query)
	return ctx
}

// AfterQuery implements bun.QueryHook.
func (*watcher) AfterQuery(context.Context, *bun.QueryEvent) {}

// TraceQueryStart implements pgx.QueryTracer.
func (w *watcher) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	w.each(q.SQL)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (*watcher) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
