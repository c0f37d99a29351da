-- Segments have single words and, as on SQLite, runs of three and four words of which
-- those in their midst stand in every text. What has segments without them is indexed
-- anew.
DELETE FROM settings WHERE name = 'search_index' AND EXISTS (SELECT 1 FROM search_segments);
