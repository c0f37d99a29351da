-- As ../sqlite/0012_vocabulary.sql, which has the terms of the index in a table:
-- a GIN index shows them to nobody.
SELECT 1;
