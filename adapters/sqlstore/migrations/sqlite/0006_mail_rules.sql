-- What rules of the mailbox did to deliveries (document.Delivery). A row changes once: when somebody
-- takes in a message that a rule ignored. The rules themselves are tunings of the subject mail.

ALTER TABLE deliveries ADD COLUMN from_mailbox BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE deliveries ADD COLUMN rules TEXT NOT NULL DEFAULT '[]'; -- JSON: names of those that applied
ALTER TABLE deliveries ADD COLUMN ignored_by TEXT NOT NULL DEFAULT ''; -- '' unless a rule ignored it
ALTER TABLE deliveries ADD COLUMN ignored_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN taken_at BIGINT NOT NULL DEFAULT -62135596800000000; -- of an ignored one, by a person; year 1: never
ALTER TABLE deliveries ADD COLUMN taken_by TEXT NOT NULL DEFAULT ''; -- '' until then
UPDATE deliveries SET from_mailbox = TRUE WHERE received_by = 'system';
CREATE INDEX deliveries_from_mailbox ON deliveries (received_at DESC, id DESC) WHERE from_mailbox;
CREATE INDEX deliveries_ignored ON deliveries (received_at DESC, id DESC) WHERE ignored_by <> '' AND taken_by = '';

-- Tags of the document that a task makes.
ALTER TABLE tasks ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'; -- JSON
