-- Attempts to log in (account.LockState) at addresses that a user logged in from lately.
CREATE TABLE client_lockouts (
    username     TEXT NOT NULL,
    client       TEXT NOT NULL,
    gen          INTEGER NOT NULL,
    base         INTEGER NOT NULL,
    locked_until INTEGER NOT NULL,
    seen         INTEGER NOT NULL,
    PRIMARY KEY (username, client)
);
CREATE INDEX client_lockouts_seen ON client_lockouts (seen);
