package openapi

import "strings"

// Awkward are strings that other programs have stumbled over.
var Awkward = []string{
	"", " ", "\t", "\n", "\x00", "a\x00b", "\x7f", "\x1b[31m", "\r\nX-Injected: 1", "\ufeff", "\u200b", "\u202eabc", "\u2028", "\ufffd", "\xff\xfe", "\xc0\xaf",
	"\xed\xa0\x80", "e\u0301", "ÁÉÍÓÚÑ", "İıſK", "ß", "漢字かな", "עברית", "😀👩\u200d👩\u200d👧", "\U0010ffff", strings.Repeat("\u0301", 300),
	"null", "undefined", "true", "NaN", "Infinity", "-0", "1e999", "0x7fffffff", "99999999999999999999999999", "1/0", "०",
	"'", "\"", "`", "\\", "%", "%00", "%zz", "%2e%2e%2f", "../../../../etc/passwd", `..\..\windows\win.ini`, "file:///etc/passwd", "/dev/null", "CON", "~", ".", "..",
	"' OR '1'='1", "1; DROP TABLE documents;--", `" OR ""="`, "*", "a*", "-", "\"unclosed", "NEAR(a b)", "a AND", "NOT", "(", ")", "col:x", "^a", "{a}", "a OR OR b", "+", "~a",
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "&lt;b&gt;", "{{7*7}}", "${7*7}", "#{7*7}", "=1+1", "@SUM(A1)", "$(id)", "`id`", "; id", "| id",
	"%s%n%x", "{0}", "\\u0000", "&#0;", "<!--", "]]>", "<?xml?>", "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
	"2026-13-45", "24:61", "1970-01-01T00:00:00Z", "-1", "0", "1.5", "1,5", "１２", "__proto__", "constructor", "admin", "id", "$where",
	strings.Repeat(
		"x",
		300,
	), strings.Repeat("ñ", 5_000), strings.Repeat("(", 500), strings.Repeat("a ", 2_000), strings.Repeat("\"", 100), strings.Repeat("-a ", 200),
}
