-- Corrected fields of cases and subjects. It only grows.
CREATE TABLE corrections (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    record_id    TEXT   NOT NULL, -- of a case or a subject
    field        TEXT   NOT NULL,
    from_value   TEXT   NOT NULL,
    to_value     TEXT   NOT NULL,
    username     TEXT   NOT NULL,
    corrected_at BIGINT NOT NULL
);
CREATE INDEX corrections_of ON corrections (record_id, seq);
CREATE TRIGGER corrections_stay BEFORE DELETE ON corrections BEGIN
    SELECT RAISE(ABORT, 'the history of corrections is never deleted');
END;
CREATE TRIGGER corrections_are_final BEFORE UPDATE ON corrections BEGIN
    SELECT RAISE(ABORT, 'the history of corrections is never changed');
END;
-- REPLACE deletes without asking the triggers of a deletion.
CREATE TRIGGER corrections_are_new BEFORE INSERT ON corrections
WHEN EXISTS (SELECT 1 FROM corrections WHERE seq = NEW.seq) BEGIN
    SELECT RAISE(ABORT, 'the history of corrections is never changed');
END;

CREATE TRIGGER subjects_found_updated AFTER UPDATE OF search_text ON subjects BEGIN
    INSERT INTO subjects_found (subjects_found, rowid, search_text) VALUES ('delete', OLD.seq, OLD.search_text);
    INSERT INTO subjects_found (rowid, search_text) VALUES (NEW.seq, NEW.search_text);
END;
