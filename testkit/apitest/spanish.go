package apitest

import (
	"encoding/json"
	"regexp"
	"testing"
)

// English are words and signs that no text for a clerk has.
var English = regexp.MustCompile(
	`(?i)\b(the|of|to|be|is|and|or|with|without|must|expected|invalid|required|missing|string|value|values|length|schema|property|array|items|number|integer|boolean|when|ok|created|accepted|no content|RFC ?\d+)\b|%!|e\+\d`,
)

// Spanish fails the test for each description, title and summary of an API that
// has English in it.
func Spanish(t testing.TB, api any) {
	t.Helper()
	data, err := json.Marshal(api)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	texts := 0
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, child := range v {
				if s, ok := child.(string); ok && (key == "description" || key == "summary" || key == "title") {
					texts++
					if word := English.FindString(standards.ReplaceAllString(s, "")); word != "" {
						t.Errorf("%s.%s has %q: %s", at, key, word, s)
					}
				}
				walk(at+"."+key, child)
			}
		case []any:
			for _, child := range v {
				walk(at, child)
			}
		}
	}
	walk("", v)
	if texts < 50 {
		t.Errorf("only %d texts", texts)
	}
}

// standards may be named in a description.
var standards = regexp.MustCompile(`\(RFC \d+\)|\bOR, NOT\b`)
