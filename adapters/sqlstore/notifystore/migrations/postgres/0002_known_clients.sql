-- Attempts to log in (account.LockState) at addresses that a user logged in from lately.
CREATE TABLE client_lockouts (
    username     TEXT COLLATE "C" NOT NULL,
    client       TEXT COLLATE "C" NOT NULL,
    gen          BIGINT NOT NULL,
    base         BIGINT NOT NULL,
    locked_until BIGINT NOT NULL,
    seen         BIGINT NOT NULL,
    PRIMARY KEY (username, client)
);
CREATE INDEX client_lockouts_seen ON client_lockouts (seen);
