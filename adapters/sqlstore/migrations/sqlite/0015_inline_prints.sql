-- As ../postgres/0015_inline_prints.sql: SQLite keeps rows of this size whole.
SELECT 1;
