-- As ../sqlite/0010_priority.sql.
ALTER TABLE tasks ADD COLUMN priority BIGINT NOT NULL DEFAULT 0;
