-- As ../sqlite/0016_keys_by_value.sql. Here servers of two releases may have worked out
-- the keys of one document: they are looked for by its ID.
SELECT 1;
