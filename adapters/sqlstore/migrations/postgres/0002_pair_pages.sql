-- The pages on which the two filings of a pair begin (document.Pair); 0 where they are unknown.
ALTER TABLE document_pairs ADD COLUMN page BIGINT NOT NULL DEFAULT 0;
ALTER TABLE document_pairs ADD COLUMN earlier_page BIGINT NOT NULL DEFAULT 0;
