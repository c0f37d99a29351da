-- The configurations of extraction: the one with the greatest number is in
-- force. The table only grows.
CREATE TABLE ner_tunings (
    number   BIGINT NOT NULL PRIMARY KEY,
    made_at  BIGINT NOT NULL,
    made_by  TEXT   NOT NULL,
    origin   TEXT   NOT NULL,
    restored BIGINT NOT NULL, -- of an undoing, the number of what is in force again
    config   TEXT   NOT NULL  -- JSON
);
CREATE TRIGGER ner_tunings_stay BEFORE DELETE ON ner_tunings BEGIN
    SELECT RAISE(ABORT, 'configurations of extraction are never deleted');
END;
CREATE TRIGGER ner_tunings_are_final BEFORE UPDATE ON ner_tunings BEGIN
    SELECT RAISE(ABORT, 'configurations of extraction are never changed');
END;
-- REPLACE deletes without asking the triggers of a deletion.
CREATE TRIGGER ner_tunings_are_new BEFORE INSERT ON ner_tunings
WHEN EXISTS (SELECT 1 FROM ner_tunings WHERE number = NEW.number) BEGIN
    SELECT RAISE(ABORT, 'configurations of extraction are never changed');
END;

-- What people found to be right of documents that were read.
CREATE TABLE ner_examples (
    document_id TEXT   NOT NULL,
    field       TEXT   NOT NULL,
    extracted   TEXT   NOT NULL,
    corrected   TEXT   NOT NULL,
    made_at     BIGINT NOT NULL,
    votes       TEXT   NOT NULL, -- JSON
    PRIMARY KEY (document_id, field)
);
CREATE INDEX ner_examples_newest ON ner_examples (made_at, document_id, field);
