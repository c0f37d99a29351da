-- Templates of e-mails that administrators wrote. A court without a row has the default template.
CREATE TABLE mail_templates (
    court_id   TEXT   NOT NULL PRIMARY KEY REFERENCES courts (id),
    subject    TEXT   NOT NULL,
    body       TEXT   NOT NULL,
    signature  TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    changed_by TEXT   NOT NULL
);
