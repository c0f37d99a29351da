-- The Message-ID of an e-mail. Programs from before this column leave it empty, and send the ID of
-- the row as its left part.
ALTER TABLE outbox ADD COLUMN message_id TEXT NOT NULL DEFAULT '';
CREATE INDEX outbox_message ON outbox (message_id) WHERE message_id <> '';

-- What came back for e-mails, as evidence. Nothing is deleted, and only the match of a receipt
-- without one is changed.
CREATE TABLE receipts (
    id              TEXT   NOT NULL PRIMARY KEY,
    digest          TEXT   NOT NULL UNIQUE, -- SHA-256 of content
    notification_id TEXT   REFERENCES notifications (id), -- NULL while it is not matched
    dispatch_id     TEXT   NOT NULL, -- of outbox, or empty
    kind            TEXT   NOT NULL,
    effect          TEXT   NOT NULL,
    note            TEXT   NOT NULL,
    recipient       TEXT   NOT NULL,
    status          TEXT   NOT NULL,
    reason          TEXT   NOT NULL,
    detail          TEXT   NOT NULL,
    message_ids     TEXT   NOT NULL, -- one a line
    sender          TEXT   NOT NULL,
    subject         TEXT   NOT NULL,
    size            BIGINT NOT NULL,
    arrived_at      BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    settled_by      TEXT   NOT NULL
);
CREATE INDEX receipts_newest ON receipts (created_at, id);
CREATE INDEX receipts_of_effect ON receipts (effect, created_at, id);
CREATE INDEX receipts_of ON receipts (notification_id, created_at, id);

-- The messages themselves, apart from what lists read.
CREATE TABLE receipt_messages (
    receipt_id TEXT NOT NULL PRIMARY KEY REFERENCES receipts (id),
    content    BLOB NOT NULL
);

CREATE TRIGGER receipts_stay BEFORE DELETE ON receipts BEGIN
    SELECT RAISE(ABORT, 'receipts are never deleted');
END;
CREATE TRIGGER receipts_are_final BEFORE UPDATE ON receipts
WHEN OLD.effect <> 'SIN_ASOCIAR'
    OR NEW.id <> OLD.id OR NEW.digest <> OLD.digest OR NEW.dispatch_id <> OLD.dispatch_id OR NEW.kind <> OLD.kind
    OR NEW.recipient <> OLD.recipient OR NEW.status <> OLD.status OR NEW.reason <> OLD.reason OR NEW.detail <> OLD.detail
    OR NEW.message_ids <> OLD.message_ids OR NEW.sender <> OLD.sender OR NEW.subject <> OLD.subject OR NEW.size <> OLD.size
    OR NEW.arrived_at <> OLD.arrived_at OR NEW.created_at <> OLD.created_at BEGIN
    SELECT RAISE(ABORT, 'receipts are never changed');
END;
CREATE TRIGGER receipt_messages_stay BEFORE DELETE ON receipt_messages BEGIN
    SELECT RAISE(ABORT, 'receipts are never deleted');
END;
CREATE TRIGGER receipt_messages_are_final BEFORE UPDATE ON receipt_messages BEGIN
    SELECT RAISE(ABORT, 'receipts are never changed');
END;
-- REPLACE deletes without asking the triggers of a deletion.
CREATE TRIGGER receipt_messages_are_new BEFORE INSERT ON receipt_messages
WHEN EXISTS (SELECT 1 FROM receipt_messages WHERE receipt_id = NEW.receipt_id) BEGIN
    SELECT RAISE(ABORT, 'receipts are never changed');
END;
