-- As ../sqlite/0006_suggestion.sql.
ALTER TABLE documents ADD COLUMN suggestion TEXT; -- JSON; null without one
