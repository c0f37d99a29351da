-- As ../sqlite/0014_file_segments.sql, which brings there what 0013 brought here.
SELECT 1;
