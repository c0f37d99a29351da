-- What was learned of the wording of the collection: the last edition alone.
CREATE TABLE dedup_boilerplate (
    edition    BIGINT NOT NULL PRIMARY KEY,
    learned_at BIGINT NOT NULL, -- microseconds since 1970 in UTC
    documents  BIGINT NOT NULL,
    data       BYTEA  NOT NULL
);
