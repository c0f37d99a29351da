-- When a paper reached the court: its message the mailbox, anything else this program. Year 1: not known, as of rows of an
-- earlier program; then created_at counts.
ALTER TABLE documents ADD COLUMN arrived_at BIGINT NOT NULL DEFAULT -62135596800000000;
ALTER TABLE tasks ADD COLUMN arrived_at BIGINT NOT NULL DEFAULT -62135596800000000;
ALTER TABLE deliveries ADD COLUMN arrived_at BIGINT NOT NULL DEFAULT -62135596800000000;
