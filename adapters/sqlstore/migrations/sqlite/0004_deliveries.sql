-- Messages that arrived and what became of them (document.Delivery). No row is ever changed
-- or deleted; one outlives its documents.
CREATE TABLE deliveries (
    id           TEXT   NOT NULL PRIMARY KEY,
    original_key TEXT   NOT NULL, -- of the message
    sha256       TEXT   NOT NULL, -- of the message
    file_name    TEXT   NOT NULL,
    message_id   TEXT   NOT NULL, -- '' if it has none
    sender       TEXT   NOT NULL,
    sender_name  TEXT   NOT NULL,
    recipients   TEXT   NOT NULL,
    subject      TEXT   NOT NULL,
    body         TEXT   NOT NULL,
    sent_at      BIGINT NOT NULL,
    radicado     TEXT   NOT NULL,
    links        TEXT   NOT NULL, -- JSON
    received_at  BIGINT NOT NULL,
    received_by  TEXT   NOT NULL,
    parts        TEXT   NOT NULL -- JSON
);
CREATE UNIQUE INDEX deliveries_message ON deliveries (message_id) WHERE message_id <> '';
CREATE UNIQUE INDEX deliveries_sha256 ON deliveries (sha256);
CREATE INDEX deliveries_original ON deliveries (original_key) WHERE original_key <> '';
CREATE INDEX deliveries_newest ON deliveries (received_at DESC, id DESC);

-- The documents that came in a delivery.
CREATE TABLE delivered_documents (
    document_id TEXT NOT NULL PRIMARY KEY,
    delivery_id TEXT NOT NULL
);
CREATE INDEX delivered_documents_of ON delivered_documents (delivery_id);
