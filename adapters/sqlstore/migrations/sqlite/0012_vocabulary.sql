-- The terms of the index, in their order: beginnings of words are put into the
-- words there are. It stores nothing.
CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search_terms, instance);
