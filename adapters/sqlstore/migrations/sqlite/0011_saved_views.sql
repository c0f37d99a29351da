-- What users asked lists of documents for, kept under a name (document.SavedView).
CREATE TABLE saved_views (
    id         TEXT    NOT NULL PRIMARY KEY,
    owner      TEXT    NOT NULL, -- username
    name       TEXT    NOT NULL,
    shared     BOOLEAN NOT NULL, -- shown to everybody
    filter     TEXT    NOT NULL, -- JSON: parameters of GET /documents
    created_at BIGINT  NOT NULL -- when it was saved last
);
CREATE UNIQUE INDEX saved_views_of ON saved_views (owner, name);
