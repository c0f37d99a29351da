-- As ../sqlite/0011_scale.sql: what takes the server's time when many documents
-- come in.

-- Documents that come in with one statement are counted in a line a day, type
-- and status, instead of one each.
CREATE FUNCTION documents_came() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    due BOOLEAN;
BEGIN
    WITH lines AS (
        INSERT INTO document_changes (day, type, status, documents, reads, duplicated, processing_micros, confidence)
        SELECT (created_at + 62135665200000000) / 86400000000, type, status, count(*),
            count(*) FILTER (WHERE sha256 <> ''), count(*) FILTER (WHERE duplicates > 0),
            coalesce(sum(processing_time / 1000) FILTER (WHERE sha256 <> ''), 0),
            coalesce(sum(round(ocr_confidence * 1000000)::BIGINT) FILTER (WHERE sha256 <> ''), 0)
        FROM came GROUP BY 1, 2, 3
        RETURNING seq
    )
    SELECT coalesce(bool_or(seq % 1000 = 0), false) INTO due FROM lines;
    IF due THEN
        PERFORM fold_document_changes();
    END IF;
    RETURN NULL;
END;
$$;
DROP TRIGGER documents_come_and_go ON documents;
CREATE TRIGGER documents_come_and_go AFTER DELETE ON documents
    FOR EACH ROW EXECUTE FUNCTION documents_changed();
CREATE TRIGGER documents_come AFTER INSERT ON documents
    REFERENCING NEW TABLE AS came
    FOR EACH STATEMENT EXECUTE FUNCTION documents_came();

-- Lists of terms hardly shrink when they are compressed, and texts shrink as
-- much in a quarter of the time with LZ4, where the server has that.
ALTER TABLE search_entries ALTER COLUMN terms SET STORAGE EXTERNAL, ALTER COLUMN pairs SET STORAGE EXTERNAL;
DO $$
BEGIN
    EXECUTE 'ALTER TABLE search_entries ALTER COLUMN words SET COMPRESSION lz4';
    EXECUTE 'ALTER TABLE documents ALTER COLUMN body SET COMPRESSION lz4';
EXCEPTION WHEN feature_not_supported OR syntax_error OR invalid_parameter_value THEN
    NULL; -- older than 14, or built without it
END;
$$;
