-- Segments have single words and those of three words of which the second stands in
-- every text, as on SQLite. What has segments without them is indexed anew.
DELETE FROM settings WHERE name = 'search_index' AND EXISTS (SELECT 1 FROM search_segments);
