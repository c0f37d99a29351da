-- What comes in at once makes one segment of an index, and as many are merged
-- at a time: each entry of a million is written anew twice, and not five times.
INSERT INTO search_terms (search_terms, rank) VALUES ('hashsize', 67108864);
INSERT INTO search_words (search_words, rank) VALUES ('hashsize', 67108864);
INSERT INTO search_terms (search_terms, rank) VALUES ('automerge', 16);
INSERT INTO search_words (search_words, rank) VALUES ('automerge', 16);
INSERT INTO search_terms (search_terms, rank) VALUES ('crisismerge', 32);
INSERT INTO search_words (search_words, rank) VALUES ('crisismerge', 32);
