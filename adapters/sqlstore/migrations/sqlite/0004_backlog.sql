-- Counts what waits and tells since when, without reading a task.
DROP INDEX tasks_unfinished;
CREATE INDEX tasks_unfinished ON tasks (status, created_at) WHERE status IN ('pending', 'processing');
