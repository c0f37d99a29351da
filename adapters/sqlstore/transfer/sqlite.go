package transfer

// sqlite is the dialect of SQLite. What the planner knows of an index goes with the index and is
// taken along. A table without AUTOINCREMENT counts on from its greatest row. Locks beside the file
// keep others away.
var sqlite = dialect{
	tables: `SELECT t.name AS name, json_group_array(c.name ORDER BY c.cid) AS columns, json_group_array(c.name ORDER BY c.pk) FILTER (WHERE c.pk > 0) AS key,
			coalesce(max(c.name) FILTER (WHERE c.pk = 1 AND upper(c.type) = 'INTEGER'), '') AS serial
		FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'
		GROUP BY t.name`,
	extras: `SELECT 'DROP ' || type || ' "' || name || '"' AS undo, sql AS redo
		FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name IN (?) ORDER BY type, name`,
	statistics: `SELECT undo, redo FROM (
			SELECT 1 AS place, '' AS undo, 'INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (' || quote(tbl) || ', ' || quote(idx) || ', ' || quote(stat) || ')' AS redo
			FROM sqlite_stat1 WHERE tbl IN (?) AND idx IN (SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL)
			UNION ALL SELECT 2, '', 'ANALYZE sqlite_schema'
		) ORDER BY place`,
	drops: `SELECT 'DROP ' || CASE type WHEN 'view' THEN 'VIEW' ELSE 'TABLE' END || ' IF EXISTS "' || name || '"' FROM pragma_table_list
		WHERE schema = 'main' AND type IN ('table', 'virtual', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'river\_%' ESCAPE '\'
		ORDER BY name`,
	lastNumbers: "SELECT name, seq AS last FROM sqlite_sequence",
	setLastNumber: []string{
		"DELETE FROM sqlite_sequence WHERE name = ?0",
		"INSERT INTO sqlite_sequence SELECT name, ?2 FROM sqlite_master WHERE type = 'table' AND name = ?0 AND sql LIKE '%AUTOINCREMENT%'",
	},
	open:    []string{"PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = OFF", "PRAGMA cache_size = -262144"},
	orphans: "SELECT count(*) FROM pragma_foreign_key_check",
	close:   []string{"PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA wal_checkpoint(TRUNCATE)"},
}
