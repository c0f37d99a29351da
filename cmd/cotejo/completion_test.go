package main_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule string
		args []string
		want string // the whole answer
	}{
		{"shells", []string{"completion", ""}, "bash\nzsh\nfish\npowershell\n:4\n"},
		{"what can be read", []string{"read", ""}, "pdf\njpg\njpeg\npng\ntif\ntiff\n:8\n"},
		{"files with text", []string{"extract", ""}, "pdf\njpg\njpeg\npng\ntif\ntiff\ntxt\njsonl\n:8\n"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			got := cotejo.Run(t, t.TempDir(), append([]string{"__complete"}, tc.args...)...)
			if got.Status != 0 || got.Stdout != tc.want {
				t.Errorf("status %d, completes\n%swant\n%s", got.Status, got.Stdout, tc.want)
			}
		})
	}
}

func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	for shell, mark := range map[string]string{
		"bash": "complete -o default", "zsh": "#compdef cotejo", "fish": "complete -c cotejo", "powershell": "Register-ArgumentCompleter",
	} {
		got := cotejo.Run(t, t.TempDir(), "completion", shell)
		if got.Status != 0 || got.Stderr != "" || !strings.Contains(got.Stdout, mark) {
			t.Errorf("%s: status %d, no %q in %d bytes; %s", shell, got.Status, mark, len(got.Stdout), got.Stderr)
		}
	}
}
