-- Segments have runs of four words of which the second and third stand in every text.
-- What has segments without them is indexed anew.
DELETE FROM settings WHERE name = 'search_index' AND EXISTS (SELECT 1 FROM search_segments);
