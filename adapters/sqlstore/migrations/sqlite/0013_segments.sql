-- As ../postgres/0013_segments.sql, whose index of searches is of its own kind:
-- FTS5 keeps segments itself.
SELECT 1;
