-- What a task waits behind: 0 is before 1 (document.Priority).
ALTER TABLE tasks ADD COLUMN priority BIGINT NOT NULL DEFAULT 0;
