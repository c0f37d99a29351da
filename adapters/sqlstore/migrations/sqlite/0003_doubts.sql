-- Fields that somebody should check in the original (document.Doubt), as JSON; may be null.
ALTER TABLE documents ADD COLUMN doubts TEXT;
