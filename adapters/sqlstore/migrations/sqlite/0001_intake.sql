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
    typed_in          BOOLEAN NOT NULL, -- by a person
    needs_review      BOOLEAN NOT NULL,
    duplicate_state   TEXT NOT NULL, -- document.DuplicateState
    duplicates        BIGINT  NOT NULL, -- earlier filings of the same facts, when it came in
    remarks           TEXT    NOT NULL,
    suggestion        TEXT,             -- JSON: the kind of paper the text looks like; may be null
    tags              TEXT    NOT NULL, -- JSON
    pages             TEXT    NOT NULL, -- JSON
    entities          TEXT    NOT NULL, -- JSON
    body              TEXT    NOT NULL
);
CREATE INDEX documents_newest ON documents (created_at, id, needs_review, duplicate_state);
CREATE INDEX documents_sha256 ON documents (sha256, created_at, id) WHERE sha256 <> '';
CREATE INDEX documents_original ON documents (original_key) WHERE original_key <> '';
-- The filters of the list. Each index is in the order of the list.
CREATE INDEX documents_of_status ON documents (status, created_at, id);
CREATE INDEX documents_of_type ON documents (type, created_at, id);
CREATE INDEX documents_of_kind ON documents (type, status, created_at, id);
CREATE INDEX documents_to_review ON documents (created_at, id, type, status, needs_review) WHERE needs_review;
CREATE INDEX documents_repeating ON documents (duplicate_state, created_at, id, type, status, needs_review) WHERE duplicate_state <> '';

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

-- Where the words of documents stand on their pages (document.WordMap).
CREATE TABLE page_words (
    document_id TEXT   NOT NULL,
    page        BIGINT NOT NULL,
    data        BLOB   NOT NULL,
    PRIMARY KEY (document_id, page)
);

-- Documents and the earlier ones they are related to (document.Pair). verdict is ''
-- until somebody decides.
CREATE TABLE document_pairs (
    document_id TEXT NOT NULL,
    earlier_id  TEXT NOT NULL,
    relation    TEXT NOT NULL,
    similarity  DOUBLE PRECISION NOT NULL,
    reason      TEXT   NOT NULL,
    received_at BIGINT NOT NULL,
    verdict     TEXT NOT NULL,
    note        TEXT   NOT NULL,
    decided_by  TEXT   NOT NULL,
    decided_at  BIGINT NOT NULL,
    PRIMARY KEY (document_id, earlier_id)
);
CREATE INDEX document_pairs_earlier ON document_pairs (earlier_id);
CREATE INDEX document_pairs_of_verdict ON document_pairs (verdict, similarity DESC, received_at DESC, document_id, earlier_id, relation);
CREATE INDEX document_pairs_by_score ON document_pairs (similarity DESC, received_at DESC, document_id, earlier_id, verdict, relation);
CREATE INDEX document_pairs_by_date ON document_pairs (received_at DESC, document_id, earlier_id, verdict, relation, similarity);

