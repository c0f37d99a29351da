-- As ../sqlite/0009_replicas.sql.

-- When a client was let try a password, the latest few times.
CREATE TABLE login_attempts (
    client TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- an address, or the network of a subscriber
    seen   TEXT   NOT NULL, -- JSON, oldest first
    latest BIGINT NOT NULL
);
CREATE INDEX login_attempts_latest ON login_attempts (latest);

-- What a task needs until it ends, where another server finds it: the password of
-- its file, encrypted, under the number 0, and the pages that were read.
CREATE TABLE task_parts (
    task_id TEXT COLLATE "C" NOT NULL,
    number  BIGINT NOT NULL,
    kept_at BIGINT NOT NULL,
    data    BYTEA NOT NULL,
    PRIMARY KEY (task_id, number)
);
