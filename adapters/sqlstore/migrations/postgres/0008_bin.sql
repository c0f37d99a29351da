-- As ../sqlite/0008_bin.sql.

CREATE TABLE binned_documents (
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- of the document
    file_name    TEXT   NOT NULL,
    type         TEXT COLLATE "C" NOT NULL,
    plaintiff    TEXT   NOT NULL,
    defendant    TEXT   NOT NULL,
    original_key TEXT COLLATE "C" NOT NULL,
    sha256       TEXT COLLATE "C" NOT NULL, -- of the original
    created_at   BIGINT NOT NULL, -- when it was deleted
    deleted_by   TEXT   NOT NULL,
    kept_until   BIGINT NOT NULL,
    content      TEXT   NOT NULL  -- JSON: the document and what was deleted with it
);
CREATE INDEX binned_newest ON binned_documents (created_at DESC, id DESC);
CREATE INDEX binned_kept ON binned_documents (kept_until);
CREATE INDEX binned_original ON binned_documents (original_key) WHERE original_key <> '';

CREATE TABLE binned_pairs (
    document_id TEXT COLLATE "C" NOT NULL,
    earlier_id  TEXT COLLATE "C" NOT NULL,
    content     TEXT NOT NULL, -- JSON
    PRIMARY KEY (document_id, earlier_id)
);
CREATE INDEX binned_pairs_earlier ON binned_pairs (earlier_id);
