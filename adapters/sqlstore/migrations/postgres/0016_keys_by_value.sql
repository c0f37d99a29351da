-- As ../sqlite/0016_keys_by_value.sql. Here servers of the release before may still
-- look for the keys of a document by its ID.
SELECT 1;
