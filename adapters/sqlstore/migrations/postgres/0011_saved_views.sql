-- As ../sqlite/0011_saved_views.sql.

-- What users asked lists of documents for, kept under a name (document.SavedView).
CREATE TABLE saved_views (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner      TEXT COLLATE "C" NOT NULL, -- username
    name       TEXT COLLATE "C" NOT NULL,
    shared     BOOLEAN NOT NULL, -- shown to everybody
    filter     TEXT COLLATE "C" NOT NULL, -- JSON: parameters of GET /documents
    created_at BIGINT  NOT NULL -- when it was saved last
);
CREATE UNIQUE INDEX saved_views_of ON saved_views (owner, name);
