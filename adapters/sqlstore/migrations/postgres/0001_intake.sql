-- As ../sqlite/0001_intake.sql. What is sorted or looked up is compared byte by
-- byte (COLLATE "C"), whatever the language of the database.

CREATE TABLE documents (
    id                TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    file_name         TEXT   NOT NULL,
    type              TEXT COLLATE "C" NOT NULL,
    status            TEXT COLLATE "C" NOT NULL,
    plaintiff         TEXT   NOT NULL,
    defendant         TEXT   NOT NULL,
    radicado          TEXT   NOT NULL,
    created_at        BIGINT NOT NULL,
    court             TEXT   NOT NULL,
    cedula            TEXT   NOT NULL,
    email             TEXT   NOT NULL,
    acta_number       TEXT   NOT NULL,
    plaintiff_address TEXT   NOT NULL,
    defendant_address TEXT   NOT NULL,
    ocr_confidence    DOUBLE PRECISION NOT NULL,
    original_key      TEXT COLLATE "C" NOT NULL,
    sha256            TEXT COLLATE "C" NOT NULL,
    processing_time   BIGINT NOT NULL,
    validated_at      BIGINT NOT NULL,
    validated_by      TEXT   NOT NULL,
    remarks           TEXT   NOT NULL,
    tags              TEXT   NOT NULL, -- JSON
    pages             TEXT   NOT NULL, -- JSON
    entities          TEXT   NOT NULL, -- JSON
    body              TEXT   NOT NULL
);
CREATE INDEX documents_newest ON documents (created_at, id);
CREATE INDEX documents_sha256 ON documents (sha256, created_at, id) WHERE sha256 <> '';
CREATE INDEX documents_original ON documents (original_key) WHERE original_key <> '';

-- Texts go out of the row, which lists read, as soon as it is larger than this.
ALTER TABLE documents SET (toast_tuple_target = 512);

CREATE TABLE tasks (
    id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    document_id   TEXT   NOT NULL,
    status        TEXT COLLATE "C" NOT NULL,
    stage         TEXT   NOT NULL,
    progress      DOUBLE PRECISION NOT NULL,
    pages_done    BIGINT NOT NULL,
    pages_total   BIGINT NOT NULL,
    file_name     TEXT   NOT NULL,
    type          TEXT   NOT NULL,
    original_key  TEXT COLLATE "C" NOT NULL,
    sha256        TEXT   NOT NULL,
    size          BIGINT NOT NULL,
    created_by    TEXT   NOT NULL,
    read_attempts BIGINT NOT NULL,
    error         TEXT   NOT NULL,
    error_code    TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    started_at    BIGINT NOT NULL,
    completed_at  BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    result        TEXT              -- JSON; null until completed
);
CREATE INDEX tasks_unfinished ON tasks (status) WHERE status IN ('pending', 'processing');
CREATE INDEX tasks_expiry ON tasks (expires_at) WHERE status IN ('completed', 'failed');
CREATE INDEX tasks_original ON tasks (original_key) WHERE original_key <> '';

CREATE TABLE sessions (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    username   TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    refreshes  BIGINT NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE settings (
    name  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value TEXT NOT NULL -- JSON
);

-- A fingerprint gets a new seq whenever it is stored, and no seq is ever used
-- again: a key that outlived its fingerprint finds nothing.
CREATE TABLE dedup_fingerprints (
    seq         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document_id TEXT COLLATE "C" NOT NULL UNIQUE,
    format      BIGINT NOT NULL, -- dedup.Format that data is in
    data        BYTEA  NOT NULL
);
CREATE TABLE dedup_keys (
    key BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (key, seq)
);
