-- As ../sqlite/0004_receipts.sql.
ALTER TABLE outbox ADD COLUMN message_id TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX outbox_message ON outbox (message_id) WHERE message_id <> '';

CREATE TABLE receipts (
    id              TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    digest          TEXT COLLATE "C" NOT NULL UNIQUE,
    notification_id TEXT COLLATE "C" REFERENCES notifications (id),
    dispatch_id     TEXT COLLATE "C" NOT NULL,
    kind            TEXT   NOT NULL,
    effect          TEXT COLLATE "C" NOT NULL,
    note            TEXT   NOT NULL,
    recipient       TEXT   NOT NULL,
    status          TEXT   NOT NULL,
    reason          TEXT   NOT NULL,
    detail          TEXT   NOT NULL,
    message_ids     TEXT   NOT NULL,
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

CREATE TABLE receipt_messages (
    receipt_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES receipts (id),
    content    BYTEA NOT NULL
);

CREATE OR REPLACE FUNCTION receipt_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.effect <> 'SIN_ASOCIAR'
        OR NEW.id <> OLD.id OR NEW.digest <> OLD.digest OR NEW.dispatch_id <> OLD.dispatch_id OR NEW.kind <> OLD.kind
        OR NEW.recipient <> OLD.recipient OR NEW.status <> OLD.status OR NEW.reason <> OLD.reason OR NEW.detail <> OLD.detail
        OR NEW.message_ids <> OLD.message_ids OR NEW.sender <> OLD.sender OR NEW.subject <> OLD.subject OR NEW.size <> OLD.size
        OR NEW.arrived_at <> OLD.arrived_at OR NEW.created_at <> OLD.created_at THEN
        RAISE EXCEPTION 'receipts are never changed';
    END IF;
    RETURN NEW;
END;
$$;
CREATE TRIGGER receipts_are_final BEFORE UPDATE ON receipts FOR EACH ROW EXECUTE FUNCTION receipt_settled();
CREATE TRIGGER receipts_stay BEFORE DELETE OR TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipt_messages_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_messages
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
