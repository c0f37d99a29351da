-- A subject may have a tenth of all notifications: narrowed further, they are
-- counted in the index alone.
DROP INDEX notifications_of_subject;
CREATE INDEX notifications_of_subject ON notifications (subject_id, created_at, id, state, channel);

-- What a full register looks like, for the planner: without it, it takes all
-- columns to tell rows apart equally well, and looks for the notifications of a
-- case among all that were sent. Numbers are rows, then rows that share the
-- first column of the index, the first two and so on.
ANALYZE;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('cases', 'cases_newest', '1000000 2 1'),
    ('cases', 'cases_of_status', '1000000 1000000 2 1'),
    ('cases', 'cases_of_court', '1000000 2000 2 1'),
    ('subjects', 'subjects_newest', '1000000 2 1'),
    ('subjects', 'subjects_of_document', '1000000 2 2 1'),
    ('notifications', 'notifications_newest', '1000000 2 1'),
    ('notifications', 'notifications_of_state', '1000000 200000 2 1'),
    ('notifications', 'notifications_of_channel', '1000000 200000 2 1'),
    ('notifications', 'notifications_of_kind', '1000000 200000 40000 2 1'),
    ('notifications', 'notifications_of_case', '1000000 5 1 1'),
    ('notifications', 'notifications_of_subject', '1000000 20 1 1 1 1'),
    ('notifications', 'notifications_open', '10000 2 1');
ANALYZE sqlite_schema;
