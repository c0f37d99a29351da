-- Times are microseconds since 1970 in UTC; durations are nanoseconds. Large
-- columns come last in a row, so that lists do not read past them.

CREATE TABLE documents (
    id                TEXT    NOT NULL PRIMARY KEY,
    file_name         TEXT    NOT NULL,
    type              TEXT    NOT NULL,
    status            TEXT    NOT NULL,
    plaintiff         TEXT    NOT NULL,
    defendant         TEXT    NOT NULL,
    radicado          TEXT    NOT NULL,
    created_at        BIGINT  NOT NULL,
    court             TEXT    NOT NULL,
    cedula            TEXT    NOT NULL,
    email             TEXT    NOT NULL,
    acta_number       TEXT    NOT NULL,
    plaintiff_address TEXT    NOT NULL,
    defendant_address TEXT    NOT NULL,
    ocr_confidence    DOUBLE PRECISION NOT NULL,
    original_key      TEXT    NOT NULL,
    sha256            TEXT    NOT NULL,
    processing_time   BIGINT  NOT NULL,
    validated_at      BIGINT  NOT NULL,
    validated_by      TEXT    NOT NULL,
    duplicates        BIGINT  NOT NULL, -- earlier filings of the same facts, when it came in
    remarks           TEXT    NOT NULL,
    suggestion        TEXT,             -- JSON: the kind of paper the text looks like; may be null
    tags              TEXT    NOT NULL, -- JSON
    pages             TEXT    NOT NULL, -- JSON
    entities          TEXT    NOT NULL, -- JSON
    body              TEXT    NOT NULL
);
CREATE INDEX documents_newest ON documents (created_at, id);
CREATE INDEX documents_sha256 ON documents (sha256, created_at, id) WHERE sha256 <> '';
CREATE INDEX documents_original ON documents (original_key) WHERE original_key <> '';
-- The filters of the list. Each index is in the order of the list.
CREATE INDEX documents_of_status ON documents (status, created_at, id);
CREATE INDEX documents_of_type ON documents (type, created_at, id);
CREATE INDEX documents_of_kind ON documents (type, status, created_at, id);

-- The keys of documents (document.Key), newest first by their order: a person
-- who occurs a thousand times is found as fast as one who occurs twice. The keys
-- of a document are deleted by value, which the document has.
CREATE TABLE document_keys (
    kind        TEXT   NOT NULL,
    value       TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    document_id TEXT   NOT NULL,
    PRIMARY KEY (kind, value, created_at, document_id)
) WITHOUT ROWID;

-- What people changed in documents. It only grows; a deleted document leaves its
-- history behind.
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
-- REPLACE deletes without firing the triggers of a deletion.
CREATE TRIGGER document_history_is_new BEFORE INSERT ON document_history
WHEN EXISTS (SELECT 1 FROM document_history WHERE seq = NEW.seq) BEGIN
    SELECT RAISE(ABORT, 'the history of documents is never changed');
END;

-- How many rows a table has: counting a million of them for each list is slow.
CREATE TABLE totals (
    name TEXT   NOT NULL PRIMARY KEY,
    n    BIGINT NOT NULL
);
INSERT INTO totals (name, n) VALUES ('documents', 0);
CREATE TRIGGER documents_inserted AFTER INSERT ON documents BEGIN
    UPDATE totals SET n = n + 1 WHERE name = 'documents';
END;
CREATE TRIGGER documents_deleted AFTER DELETE ON documents BEGIN
    UPDATE totals SET n = n - 1 WHERE name = 'documents';
END;

-- The counts of statistics and filtered lists, kept up to date by triggers. A day
-- is document.Day: Colombian, counted from the last of the year 0. Confidences
-- are in millionths. Only documents read from a PDF have reads, processing_micros
-- and confidence.
CREATE TABLE document_days (
    day               BIGINT NOT NULL,
    type              TEXT   NOT NULL,
    status            TEXT   NOT NULL,
    documents         BIGINT NOT NULL,
    reads             BIGINT NOT NULL,
    duplicated        BIGINT NOT NULL,
    processing_micros BIGINT NOT NULL,
    confidence        BIGINT NOT NULL,
    PRIMARY KEY (day, type, status)
);
-- What one document adds to its day.
CREATE VIEW document_shares AS
SELECT id, (created_at + 62135665200000000) / 86400000000 AS day, type, status,
       CASE WHEN sha256 <> '' THEN 1 ELSE 0 END AS reads,
       CASE WHEN duplicates > 0 THEN 1 ELSE 0 END AS duplicated,
       CASE WHEN sha256 <> '' THEN processing_time / 1000 ELSE 0 END AS processing_micros,
       CASE WHEN sha256 <> '' THEN CAST(ROUND(ocr_confidence * 1000000) AS BIGINT) ELSE 0 END AS confidence
