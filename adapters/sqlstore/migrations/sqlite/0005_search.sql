-- What documents are found by (core/search). A row of search_documents is a
-- document that is indexed; seq grows with each one that is stored.
CREATE TABLE search_documents (
    seq           INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id   TEXT   NOT NULL UNIQUE,
    created_at    BIGINT NOT NULL,
    type          TEXT   NOT NULL,
    status        TEXT   NOT NULL,
    plaintiff_key TEXT   NOT NULL,
    radicado_key  TEXT   NOT NULL
);
CREATE INDEX search_documents_newest ON search_documents (created_at, document_id);
CREATE INDEX search_documents_plaintiff ON search_documents (plaintiff_key, created_at DESC, document_id DESC);
CREATE INDEX search_documents_radicado ON search_documents (radicado_key, created_at DESC, document_id DESC);

-- The terms of entries, each once, by seq: without positions, so that the most
-- common word is counted in little more than the time of reading its list. The
-- words, for phrases alone, are a table of their own. Both keep only the index:
-- the texts are in documents. Terms come folded; the tokenizer only parts them.
CREATE VIRTUAL TABLE search_terms USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars ':'"
);
CREATE VIRTUAL TABLE search_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
);
