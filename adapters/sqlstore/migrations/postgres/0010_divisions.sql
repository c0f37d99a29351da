-- As ../sqlite/0010_divisions.sql.

-- The parts of files that were divided (document.Division). The divided document is in binned_documents.
CREATE TABLE divided_parts (
    document_id TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- of the part
    divided_id  TEXT COLLATE "C" NOT NULL, -- of the divided document
    task_id     TEXT COLLATE "C" NOT NULL,
    first_page  BIGINT NOT NULL, -- of the divided document, from 1
    last_page   BIGINT NOT NULL
);
CREATE UNIQUE INDEX divided_parts_of ON divided_parts (divided_id, first_page);
