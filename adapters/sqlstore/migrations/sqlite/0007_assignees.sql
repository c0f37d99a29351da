-- Who is to review a document (document.Document.Assignee); '' for nobody.
ALTER TABLE documents ADD COLUMN assignee TEXT NOT NULL DEFAULT '';
ALTER TABLE search_documents ADD COLUMN assignee TEXT NOT NULL DEFAULT '';
CREATE INDEX documents_assigned ON documents (assignee, created_at, id) WHERE assignee <> '';
