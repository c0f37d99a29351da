package main

import "testing"

func TestReplaceWritesOneSection(t *testing.T) {
	const page = "# A\n\n<!-- figures: one -->\nold\n<!-- end -->\n\n<!-- figures: two -->\nkept\n<!-- end -->\n"
	for _, c := range []struct{ rule, section, body, want string }{
		{"text becomes a code block", "one", "n 1\n", "# A\n\n<!-- figures: one -->\nhead\n\n```\nn 1\n```\n<!-- end -->\n\n<!-- figures: two -->\nkept\n<!-- end -->\n"},
		{"a table stays", "two", "| n |\n|---|\n| 1 |\n", "# A\n\n<!-- figures: one -->\nold\n<!-- end -->\n\n<!-- figures: two -->\nhead\n\n| n |\n|---|\n| 1 |\n<!-- end -->\n"},
		{"an unknown section is an error", "three", "", ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			got, err := replace(page, c.section, "head", c.body)
			if got != c.want || (err != nil) != (c.want == "") {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}
