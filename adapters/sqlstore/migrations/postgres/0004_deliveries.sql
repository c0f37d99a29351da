-- As ../sqlite/0004_deliveries.sql.

CREATE TABLE deliveries (
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    original_key TEXT COLLATE "C" NOT NULL, -- of the message
    sha256       TEXT COLLATE "C" NOT NULL, -- of the message
    file_name    TEXT   NOT NULL,
    message_id   TEXT COLLATE "C" NOT NULL, -- '' if it has none
    sender       TEXT   NOT NULL,
    sender_name  TEXT   NOT NULL,
    recipients   TEXT   NOT NULL,
    subject      TEXT   NOT NULL,
    body         TEXT   NOT NULL,
    sent_at      BIGINT NOT NULL,
    radicado     TEXT COLLATE "C" NOT NULL,
    links        TEXT   NOT NULL, -- JSON
    received_at  BIGINT NOT NULL,
    received_by  TEXT   NOT NULL,
    parts        TEXT   NOT NULL -- JSON
);
CREATE UNIQUE INDEX deliveries_message ON deliveries (message_id) WHERE message_id <> '';
CREATE UNIQUE INDEX deliveries_sha256 ON deliveries (sha256);
CREATE INDEX deliveries_original ON deliveries (original_key) WHERE original_key <> '';
CREATE INDEX deliveries_newest ON deliveries (received_at DESC, id DESC);

CREATE TABLE delivered_documents (
    document_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    delivery_id TEXT COLLATE "C" NOT NULL
);
CREATE INDEX delivered_documents_of ON delivered_documents (delivery_id);
