-- As ../sqlite/0003_statistics.sql, but that many writers count at once: each
-- adds lines to document_changes, and every thousandth folds the lines that are
-- committed into sums. No writer waits for another, and what is read is exact at
-- every moment. totals and document_days are views of sums and lines.
ALTER TABLE documents ADD COLUMN duplicates BIGINT NOT NULL DEFAULT 0;

CREATE INDEX documents_of_status ON documents (status, created_at, id);
CREATE INDEX documents_of_type ON documents (type, created_at, id);
CREATE INDEX documents_of_kind ON documents (type, status, created_at, id);

CREATE INDEX tasks_newest ON tasks (created_at, id, status, expires_at);

CREATE TABLE document_sums (
    day               BIGINT NOT NULL,
    type              TEXT COLLATE "C" NOT NULL,
    status            TEXT COLLATE "C" NOT NULL,
    documents         BIGINT NOT NULL,
    reads             BIGINT NOT NULL,
    duplicated        BIGINT NOT NULL,
    processing_micros BIGINT NOT NULL,
    confidence        BIGINT NOT NULL,
    PRIMARY KEY (day, type, status)
) WITH (fillfactor = 70);

-- All documents in document_sums: one row.
CREATE TABLE document_total (n BIGINT NOT NULL);
INSERT INTO document_total VALUES (0);

CREATE TABLE document_changes (
    seq               BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day               BIGINT NOT NULL,
    type              TEXT COLLATE "C" NOT NULL,
    status            TEXT COLLATE "C" NOT NULL,
    documents         BIGINT NOT NULL,
    reads             BIGINT NOT NULL,
    duplicated        BIGINT NOT NULL,
    processing_micros BIGINT NOT NULL,
    confidence        BIGINT NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE VIEW totals AS
SELECT 'documents' AS name, ((SELECT n FROM document_total) + (SELECT coalesce(sum(documents), 0) FROM document_changes))::BIGINT AS n;

CREATE VIEW document_days AS
SELECT day, type, status, documents, reads, duplicated, processing_micros, confidence FROM document_sums
UNION ALL
SELECT day, type, status, documents, reads, duplicated, processing_micros, confidence FROM document_changes;

-- Leaves the work to whoever does it already. Lines of others that are not yet
-- committed stay for the next time.
CREATE FUNCTION fold_document_changes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock('document_changes'::regclass::oid::bigint) THEN
        RETURN;
    END IF;
    WITH gone AS (
        DELETE FROM document_changes RETURNING *
    ), total AS (
        UPDATE document_total SET n = n + (SELECT coalesce(sum(documents), 0) FROM gone)
    )
    INSERT INTO document_sums
    SELECT day, type, status, sum(documents), sum(reads), sum(duplicated), sum(processing_micros), sum(confidence)
    FROM gone GROUP BY day, type, status
    ON CONFLICT (day, type, status) DO UPDATE SET documents = document_sums.documents + excluded.documents,
        reads = document_sums.reads + excluded.reads, duplicated = document_sums.duplicated + excluded.duplicated,
        processing_micros = document_sums.processing_micros + excluded.processing_micros,
        confidence = document_sums.confidence + excluded.confidence;
END;
$$;

-- Adds what one document counts, with the sign: a day is document.Day.
CREATE FUNCTION count_document(d documents, sign BIGINT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    was_read BIGINT := sign * (d.sha256 <> '')::INT;
    line     BIGINT;
BEGIN
    INSERT INTO document_changes (day, type, status, documents, reads, duplicated, processing_micros, confidence)
    VALUES ((d.created_at + 62135665200000000) / 86400000000, d.type, d.status, sign, was_read, sign * (d.duplicates > 0)::INT,
        was_read * (d.processing_time / 1000), was_read * round(d.ocr_confidence * 1000000)::BIGINT)
    RETURNING seq INTO line;
    IF line % 1000 = 0 THEN
        PERFORM fold_document_changes();
    END IF;
END;
$$;

CREATE FUNCTION documents_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM count_document(OLD, -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM count_document(NEW, 1);
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER documents_come_and_go AFTER INSERT OR DELETE ON documents
    FOR EACH ROW EXECUTE FUNCTION documents_changed();
CREATE TRIGGER documents_change AFTER UPDATE ON documents
    FOR EACH ROW WHEN ((OLD.created_at, OLD.type, OLD.status, OLD.sha256, OLD.duplicates, OLD.processing_time, OLD.ocr_confidence)
        IS DISTINCT FROM (NEW.created_at, NEW.type, NEW.status, NEW.sha256, NEW.duplicates, NEW.processing_time, NEW.ocr_confidence))
    EXECUTE FUNCTION documents_changed();
