-- As ../sqlite/0004_backlog.sql.
DROP INDEX tasks_unfinished;
CREATE INDEX tasks_unfinished ON tasks (status, created_at) WHERE status IN ('pending', 'processing');
