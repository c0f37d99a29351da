-- As ../sqlite/0005_mail_templates.sql.
CREATE TABLE mail_templates (
    court_id   TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES courts (id),
    subject    TEXT   NOT NULL,
    body       TEXT   NOT NULL,
    signature  TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    changed_by TEXT   NOT NULL
);
