-- What kind of paper the text looks like: JSON, null without a suggestion.
ALTER TABLE documents ADD COLUMN suggestion TEXT;
