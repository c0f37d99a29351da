-- What people changed in documents. It only grows, and a document that is
-- deleted leaves its history behind.
CREATE TABLE document_history (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT    NOT NULL,
    changed_at  BIGINT  NOT NULL,
    username    TEXT    NOT NULL, -- who was logged in
    made_by     TEXT    NOT NULL, -- in whose name
    field       TEXT    NOT NULL,
    old_value   TEXT    NOT NULL,
    new_value   TEXT    NOT NULL
);
CREATE INDEX document_history_of ON document_history (document_id, seq);
CREATE TRIGGER document_history_stays BEFORE DELETE ON document_history BEGIN
    SELECT RAISE(ABORT, 'the history of documents is never deleted');
END;
CREATE TRIGGER document_history_is_final BEFORE UPDATE ON document_history BEGIN
    SELECT RAISE(ABORT, 'the history of documents is never changed');
END;
-- REPLACE deletes without asking the triggers of a deletion.
CREATE TRIGGER document_history_is_new BEFORE INSERT ON document_history
WHEN EXISTS (SELECT 1 FROM document_history WHERE seq = NEW.seq) BEGIN
    SELECT RAISE(ABORT, 'the history of documents is never changed');
END;

-- The keys of documents (document.Key), newest first by their order: a person
-- who occurs a thousand times is found as fast as one who occurs twice.
CREATE TABLE document_keys (
    kind        TEXT   NOT NULL,
    value       TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    document_id TEXT   NOT NULL,
    PRIMARY KEY (kind, value, created_at, document_id)
) WITHOUT ROWID;
CREATE INDEX document_keys_of ON document_keys (document_id);

-- Requests that their senders gave a key (ports.Claims).
CREATE TABLE request_claims (
    owner      TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    digest     TEXT   NOT NULL,
    result     TEXT   NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (owner, key)
);
CREATE INDEX request_claims_expiry ON request_claims (expires_at);
