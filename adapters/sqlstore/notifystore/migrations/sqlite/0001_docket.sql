-- Times are microseconds since 1970 in UTC. Each list has an index in its own
-- order, newest first read backwards, and one more for each way to narrow it.

CREATE TABLE cases (
    id          TEXT   NOT NULL PRIMARY KEY,
    number      TEXT   NOT NULL, -- as it was entered
    number_key  TEXT   NOT NULL UNIQUE, -- docket.NumberKey
    description TEXT   NOT NULL,
    status      TEXT   NOT NULL,
    court_id    TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    created_by  TEXT   NOT NULL
);
CREATE INDEX cases_newest ON cases (created_at, id);
CREATE INDEX cases_of_status ON cases (status, created_at, id);
CREATE INDEX cases_of_court ON cases (court_id, created_at, id);

CREATE TABLE courts (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    name_key   TEXT   NOT NULL UNIQUE, -- docket.CourtKey
    created_at BIGINT NOT NULL,
    created_by TEXT   NOT NULL
);

CREATE TABLE subjects (
    seq             INTEGER PRIMARY KEY,
    id              TEXT   NOT NULL UNIQUE,
    name            TEXT   NOT NULL,
    document_type   TEXT   NOT NULL,
    document_number TEXT   NOT NULL,
    document_key    TEXT   NOT NULL, -- docket.DocumentKey
    email           TEXT   NOT NULL,
    phone           TEXT   NOT NULL,
    address         TEXT   NOT NULL,
    part            TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    created_by      TEXT   NOT NULL,
    search_text     TEXT   NOT NULL -- docket.Subject.SearchText
);
CREATE INDEX subjects_newest ON subjects (created_at, id);
CREATE INDEX subjects_of_document ON subjects (document_key, created_at, id);

-- Finds three and more letters anywhere in search_text.
CREATE VIRTUAL TABLE subjects_found USING fts5 (search_text, content = 'subjects', content_rowid = 'seq', tokenize = 'trigram');
CREATE TRIGGER subjects_found_inserted AFTER INSERT ON subjects BEGIN
    INSERT INTO subjects_found (rowid, search_text) VALUES (NEW.seq, NEW.search_text);
END;

CREATE TABLE notifications (
    id          TEXT   NOT NULL PRIMARY KEY,
    case_id     TEXT   NOT NULL REFERENCES cases (id),
    subject_id  TEXT   NOT NULL REFERENCES subjects (id),
    channel     TEXT   NOT NULL,
    state       TEXT   NOT NULL,
    attempts    BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    created_by  TEXT   NOT NULL,
    updated_at  BIGINT NOT NULL,
    sent_at     BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    remark      TEXT   NOT NULL
);
CREATE INDEX notifications_newest ON notifications (created_at, id);
CREATE INDEX notifications_of_state ON notifications (state, created_at, id);
CREATE INDEX notifications_of_channel ON notifications (channel, created_at, id);
CREATE INDEX notifications_of_kind ON notifications (state, channel, created_at, id);
CREATE INDEX notifications_of_case ON notifications (case_id, created_at, id);
-- A subject may have a tenth of all notifications: narrowed further, they are
-- counted in the index alone.
CREATE INDEX notifications_of_subject ON notifications (subject_id, created_at, id, state, channel);
CREATE INDEX notifications_open ON notifications (created_at, id) WHERE state IN ('PENDIENTE', 'EN_PROCESO');

-- The history of notifications. It only grows, each line begins where the one
-- before it ended, and the state of a notification is where the last one ends.
CREATE TABLE movements (
    seq             INTEGER PRIMARY KEY AUTOINCREMENT,
    notification_id TEXT   NOT NULL REFERENCES notifications (id),
    from_state      TEXT   NOT NULL,
    to_state        TEXT   NOT NULL,
    moved_at        BIGINT NOT NULL,
    username        TEXT   NOT NULL,
    remark          TEXT   NOT NULL
);
CREATE INDEX movements_of ON movements (notification_id, seq);
CREATE TRIGGER movements_stay BEFORE DELETE ON movements BEGIN
    SELECT RAISE(ABORT, 'the history of notifications is never deleted');
END;
CREATE TRIGGER movements_are_final BEFORE UPDATE ON movements BEGIN
    SELECT RAISE(ABORT, 'the history of notifications is never changed');
END;
-- REPLACE deletes without asking the triggers of a deletion.
CREATE TRIGGER movements_are_new BEFORE INSERT ON movements
WHEN EXISTS (SELECT 1 FROM movements WHERE seq = NEW.seq) BEGIN
    SELECT RAISE(ABORT, 'the history of notifications is never changed');
END;
CREATE TRIGGER movements_go_on BEFORE INSERT ON movements
WHEN NEW.from_state IS NOT (SELECT state FROM notifications WHERE id = NEW.notification_id) BEGIN
    SELECT RAISE(ABORT, 'a movement begins where its notification is');
END;
CREATE TRIGGER notifications_begin AFTER INSERT ON notifications
WHEN NEW.state <> 'PENDIENTE' OR EXISTS (SELECT 1 FROM movements WHERE notification_id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'a notification begins as PENDIENTE, without history');
END;
CREATE TRIGGER notifications_move BEFORE UPDATE OF id, state ON notifications
WHEN NEW.id <> OLD.id OR NEW.state IS NOT
    (SELECT to_state FROM movements WHERE notification_id = NEW.id ORDER BY seq DESC LIMIT 1) BEGIN
    SELECT RAISE(ABORT, 'a notification is where its last movement ends');
END;
CREATE TRIGGER notifications_stay BEFORE DELETE ON notifications BEGIN
    SELECT RAISE(ABORT, 'notifications are never deleted');