FROM documents;
CREATE TRIGGER document_days_inserted AFTER INSERT ON documents BEGIN
    INSERT INTO document_days SELECT day, type, status, 1, reads, duplicated, processing_micros, confidence
        FROM document_shares WHERE id = NEW.id
    ON CONFLICT (day, type, status) DO UPDATE SET documents = documents + 1, reads = reads + excluded.reads,
        duplicated = duplicated + excluded.duplicated, processing_micros = processing_micros + excluded.processing_micros,
        confidence = confidence + excluded.confidence;
END;
CREATE TRIGGER document_days_deleted BEFORE DELETE ON documents BEGIN
    UPDATE document_days SET documents = document_days.documents - 1, reads = document_days.reads - s.reads,
        duplicated = document_days.duplicated - s.duplicated,
        processing_micros = document_days.processing_micros - s.processing_micros,
        confidence = document_days.confidence - s.confidence
    FROM document_shares AS s WHERE s.id = OLD.id
        AND document_days.day = s.day AND document_days.type = s.type AND document_days.status = s.status;
END;
CREATE TRIGGER document_days_leaving BEFORE UPDATE ON documents BEGIN
    UPDATE document_days SET documents = document_days.documents - 1, reads = document_days.reads - s.reads,
        duplicated = document_days.duplicated - s.duplicated,
        processing_micros = document_days.processing_micros - s.processing_micros,
        confidence = document_days.confidence - s.confidence
    FROM document_shares AS s WHERE s.id = OLD.id
        AND document_days.day = s.day AND document_days.type = s.type AND document_days.status = s.status;
END;
CREATE TRIGGER document_days_entering AFTER UPDATE ON documents BEGIN
    INSERT INTO document_days SELECT day, type, status, 1, reads, duplicated, processing_micros, confidence
        FROM document_shares WHERE id = NEW.id
    ON CONFLICT (day, type, status) DO UPDATE SET documents = documents + 1, reads = reads + excluded.reads,
        duplicated = duplicated + excluded.duplicated, processing_micros = processing_micros + excluded.processing_micros,
        confidence = confidence + excluded.confidence;
END;

CREATE TABLE tasks (
    id            TEXT    NOT NULL PRIMARY KEY,
    document_id   TEXT    NOT NULL,
    status        TEXT    NOT NULL,
    stage         TEXT    NOT NULL,
    progress      DOUBLE PRECISION NOT NULL,
    pages_done    BIGINT  NOT NULL,
    pages_total   BIGINT  NOT NULL,
    file_name     TEXT    NOT NULL,
    type          TEXT    NOT NULL,
    original_key  TEXT    NOT NULL,
    sha256        TEXT    NOT NULL,
    size          BIGINT  NOT NULL,
    created_by    TEXT    NOT NULL,
    priority      BIGINT  NOT NULL, -- 0 goes before 1 (document.Priority)
    read_attempts BIGINT  NOT NULL,
    error         TEXT    NOT NULL,
    error_code    TEXT    NOT NULL,
    created_at    BIGINT  NOT NULL,
    started_at    BIGINT  NOT NULL,
    completed_at  BIGINT  NOT NULL,
    expires_at    BIGINT  NOT NULL,
    result        TEXT              -- JSON; null until completed
);
CREATE INDEX tasks_newest ON tasks (created_at, id, status, expires_at);
-- Counts the waiting tasks, and finds the oldest, without reading a task.
CREATE INDEX tasks_unfinished ON tasks (status, created_at) WHERE status IN ('pending', 'processing');
CREATE INDEX tasks_expiry ON tasks (expires_at) WHERE status IN ('completed', 'failed');
CREATE INDEX tasks_original ON tasks (original_key) WHERE original_key <> '';

-- What a task needs until it ends, where another server finds it: number 0 is
-- the password of its file, encrypted; the others are the pages read so far.
CREATE TABLE task_parts (
    task_id TEXT NOT NULL,
    number  BIGINT NOT NULL,
    kept_at BIGINT NOT NULL,
    data    BLOB NOT NULL,
    PRIMARY KEY (task_id, number)
);

CREATE TABLE sessions (
    id         TEXT   NOT NULL PRIMARY KEY,
    username   TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    refreshes  BIGINT NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- When a client was allowed to try a password, the latest few times.
CREATE TABLE login_attempts (
    client TEXT NOT NULL PRIMARY KEY, -- an address, or the network of a subscriber
    seen   TEXT   NOT NULL, -- JSON, oldest first
    latest BIGINT NOT NULL
);
CREATE INDEX login_attempts_latest ON login_attempts (latest);

-- Requests with an idempotency key (ports.Claims).
CREATE TABLE request_claims (
    owner      TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    digest     TEXT   NOT NULL,
    result     TEXT   NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (owner, key)
);
CREATE INDEX request_claims_expiry ON request_claims (expires_at);

CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL -- JSON
);

