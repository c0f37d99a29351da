-- Files that go with the e-mails of a notification. They are added and deleted until an e-mail is
-- queued, and never changed.
CREATE TABLE attachments (
    id              TEXT   NOT NULL PRIMARY KEY,
    notification_id TEXT   NOT NULL REFERENCES notifications (id),
    name            TEXT   NOT NULL,
    media_type      TEXT   NOT NULL,
    size            BIGINT NOT NULL,
    sha256          TEXT   NOT NULL, -- of content, in hexadecimal
    added_by        TEXT   NOT NULL,
    added_at        BIGINT NOT NULL,
    UNIQUE (notification_id, sha256)
);

-- The files themselves, apart from what lists read.
CREATE TABLE attachment_contents (
    attachment_id TEXT NOT NULL PRIMARY KEY REFERENCES attachments (id),
    content       BLOB NOT NULL
);

CREATE TRIGGER attachments_stay BEFORE DELETE ON attachments
WHEN (SELECT state FROM notifications WHERE id = OLD.notification_id) <> 'PENDIENTE' BEGIN
    SELECT RAISE(ABORT, 'attachments of an e-mail that was queued are never deleted');
END;
CREATE TRIGGER attachments_are_final BEFORE UPDATE ON attachments BEGIN
    SELECT RAISE(ABORT, 'attachments are never changed');
END;
CREATE TRIGGER attachment_contents_stay BEFORE DELETE ON attachment_contents
WHEN (SELECT state FROM notifications WHERE id =
    (SELECT notification_id FROM attachments WHERE id = OLD.attachment_id)) <> 'PENDIENTE' BEGIN
    SELECT RAISE(ABORT, 'attachments of an e-mail that was queued are never deleted');
END;
CREATE TRIGGER attachment_contents_are_final BEFORE UPDATE ON attachment_contents BEGIN
    SELECT RAISE(ABORT, 'attachments are never changed');
END;
-- REPLACE deletes without asking the triggers of a deletion.
CREATE TRIGGER attachment_contents_are_new BEFORE INSERT ON attachment_contents
WHEN EXISTS (SELECT 1 FROM attachment_contents WHERE attachment_id = NEW.attachment_id) BEGIN
    SELECT RAISE(ABORT, 'attachments are never changed');
END;
