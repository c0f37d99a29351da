-- Fingerprints stand in their rows, which have 2 to 3 KB: out of line each is a
-- compression that saves nothing, two rows and an entry of an index more, when it is
-- written as when it is read. Those that are stored already stay where they are.
ALTER TABLE dedup_fingerprints ALTER COLUMN data SET STORAGE EXTERNAL;
ALTER TABLE dedup_fingerprints SET (toast_tuple_target = 8160);
