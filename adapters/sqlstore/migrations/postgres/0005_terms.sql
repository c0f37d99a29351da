-- The last day of the term of a document (document.Document.Due), counted as document.Day; 0 for none.
ALTER TABLE documents ADD COLUMN due_day BIGINT NOT NULL DEFAULT 0;
ALTER TABLE search_documents ADD COLUMN due_day BIGINT NOT NULL DEFAULT 0;
CREATE INDEX documents_due ON documents (due_day, created_at, id, duplicate_state) WHERE due_day > 0;
