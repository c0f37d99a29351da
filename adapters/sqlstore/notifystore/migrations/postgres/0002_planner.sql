-- As ../sqlite/0002_planner.sql. PostgreSQL looks by itself at what there is.
DROP INDEX notifications_of_subject;
CREATE INDEX notifications_of_subject ON notifications (subject_id, created_at, id, state, channel);