-- Form letters (document.Letter) and the documents that are one. person is document.Key,
-- '' when nobody is named.
CREATE TABLE form_letters (
    id             TEXT NOT NULL PRIMARY KEY,
    representative TEXT NOT NULL,
    documents      BIGINT NOT NULL,
    people         BIGINT NOT NULL,
    first_at       BIGINT NOT NULL,
    last_at        BIGINT NOT NULL
);
CREATE INDEX form_letters_by_size ON form_letters (documents DESC, last_at DESC, id) WHERE people > 1;
CREATE TABLE form_letter_documents (
    document_id TEXT NOT NULL PRIMARY KEY,
    letter_id   TEXT NOT NULL,
    person      TEXT NOT NULL,
    created_at  BIGINT NOT NULL
);
CREATE INDEX form_letter_documents_of ON form_letter_documents (letter_id, created_at, document_id);
CREATE INDEX form_letter_people ON form_letter_documents (letter_id, person);

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
-- are in millionths. Only documents read from a PDF have reads and
-- processing_micros, and only those in which some text was read legible and confidence.
CREATE TABLE document_days (
    day               BIGINT NOT NULL,
    type              TEXT   NOT NULL,
    status            TEXT   NOT NULL,
    documents         BIGINT NOT NULL,
    reads             BIGINT NOT NULL,
    legible           BIGINT NOT NULL,
    typed             BIGINT NOT NULL,
    duplicated        BIGINT NOT NULL,
    processing_micros BIGINT NOT NULL,
    confidence        BIGINT NOT NULL,
    PRIMARY KEY (day, type, status)
);
-- What one document adds to its day.
CREATE VIEW document_shares AS
SELECT id, (created_at + 62135665200000000) / 86400000000 AS day, type, status,
       CASE WHEN sha256 <> '' THEN 1 ELSE 0 END AS reads,
       CASE WHEN sha256 <> '' AND ocr_confidence > 0 THEN 1 ELSE 0 END AS legible,
       CASE WHEN typed_in THEN 1 ELSE 0 END AS typed,
       CASE WHEN duplicates > 0 THEN 1 ELSE 0 END AS duplicated,
       CASE WHEN sha256 <> '' THEN processing_time / 1000 ELSE 0 END AS processing_micros,
       CASE WHEN sha256 <> '' THEN CAST(ROUND(ocr_confidence * 1000000) AS BIGINT) ELSE 0 END AS confidence
FROM documents;
CREATE TRIGGER document_days_inserted AFTER INSERT ON documents BEGIN
    INSERT INTO document_days SELECT day, type, status, 1, reads, legible, typed, duplicated, processing_micros, confidence
        FROM document_shares WHERE id = NEW.id
    ON CONFLICT (day, type, status) DO UPDATE SET documents = documents + 1, reads = reads + excluded.reads,
        legible = legible + excluded.legible,
        typed = typed + excluded.typed, duplicated = duplicated + excluded.duplicated, processing_micros = processing_micros + excluded.processing_micros,
        confidence = confidence + excluded.confidence;
END;
CREATE TRIGGER document_days_deleted BEFORE DELETE ON documents BEGIN
    UPDATE document_days SET documents = document_days.documents - 1, reads = document_days.reads - s.reads,
        legible = document_days.legible - s.legible,
        typed = document_days.typed - s.typed, duplicated = document_days.duplicated - s.duplicated,
        processing_micros = document_days.processing_micros - s.processing_micros,
        confidence = document_days.confidence - s.confidence
    FROM document_shares AS s WHERE s.id = OLD.id
        AND document_days.day = s.day AND document_days.type = s.type AND document_days.status = s.status;
END;
CREATE TRIGGER document_days_leaving BEFORE UPDATE ON documents BEGIN
    UPDATE document_days SET documents = document_days.documents - 1, reads = document_days.reads - s.reads,
        legible = document_days.legible - s.legible,
        typed = document_days.typed - s.typed, duplicated = document_days.duplicated - s.duplicated,
        processing_micros = document_days.processing_micros - s.processing_micros,
        confidence = document_days.confidence - s.confidence
    FROM document_shares AS s WHERE s.id = OLD.id
        AND document_days.day = s.day AND document_days.type = s.type AND document_days.status = s.status;
