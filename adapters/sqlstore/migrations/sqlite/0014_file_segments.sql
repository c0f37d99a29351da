-- The index of searches in two tiers, as ../postgres/0013_segments.sql has it.
-- What is stored or changed one by one is recent: rows of search_terms and
-- search_words. What comes in many at once is settled: it is in one segment.
-- Until now all documents are recent; they are settled in the background.
CREATE TABLE search_segments (
    segment   INTEGER PRIMARY KEY AUTOINCREMENT,
    base      BIGINT NOT NULL, -- the seq of a document is this and its number in the segment
    documents BIGINT NOT NULL
);

-- A page of a segment that search_segments has not is of one that is being made,
-- or is no longer wanted. A row fills a page of the file.
CREATE TABLE search_pages (
    segment BIGINT NOT NULL,
    first   BLOB NOT NULL, -- the first key of the page
    data    BLOB NOT NULL
);
CREATE UNIQUE INDEX search_pages_first ON search_pages (segment, first);

-- The settled documents, with two bytes for each word of their entries.
CREATE TABLE search_settled (
    seq   INTEGER PRIMARY KEY,
    words BLOB NOT NULL
);

-- Documents that a segment has, but that were changed since, which made them
-- recent, or deleted. They are left out of the segment when it is merged.
CREATE TABLE search_left (
    seq INTEGER PRIMARY KEY
);
CREATE TRIGGER search_documents_unsettle AFTER DELETE ON search_documents
WHEN EXISTS (SELECT 1 FROM search_settled WHERE seq = OLD.seq)
BEGIN
    INSERT OR IGNORE INTO search_left VALUES (OLD.seq);
    DELETE FROM search_settled WHERE seq = OLD.seq;
END;

-- FTS5 would write its index anew, in one go, while documents are taken out of it:
-- once it has none it is emptied.
INSERT INTO search_terms (search_terms, rank) VALUES ('deletemerge', 0);
INSERT INTO search_words (search_words, rank) VALUES ('deletemerge', 0);