END;

-- How long the lists are, kept up to date by triggers.
CREATE TABLE tallies (
    list    TEXT   NOT NULL,
    state   TEXT   NOT NULL, -- of a notification, status of a case
    channel TEXT   NOT NULL,
    n       BIGINT NOT NULL,
    PRIMARY KEY (list, state, channel)
);
CREATE TRIGGER tallies_case AFTER INSERT ON cases BEGIN
    INSERT INTO tallies VALUES ('cases', NEW.status, '', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER tallies_subject AFTER INSERT ON subjects BEGIN
    INSERT INTO tallies VALUES ('subjects', '', '', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER tallies_notification AFTER INSERT ON notifications BEGIN
    INSERT INTO tallies VALUES ('notifications', NEW.state, NEW.channel, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER tallies_movement AFTER UPDATE OF state, channel ON notifications BEGIN
    UPDATE tallies SET n = n - 1 WHERE list = 'notifications' AND state = OLD.state AND channel = OLD.channel;
    INSERT INTO tallies VALUES ('notifications', NEW.state, NEW.channel, 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- E-mails on their way. A notification has at most one that has not ended.
CREATE TABLE outbox (
    id              TEXT   NOT NULL PRIMARY KEY,
    notification_id TEXT   NOT NULL REFERENCES notifications (id),
    recipient       TEXT   NOT NULL,
    subject         TEXT   NOT NULL,
    requested_by    TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    state           TEXT   NOT NULL,
    due_at          BIGINT NOT NULL,
    tries           BIGINT NOT NULL,
    reason          TEXT   NOT NULL,
    changed_at      BIGINT NOT NULL,
    body            TEXT   NOT NULL
);
CREATE UNIQUE INDEX outbox_on_its_way ON outbox (notification_id) WHERE state IN ('EN_COLA', 'ENVIANDO');
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE state = 'EN_COLA';
CREATE INDEX outbox_in_flight ON outbox (created_at, id) WHERE state = 'ENVIANDO';
CREATE INDEX outbox_of ON outbox (notification_id, created_at, id);

CREATE TABLE users (
    id            TEXT    NOT NULL PRIMARY KEY,
    username      TEXT    NOT NULL UNIQUE, -- account.EmailKey
    email         TEXT    NOT NULL,
    name          TEXT    NOT NULL,
    role          TEXT    NOT NULL,
    password_hash TEXT    NOT NULL,
    disabled      BOOLEAN NOT NULL,
    must_change_password BOOLEAN NOT NULL,
    created_at    BIGINT  NOT NULL
);
CREATE INDEX users_newest ON users (created_at, id);
CREATE INDEX users_of_role ON users (role, created_at, id);

-- Attempts to log in (account.LockState), of names that nobody has as well.
CREATE TABLE lockouts (
    username     TEXT   NOT NULL PRIMARY KEY,
    gen          BIGINT NOT NULL,
    base         BIGINT NOT NULL,
    locked_until BIGINT NOT NULL,
    seen         BIGINT NOT NULL
);
CREATE INDEX lockouts_seen ON lockouts (seen);

-- What was done to users. It only grows.
CREATE TABLE user_events (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    username    TEXT   NOT NULL,
    action      TEXT   NOT NULL,
    done_by     TEXT   NOT NULL,
    happened_at BIGINT NOT NULL
);
CREATE INDEX user_events_of ON user_events (username, seq);
CREATE TRIGGER user_events_stay BEFORE DELETE ON user_events BEGIN
    SELECT RAISE(ABORT, 'what was done to users is never deleted');
END;
CREATE TRIGGER user_events_are_final BEFORE UPDATE ON user_events BEGIN
    SELECT RAISE(ABORT, 'what was done to users is never changed');
END;
CREATE TRIGGER user_events_are_new BEFORE INSERT ON user_events
WHEN EXISTS (SELECT 1 FROM user_events WHERE seq = NEW.seq) BEGIN
    SELECT RAISE(ABORT, 'what was done to users is never changed');
END;

-- The tables of sqlstore.Base.
CREATE TABLE sessions (
    id         TEXT   NOT NULL PRIMARY KEY,
    username   TEXT   NOT NULL,
    credential TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    refreshes  BIGINT NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE TABLE request_claims (
    owner      TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    digest     TEXT   NOT NULL,
    result     TEXT   NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (owner, key)
);
CREATE INDEX request_claims_expiry ON request_claims (expires_at);

-- What a full register looks like, for the planner: without it, the planner takes
-- all columns to tell rows apart equally well, and looks for the notifications of
-- a case among all that were sent. The numbers are rows, then rows that share the
-- first column of the index, the first two and so on.
ANALYZE;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('cases', 'cases_newest', '1000000 2 1'),
    ('cases', 'cases_of_status', '1000000 1000000 2 1'),
    ('cases', 'cases_of_court', '1000000 2000 2 1'),
    ('subjects', 'subjects_newest', '1000000 2 1'),
    ('subjects', 'subjects_of_document', '1000000 2 2 1'),
    ('notifications', 'notifications_newest', '1000000 2 1'),
    ('notifications', 'notifications_of_state', '1000000 200000 2 1'),
    ('notifications', 'notifications_of_channel', '1000000 200000 2 1'),
    ('notifications', 'notifications_of_kind', '1000000 200000 40000 2 1'),
    ('notifications', 'notifications_of_case', '1000000 5 1 1'),
    ('notifications', 'notifications_of_subject', '1000000 20 1 1 1 1'),
    ('notifications', 'notifications_open', '10000 2 1');
ANALYZE sqlite_schema;
