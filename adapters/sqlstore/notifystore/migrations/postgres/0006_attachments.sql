-- As ../sqlite/0006_attachments.sql.
CREATE TABLE attachments (
    id              TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    notification_id TEXT COLLATE "C" NOT NULL REFERENCES notifications (id),
    name            TEXT   NOT NULL,
    media_type      TEXT   NOT NULL,
    size            BIGINT NOT NULL,
    sha256          TEXT COLLATE "C" NOT NULL,
    added_by        TEXT   NOT NULL,
    added_at        BIGINT NOT NULL,
    UNIQUE (notification_id, sha256)
);

CREATE TABLE attachment_contents (
    attachment_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES attachments (id),
    content       BYTEA NOT NULL
);

CREATE OR REPLACE FUNCTION attachment_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT state FROM notifications WHERE id = OLD.notification_id) <> 'PENDIENTE' THEN
        RAISE EXCEPTION 'attachments of an e-mail that was queued are never deleted';
    END IF;
    RETURN OLD;
END;
$$;
CREATE TRIGGER attachments_stay BEFORE DELETE ON attachments FOR EACH ROW EXECUTE FUNCTION attachment_goes();
CREATE TRIGGER attachments_are_final BEFORE UPDATE OR TRUNCATE ON attachments
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION attachment_content_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT n.state FROM notifications AS n JOIN attachments AS a ON a.notification_id = n.id WHERE a.id = OLD.attachment_id) <> 'PENDIENTE' THEN
        RAISE EXCEPTION 'attachments of an e-mail that was queued are never deleted';
    END IF;
    RETURN OLD;
END;
$$;
CREATE TRIGGER attachment_contents_stay BEFORE DELETE ON attachment_contents FOR EACH ROW EXECUTE FUNCTION attachment_content_goes();
CREATE TRIGGER attachment_contents_are_final BEFORE UPDATE OR TRUNCATE ON attachment_contents
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