-- The configurations of extraction: the one with the greatest number is in
-- force. The table only grows.
CREATE TABLE ner_tunings (
    number   BIGINT NOT NULL PRIMARY KEY,
    made_at  BIGINT NOT NULL,
    made_by  TEXT   NOT NULL,
    origin   TEXT   NOT NULL,
    restored BIGINT NOT NULL, -- of an undo, the number that is in force again
    config   TEXT   NOT NULL  -- JSON
);
CREATE TRIGGER ner_tunings_stay BEFORE DELETE ON ner_tunings BEGIN
    SELECT RAISE(ABORT, 'configurations of extraction are never deleted');
END;
CREATE TRIGGER ner_tunings_are_final BEFORE UPDATE ON ner_tunings BEGIN
    SELECT RAISE(ABORT, 'configurations of extraction are never changed');
END;
-- REPLACE deletes without firing the triggers of a deletion.
CREATE TRIGGER ner_tunings_are_new BEFORE INSERT ON ner_tunings
WHEN EXISTS (SELECT 1 FROM ner_tunings WHERE number = NEW.number) BEGIN
    SELECT RAISE(ABORT, 'configurations of extraction are never changed');
END;

-- Values that people confirmed or corrected in documents that were read.
CREATE TABLE ner_examples (
    document_id TEXT   NOT NULL,
    field       TEXT   NOT NULL,
    extracted   TEXT   NOT NULL,
    corrected   TEXT   NOT NULL,
    made_at     BIGINT NOT NULL,
    votes       TEXT   NOT NULL, -- JSON
    PRIMARY KEY (document_id, field)
);
CREATE INDEX ner_examples_newest ON ner_examples (made_at, document_id, field);

-- A fingerprint gets a new seq whenever it is stored, and no seq is ever used
-- again: a key that outlived its fingerprint finds nothing.
CREATE TABLE dedup_fingerprints (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL UNIQUE,
    format      BIGINT NOT NULL, -- dedup.Format of data
    data        BLOB NOT NULL
);
CREATE TABLE dedup_keys (
    key BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (key, seq)
) WITHOUT ROWID;

-- The learned wording of the collection: only the last edition.
CREATE TABLE dedup_boilerplate (
    edition    BIGINT NOT NULL PRIMARY KEY,
    learned_at BIGINT NOT NULL, -- microseconds since 1970 in UTC
    documents  BIGINT NOT NULL,
    data       BLOB   NOT NULL
);

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

-- The index has two tiers. Documents that are stored or changed one by one are
-- recent: rows of search_terms and search_words. Documents that come in many at
-- once are settled: they are in one segment, see core/search/segment.
--
-- search_terms has the terms of entries, each once, by seq: without positions, so
-- that the most common word is counted in little more than the time of reading
-- its list. search_words has the words, for phrases only. Both keep only the
-- index: the texts are in documents. Terms come folded; the tokenizer only splits.
CREATE VIRTUAL TABLE search_terms USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars ':'"
);
CREATE VIRTUAL TABLE search_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
);
-- An import makes one segment of the FTS5 index, and 16 are merged at a time: each
-- entry of a million is rewritten twice instead of five times.
INSERT INTO search_terms (search_terms, rank) VALUES ('hashsize', 67108864);
INSERT INTO search_words (search_words, rank) VALUES ('hashsize', 67108864);
INSERT INTO search_terms (search_terms, rank) VALUES ('automerge', 16);
INSERT INTO search_words (search_words, rank) VALUES ('automerge', 16);
INSERT INTO search_terms (search_terms, rank) VALUES ('crisismerge', 32);
INSERT INTO search_words (search_words, rank) VALUES ('crisismerge', 32);
-- FTS5 would rewrite its index in one go while documents are deleted from it: it
-- is emptied once it has none.
INSERT INTO search_terms (search_terms, rank) VALUES ('deletemerge', 0);
INSERT INTO search_words (search_words, rank) VALUES ('deletemerge', 0);

-- The terms of search_terms in their order, to complete prefixes. It stores
-- nothing.
CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search_terms, instance);

CREATE TABLE search_segments (
    segment   INTEGER PRIMARY KEY AUTOINCREMENT,
    base      BIGINT NOT NULL, -- the seq of a document is this and its number in the segment
    documents BIGINT NOT NULL
);

-- A row fills a page of the file. A page whose segment is not in search_segments
-- belongs to one that is being written, or that is no longer used.
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

-- Documents of a segment that were changed since, which made them recent, or
-- deleted. They are left out when the segment is merged.
CREATE TABLE search_left (
    seq INTEGER PRIMARY KEY
);
CREATE TRIGGER search_documents_unsettle AFTER DELETE ON search_documents
WHEN EXISTS (SELECT 1 FROM search_settled WHERE seq = OLD.seq)
BEGIN
    INSERT OR IGNORE INTO search_left VALUES (OLD.seq);
    DELETE FROM search_settled WHERE seq = OLD.seq;
END;