END;
CREATE TRIGGER document_days_entering AFTER UPDATE ON documents BEGIN
    INSERT INTO document_days SELECT day, type, status, 1, reads, legible, typed, duplicated, processing_micros, confidence
        FROM document_shares WHERE id = NEW.id
    ON CONFLICT (day, type, status) DO UPDATE SET documents = documents + 1, reads = reads + excluded.reads,
        legible = legible + excluded.legible,
        typed = typed + excluded.typed, duplicated = duplicated + excluded.duplicated, processing_micros = processing_micros + excluded.processing_micros,
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
    attempts      BIGINT  NOT NULL, -- begun since the task last got further
    error         TEXT    NOT NULL,
    error_code    TEXT    NOT NULL,
    created_at    BIGINT  NOT NULL,
    started_at    BIGINT  NOT NULL,
    moved_at      BIGINT  NOT NULL,
    completed_at  BIGINT  NOT NULL,
    expires_at    BIGINT  NOT NULL,
    result        TEXT              -- JSON; null until completed
);
CREATE INDEX tasks_newest ON tasks (created_at, id, status, expires_at, created_by);
CREATE INDEX tasks_failed ON tasks (created_at, id, status, expires_at) WHERE status = 'failed';
CREATE INDEX tasks_of_user ON tasks (created_by, created_at, id, status, expires_at);
-- Counts the waiting tasks, and finds the oldest, without reading a task.
CREATE INDEX tasks_unfinished ON tasks (status, created_at, moved_at) WHERE status IN ('pending', 'processing');
CREATE INDEX tasks_ended ON tasks (completed_at) WHERE status IN ('completed', 'failed');
CREATE INDEX tasks_expiry ON tasks (expires_at) WHERE status IN ('completed', 'failed');
CREATE INDEX tasks_document ON tasks (document_id);
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
    credential TEXT   NOT NULL,
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

-- The configurations of extraction and of comparing: of each subject the one with the
-- greatest number is in
-- force. The table only grows.
CREATE TABLE tunings (
    subject  TEXT NOT NULL, -- ner or dedup
    number   BIGINT NOT NULL,
    made_at  BIGINT NOT NULL,
    made_by  TEXT   NOT NULL,
    origin   TEXT   NOT NULL,
    restored BIGINT NOT NULL, -- of an undo, the number that is in force again
    config   TEXT   NOT NULL, -- JSON
    PRIMARY KEY (subject, number)
);
CREATE TRIGGER tunings_stay BEFORE DELETE ON tunings BEGIN
    SELECT RAISE(ABORT, 'configurations are never deleted');
END;
CREATE TRIGGER tunings_are_final BEFORE UPDATE ON tunings BEGIN
    SELECT RAISE(ABORT, 'configurations are never changed');
END;
-- REPLACE deletes without firing the triggers of a deletion.
CREATE TRIGGER tunings_are_new BEFORE INSERT ON tunings
WHEN EXISTS (SELECT 1 FROM tunings WHERE subject = NEW.subject AND number = NEW.number) BEGIN
    SELECT RAISE(ABORT, 'configurations are never changed');
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

-- Keys are random: in a large table each lies on a page of its own, which is read and
-- written for it. A bulk import adds its keys to this small table and moves them to
-- dedup_keys a range at a time, many to a page (load_sqlite.go).
CREATE TABLE dedup_recent_keys (
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
    needs_review  BOOLEAN NOT NULL,
    duplicate_state TEXT NOT NULL,
    plaintiff_key TEXT   NOT NULL,
    radicado_key  TEXT   NOT NULL
);
CREATE INDEX search_documents_newest ON search_documents (created_at, document_id);
CREATE INDEX search_documents_plaintiff ON search_documents (plaintiff_key, created_at DESC, document_id DESC);
CREATE INDEX search_documents_radicado ON search_documents (radicado_key, created_at DESC, document_id DESC);

-- The full-text index: the terms of entries, each once, by seq, without positions.
-- It keeps no texts; those are in documents. Terms come folded; the tokenizer only
-- splits them. Beginnings of three to six letters have lists of their own.
CREATE VIRTUAL TABLE search_terms USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, prefix = '3 4 5 6', tokenize = "ascii tokenchars ':'"
);
-- What a transaction adds is written at its end, not each time that it has a
-- megabyte.
INSERT INTO search_terms (search_terms, rank) VALUES ('hashsize', 67108864);
-- Eight parts of the index become one, not four: a document's terms are written
-- anew less often as the index grows, for a search of more parts.
INSERT INTO search_terms (search_terms, rank) VALUES ('automerge', 8);

-- What is read of found documents: the terms of each part, for tiers, and all words
-- in their order, for phrases.
CREATE TABLE search_entries (
    seq   INTEGER PRIMARY KEY,
    parts TEXT NOT NULL,
    words TEXT NOT NULL
);
