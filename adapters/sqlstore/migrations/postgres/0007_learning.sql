-- As ../sqlite/0007_learning.sql.

CREATE TABLE ner_tunings (
    number   BIGINT NOT NULL PRIMARY KEY,
    made_at  BIGINT NOT NULL,
    made_by  TEXT   NOT NULL,
    origin   TEXT   NOT NULL,
    restored BIGINT NOT NULL, -- of an undoing, the number of what is in force again
    config   TEXT   NOT NULL  -- JSON
);
CREATE TRIGGER ner_tunings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ner_tunings
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ner_examples (
    document_id TEXT COLLATE "C" NOT NULL,
    field       TEXT COLLATE "C" NOT NULL,
    extracted   TEXT   NOT NULL,
    corrected   TEXT   NOT NULL,
    made_at     BIGINT NOT NULL,
    votes       TEXT   NOT NULL, -- JSON
    PRIMARY KEY (document_id, field)
);
CREATE INDEX ner_examples_newest ON ner_examples (made_at, document_id, field);
