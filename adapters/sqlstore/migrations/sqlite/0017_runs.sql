-- As ../postgres/0017_runs.sql, whose segments get what those of SQLite have.
SELECT 1;
