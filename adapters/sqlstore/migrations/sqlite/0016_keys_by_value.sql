-- The keys of a document are deleted by what they are, which the document tells: an
-- import changed a page of this index for most documents that it added.
DROP INDEX document_keys_of;
