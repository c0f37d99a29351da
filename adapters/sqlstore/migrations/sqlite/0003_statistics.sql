-- Earlier filings of the same facts that were found when a document came in.
ALTER TABLE documents ADD COLUMN duplicates BIGINT NOT NULL DEFAULT 0;

-- Filters of the list: each narrows an index that is in the order of the list.
CREATE INDEX documents_of_status ON documents (status, created_at, id);
CREATE INDEX documents_of_type ON documents (type, created_at, id);
CREATE INDEX documents_of_kind ON documents (type, status, created_at, id);

CREATE INDEX tasks_newest ON tasks (created_at, id, status, expires_at);

-- What statistics and filtered lists count, kept up to date by triggers. A day
-- is document.Day: Colombian, counted from the last of the year 0. Confidences
-- are in millionths; only what was read from a PDF has reads, processing_micros
-- and confidence.
CREATE TABLE document_days (
    day               BIGINT NOT NULL,
    type              TEXT   NOT NULL,
    status            TEXT   NOT NULL,
    documents         BIGINT NOT NULL,
    reads             BIGINT NOT NULL,
    duplicated        BIGINT NOT NULL,
    processing_micros BIGINT NOT NULL,
    confidence        BIGINT NOT NULL,
    PRIMARY KEY (day, type, status)
);

-- What one document adds to its day.
CREATE VIEW document_shares AS
SELECT id, (created_at + 62135665200000000) / 86400000000 AS day, type, status,
       CASE WHEN sha256 <> '' THEN 1 ELSE 0 END AS reads,
       CASE WHEN duplicates > 0 THEN 1 ELSE 0 END AS duplicated,
       CASE WHEN sha256 <> '' THEN processing_time / 1000 ELSE 0 END AS processing_micros,
       CASE WHEN sha256 <> '' THEN CAST(ROUND(ocr_confidence * 1000000) AS BIGINT) ELSE 0 END AS confidence
FROM documents;

INSERT INTO document_days
SELECT day, type, status, COUNT(*), SUM(reads), SUM(duplicated), SUM(processing_micros), SUM(confidence)
FROM document_shares GROUP BY day, type, status;

CREATE TRIGGER document_days_inserted AFTER INSERT ON documents BEGIN
    INSERT INTO document_days SELECT day, type, status, 1, reads, duplicated, processing_micros, confidence
        FROM document_shares WHERE id = NEW.id
    ON CONFLICT (day, type, status) DO UPDATE SET documents = documents + 1, reads = reads + excluded.reads,
        duplicated = duplicated + excluded.duplicated, processing_micros = processing_micros + excluded.processing_micros,
        confidence = confidence + excluded.confidence;
END;
CREATE TRIGGER document_days_deleted BEFORE DELETE ON documents BEGIN
    UPDATE document_days SET documents = document_days.documents - 1, reads = document_days.reads - s.reads,
        duplicated = document_days.duplicated - s.duplicated,
        processing_micros = document_days.processing_micros - s.processing_micros,
        confidence = document_days.confidence - s.confidence
    FROM document_shares AS s WHERE s.id = OLD.id
        AND document_days.day = s.day AND document_days.type = s.type AND document_days.status = s.status;
END;
CREATE TRIGGER document_days_leaving BEFORE UPDATE ON documents BEGIN
    UPDATE document_days SET documents = document_days.documents - 1, reads = document_days.reads - s.reads,
        duplicated = document_days.duplicated - s.duplicated,
        processing_micros = document_days.processing_micros - s.processing_micros,
        confidence = document_days.confidence - s.confidence
    FROM document_shares AS s WHERE s.id = OLD.id
        AND document_days.day = s.day AND document_days.type = s.type AND document_days.status = s.status;
END;
CREATE TRIGGER document_days_entering AFTER UPDATE ON documents BEGIN
    INSERT INTO document_days SELECT day, type, status, 1, reads, duplicated, processing_micros, confidence
        FROM document_shares WHERE id = NEW.id
    ON CONFLICT (day, type, status) DO UPDATE SET documents = documents + 1, reads = reads + excluded.reads,
        duplicated = duplicated + excluded.duplicated, processing_micros = processing_micros + excluded.processing_micros,
        confidence = confidence + excluded.confidence;
END;
